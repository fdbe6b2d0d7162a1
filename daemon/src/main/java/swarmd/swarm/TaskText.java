package swarmd.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.text.QuotedText;

/** What people and models are told about a task that somebody else has. */
public final class TaskText {
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
    if (task.session().isEmpty()) {
      return agent;
    }
    return task.session().equals(seenFrom)
        ? agent + " of this session"
        : agent + " of session " + task.session().get();
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
    return reasons;
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
