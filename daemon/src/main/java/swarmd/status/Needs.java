package swarmd.status;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.accounts.AccountFailure.Cause;
import swarmd.accounts.AccountPause;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SessionQueries.UnderWay;
import swarmd.status.Need.Kind;
import swarmd.status.Need.Subject;
import swarmd.status.Status.LiveSession;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.SwarmSummary.State;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.text.Cut;
import swarmd.text.HumanDuration;
import swarmd.text.ShellWord;
import swarmd.text.ShortId;

/** Finds what needs the person among everything that the daemon knows. */
final class Needs {
  /** A living agent has renewed its lease long before. */
  private static final Duration LEASE_ENDS_SOON = Duration.ofMinutes(1);

  private static final Duration SILENT = Duration.ofMinutes(10);

  /** A failure in a complete swarm is news for a day. */
  private static final Duration NEWS = Duration.ofDays(1);

  /** Enough for hours of work; below it the database may soon not grow. */
  private static final long LITTLE_SPACE = 500L * 1024 * 1024;

  private static final long BYTES_PER_MEGABYTE = 1024 * 1024;
  private static final int MAX_TEXT = 60;
  private static final int MAX_FAILED = 5;

  private final long now;
  private final List<Need> found = new ArrayList<>();

  private Needs(long now) {
    this.now = now;
  }

  /**
   * What needs the person, the most urgent first.
   *
   * @param failed failed tasks of the swarms, in any order
   * @param living what agents want a permission for
   * @param freeBytes on the disk of the daemon's files, where the system tells
   */
  static List<Need> of(
      Status status,
      List<UnderWay> underWay,
      List<Task> failed,
      LivingSessions living,
      Optional<Long> freeBytes) {
    Needs needs = new Needs(status.now());
    underWay.forEach(session -> needs.permission(session, living));
    status.accounts().forEach(needs::paused);
    status.swarms().stream().filter(swarm -> swarm.state() == State.STUCK).forEach(needs::stuck);
    needs.failed(status, failed);
    status.claims().forEach(needs::lease);
    status.sessions().forEach(session -> needs.silent(session, status.claims()));
    status.untrustedHooks().forEach(needs::untrusted);
    if (status.daemon().restartDue()) {
      needs.add(
          Kind.RESTART,
          "another version of swarmd is installed",
          Optional.of("swarm daemon restart"),
          Subject.DAEMON);
    }
    freeBytes.filter(free -> free < LITTLE_SPACE).ifPresent(free -> needs.disk(status, free));
    needs.found.sort(Comparator.comparing(Need::kind));
    return List.copyOf(needs.found);
  }

  private void add(Kind kind, String text, Optional<String> command, Subject subject) {
    found.add(new Need(kind, text, command, subject));
  }

  private void disk(Status status, long free) {
    add(
        Kind.DISK,
        "only %d MB are left on the disk with %s; free some space"
            .formatted(free / BYTES_PER_MEGABYTE, status.daemon().home()),
        Optional.of("swarm prune --dry-run"),
        Subject.DAEMON);
  }

  private void permission(UnderWay session, LivingSessions living) {
    session.signs().agents().entrySet().stream()
        .filter(agent -> agent.getValue().permissionWaits())
        .sorted(Comparator.comparingLong(agent -> agent.getValue().lastEvent()))
        .forEach(
            agent -> {
              long since = agent.getValue().lastEvent();
              Optional<String> subagent =
                  Optional.of(agent.getKey()).filter(name -> !name.isEmpty());
              String what =
                  living
                      .calls()
                      .last(session.project(), session.id(), subagent)
                      .map(
                          call ->
                              " to use "
                                  + call.tool()
                                  + call.detail().map(text -> ": " + line(text)).orElse(""))
                      .orElse("");
              add(
                  Kind.PERMISSION,
                  "%ssession %s has been waiting for your permission for %s%s; answer it there"
                      .formatted(
                          subagent
                              .map(name -> "subagent %s of ".formatted(ShortId.of(name)))
                              .orElse(""),
                          ShortId.of(session.id()),
                          HumanDuration.of(now - since),
                          what),
                  Optional.empty(),
                  Subject.session(session.project(), session.id(), since));
            });
  }

