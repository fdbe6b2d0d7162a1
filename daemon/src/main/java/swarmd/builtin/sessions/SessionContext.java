package swarmd.builtin.sessions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import swarmd.builtin.memory.SessionState;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.swarm.Handoff;
import swarmd.swarm.HandoffText;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/** Lists the available work when a session begins or was compacted. */
public final class SessionContext implements HookHandler {
  private static final int MAX_NAME = 20;
  private static final int MAX_SWARMS = 3;

  private final Store store;
  private final Supplier<Optional<Duration>> behind;
  private final Time time;

  /**
   * @param behind how long others' tasks have not been heard of, if that matters
   */
  public SessionContext(Store store, Supplier<Optional<Duration>> behind, Time time) {
    this.store = store;
    this.behind = behind;
    this.time = time;
  }

  @Override
  public String name() {
    return "session-context";
  }

  @Override
  public String description() {
    return "lists open tasks and those that the session holds";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.project().isEmpty()
        ? HookResult.SILENCE
        : store.read(snapshot -> context(snapshot, event, time.millis()));
  }

  private HookResult context(Snapshot snapshot, HookEvent event, long now) {
    List<String> lines = new ArrayList<>(tasks(snapshot, event.project().get(), now));
    if (event.hasSession()) {
      SessionState.heldTasks(event, snapshot).forEach(lines::add);
    }
    if (!lines.isEmpty()) {
      TaskText.outdated(behind.get()).ifPresent(lines::add);
    }
    return lines.isEmpty()
        ? HookResult.NOTHING
        : HookResult.context("swarmd: " + String.join("\n", lines));
  }

  private static List<String> tasks(Snapshot snapshot, String project, long now) {
    List<SwarmSummary> open =
        snapshot.get(TaskQueries.class).summaries(Optional.of(project)).stream()
            .filter(
                swarm ->
                    swarm.count(TaskStatus.PENDING)
                            + swarm.count(TaskStatus.CLAIMED)
                            + swarm.count(TaskStatus.BLOCKED)
                        > 0)
            .toList();
    if (open.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("Tasks of this project: " + counts(open) + ".");
    List<Task> next =
        snapshot
            .get(TaskQueries.class)
            .claimable(project, Optional.empty(), SessionState.MAX_TASKS, now);
    if (!next.isEmpty()) {
      lines.add("Next: " + SessionState.names(next) + ".");
      lines.add(
          "To work: swarm task claim. Then: swarm task done ID, or swarm task fail ID. Claim again"
              + " until it prints complete or stuck.");
      lines.addAll(leftBehind(snapshot.get(TaskQueries.class), next, now));
    }
    return lines;
  }

  /** Of the first one that somebody has held: whoever claims it should know before it plans. */
  private static List<String> leftBehind(TaskQueries tasks, List<Task> next, long now) {
    for (Task task : next) {
      List<Handoff> handoffs = task.heldBefore() ? tasks.handoffs(task.id()) : List.of();
      if (!handoffs.isEmpty()) {
        List<String> lines = new ArrayList<>();
        lines.add("Task %d was begun before:".formatted(task.id()));
        lines.addAll(HandoffText.lines(handoffs, now));
        return lines;
      }
    }
    return List.of();
  }

  private static String counts(List<SwarmSummary> open) {
    String shown =
        open.stream()
            .limit(MAX_SWARMS)
            .map(SessionContext::counts)
            .collect(Collectors.joining("; "));
    return open.size() > MAX_SWARMS
        ? shown + "; %d more swarms".formatted(open.size() - MAX_SWARMS)
        : shown;
  }

  private static String counts(SwarmSummary swarm) {
    return "%s %d claimable, %d claimed, %d blocked"
        .formatted(
            QuotedText.name(MAX_NAME, swarm.id().name()),
            swarm.count(TaskStatus.PENDING),
            swarm.count(TaskStatus.CLAIMED),
            swarm.count(TaskStatus.BLOCKED));
  }
}
