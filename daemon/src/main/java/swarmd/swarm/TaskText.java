package swarmd.swarm;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;

/** What people and models are told about a task that somebody else has. */
public final class TaskText {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private TaskText() {}

  public static String noSuchTask(long id) {
    return "there is no task " + id + seeTasks();
  }

  static String seeTasks() {
    return "; see: swarm task list -a";
  }

  /** Who holds the task or finished it: "agent bob of session 4711". */
  public static String holder(Task task) {
    return holder(task, Optional.empty());
  }

  /** The same for somebody in this session: "agent bob of this session". */
  public static String holder(Task task, Optional<String> seenFrom) {
    String agent =
        task.agent().map(name -> "agent " + QuotedText.name(name)).orElse("another agent");
    String where = place(task).map(name -> " on " + QuotedText.name(name)).orElse("");
    if (task.session().isEmpty()) {
      return agent + where;
    }
    return task.session().equals(seenFrom)
        ? agent + " of this session"
        : agent + " of session " + task.session().get() + where;
  }

  /** The same for a table: "bob", or "bob on desk" if tasks are shared between workstations. */
  public static Optional<String> agent(Task task) {
    return task.agent().map(name -> name + place(task).map(place -> " on " + place).orElse(""));
  }

  /** Where the holder works, unless its name says so: that of a person without a session does. */
  private static Optional<String> place(Task task) {
    return task.workstation()
        .filter(
            place ->
                task.agent()
                    .filter(name -> name.equals(place) || name.endsWith("@" + place))
                    .isEmpty());
  }

  /**
   * A sentence for those who act by what they are told of others' tasks; empty if that is current.
   *
   * @param behind how long the team's database has not answered, if that matters
   */
  public static Optional<String> outdated(Optional<Duration> behind) {
    return behind.map(
        age ->
            "The team's database has not answered for %s, so this may have changed."
                .formatted(HumanDuration.of(age.toMillis())));
  }

  /** Who did it: "person ada", or the name of an agent; empty if the daemon did it itself. */
  public static Optional<String> by(TaskEvent event) {
    return event.by().map(TaskText::actor).or(() -> event.agent().map(QuotedText::name));
  }

  private static String actor(Actor actor) {
    Optional<String> name = actor.name().map(QuotedText::name);
    return switch (actor.kind()) {
      case PERSON -> name.map(known -> "person " + known).orElse("a person");
      case AGENT -> name.orElse("an agent");
      case UNKNOWN -> name.orElse("somebody");
    };
  }

  /** Half a sentence about a blocked task: "waits for 9 tasks of wave 0, and depends on 3, 4". */
  public static String whyBlocked(WaitsFor waitsFor) {
    return String.join(", and ", reasons(waitsFor));
  }

  /** The same, one reason at a time. */
  public static List<String> reasons(WaitsFor waitsFor) {
    List<String> reasons = new ArrayList<>();
    waitsFor.waves().forEach(wave -> reasons.add(wave(wave)));
    List<Long> failed = new ArrayList<>();
    List<Long> open = new ArrayList<>();
    waitsFor
        .tasks()
        .forEach(task -> (task.status() == TaskStatus.FAILED ? failed : open).add(task.id()));
    if (!failed.isEmpty()) {
      reasons.add(
          "depends on %s (failed): retry or cancel %s"
              .formatted(list(failed), failed.size() == 1 ? "it" : "them"));
    }
    if (!open.isEmpty()) {
      reasons.add("depends on " + list(open));
    }
    waitsFor.until().ifPresent(until -> reasons.add("is not to be claimed before " + time(until)));
    waitsFor.limits().forEach(limit -> reasons.add("waits because " + limit(limit)));
    if (!waitsFor.pausedTags().isEmpty()) {
      reasons.add("waits because " + paused(waitsFor.pausedTags()));
    }
    if (waitsFor.paused()) {
      reasons.add("waits because its swarm is paused");
    }
    return reasons;
  }

  /** "only 1 task with the tag 'deploy' can be claimed at a time". */
  static String limit(WaitsFor.Limit limit) {
    return "only %d %s%s can be claimed at a time"
        .formatted(
            limit.most(),
            limit.most() == 1 ? "task" : "tasks",
            limit.tag().map(tag -> " with " + tags(List.of(tag))).orElse(" of this swarm"));
  }

  /** "the tag 'deploy' is paused". */
  static String paused(List<String> tags) {
    return tags(tags) + (tags.size() == 1 ? " is paused" : " are paused");
  }

  /** In the zone of this machine: "2026-11-17 14:05:00". */
  public static String time(long millis) {
    return TIME.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
  }

  private static String wave(WaitsFor.Wave wave) {
    String failed =
        wave.failed() == 0
            ? ""
            : " (%d failed: retry or cancel %s)"
                .formatted(wave.failed(), wave.failed() == 1 ? "it" : "them");
    return "waits for %d %s of wave %d%s"
        .formatted(
            wave.unsettled(), wave.unsettled() == 1 ? "task" : "tasks", wave.number(), failed);
  }

  private static String list(List<Long> ids) {
    return ids.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** "check 'test'", or "checks 'lint', 'test'". */
  static String checks(List<String> names) {
    return (names.size() == 1 ? "check " : "checks ")
        + names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
  }

  /** "the tag 'sql'", or "the tags 'java', 'sql'". */
  static String tags(List<String> tags) {
    return (tags.size() == 1 ? "the tag " : "the tags ")
        + tags.stream().map(tag -> "'" + tag + "'").collect(Collectors.joining(", "));
  }

  /**
   * For an agent that has lost the task: how it stands and what to do, to follow "task 7" or "It".
   */
  public static String afterLoss(Task task) {
    long id = task.id();
    return switch (task.status()) {
      case CLAIMED ->
          "is held by %s now; stop working on it and leave its files alone; for other work: swarm task claim"
              .formatted(holder(task));
      case PENDING -> "is free again; before you go on with it: swarm task claim " + id;
      case BLOCKED -> "waits for other tasks again; for other work: swarm task claim";
      case DONE -> "was done by %s; for other work: swarm task claim".formatted(holder(task));
      case FAILED ->
          "failed; to go on with it: swarm task retry %d, then: swarm task claim %1$d"
              .formatted(id);
      case CANCELLED -> "was cancelled; stop working on it; for other work: swarm task claim";
    };
  }
}