  /** It goes on by itself, but the person may know better, or have to log in. */
  private void paused(AccountPause pause) {
    add(
        Kind.PAUSED_ACCOUNT,
        "account %s %s%s; its sessions get no tasks for %s%s"
            .formatted(
                pause.account(),
                pause.cause().predicate(),
                pause.text().isBlank() ? "" : " (\"" + line(pause.text()) + "\")",
                HumanDuration.of(pause.until() - now),
                pause.cause() == Cause.UNAUTHORIZED ? "; log in, then resume it" : ""),
        Optional.of("swarm resume --account " + ShellWord.of(pause.account())),
        Subject.account(pause.account(), pause.since()));
  }

  private void stuck(SwarmSummary swarm) {
    long blocked = swarm.count(TaskStatus.BLOCKED);
    add(
        Kind.STUCK_SWARM,
        "swarm %s is stuck: %d %s for a failed one"
            .formatted(swarm.id().name(), blocked, blocked == 1 ? "task waits" : "tasks wait"),
        Optional.of(
            "swarm task list --status failed --project " + ShellWord.of(swarm.id().project())),
        Subject.swarm(swarm.id()));
  }

  private void failed(Status status, List<Task> tasks) {
    Map<SwarmId, State> states =
        status.swarms().stream().collect(Collectors.toMap(SwarmSummary::id, SwarmSummary::state));
    List<Task> news =
        tasks.stream()
            .filter(
                task ->
                    states.get(task.swarm()) != State.COMPLETE
                        || now - task.state().finishedAt().orElse(now) < NEWS.toMillis())
            .toList();
    news.stream().limit(MAX_FAILED).forEach(this::failed);
    if (news.size() > MAX_FAILED) {
      add(
          Kind.FAILED_TASK,
          "%d more tasks failed".formatted(news.size() - MAX_FAILED),
          Optional.of("swarm task list -a --status failed"),
          Subject.DAEMON);
    }
  }

  private void failed(Task task) {
    String reason = task.error().map(error -> ": " + line(error)).orElse("");
    add(
        Kind.FAILED_TASK,
        "task %d \"%s\" failed%s".formatted(task.id(), line(task.title()), reason),
        Optional.of("swarm task retry " + task.id()),
        Subject.task(task, task.finishedAt()));
  }

  private void lease(Task task) {
    long left = task.lease().map(Lease::expiresAt).orElse(Long.MAX_VALUE) - now;
    if (left < LEASE_ENDS_SOON.toMillis()) {
      add(
          Kind.ENDING_LEASE,
          "the lease of task %d, held by %s, ends in %s"
              .formatted(task.id(), TaskText.agent(task).orElse("-"), HumanDuration.of(left)),
          Optional.of("swarm task show " + task.id()),
          Subject.task(task, Optional.empty()));
    }
  }

  /** A session that holds nothing may be silent for as long as it likes. */
  private void silent(LiveSession live, List<Task> claims) {
    long silence = now - live.session().lastSeen();
    List<String> held =
        claims.stream()
            .filter(task -> task.session().equals(Optional.of(live.session().id())))
            .map(task -> String.valueOf(task.id()))
            .toList();
    if (silence >= SILENT.toMillis() && !held.isEmpty()) {
      add(
          Kind.SILENT_SESSION,
          "session %s holds task %s, but has been silent for %s"
              .formatted(
                  ShortId.of(live.session().id()),
                  String.join(", ", held),
                  HumanDuration.of(silence)),
          Optional.of("swarm task show " + held.get(0)),
          Subject.session(
              live.session().project(), live.session().id(), live.session().lastSeen()));
    }
  }

  private void untrusted(String project) {
    add(
        Kind.UNTRUSTED_HOOKS,
        "the hooks of %s do not run until you trust them".formatted(project),
        Optional.of("swarm hooks trust --project " + ShellWord.of(project)),
        Subject.project(project));
  }

  private static String line(String text) {
    return Cut.toLine(MAX_TEXT, text);
  }
}
