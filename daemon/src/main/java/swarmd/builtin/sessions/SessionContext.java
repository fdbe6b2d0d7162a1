package swarmd.builtin.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.Cut;
import swarmd.modes.ModeSnapshot;
import swarmd.swarm.Store;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;
import swarmd.time.Time;

/** Tells a session that begins, or lost its memory, which work and which modes there are. */
public final class SessionContext implements HookHandler {
  private static final int MAX_SWARMS = 3;
  private static final int MAX_TASKS = 3;
  private static final int MAX_NAME = 20;
  private static final int MAX_TITLE = 45;

  private final Store<?, ? extends ModeSnapshot> store;
  private final Time time;

  public SessionContext(Store<?, ? extends ModeSnapshot> store, Time time) {
    this.store = store;
    this.time = time;
  }

  @Override
  public String name() {
    return "session-context";
  }

  @Override
  public String description() {
    return "tells the model of open tasks and of its session's modes";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return event.project().isEmpty()
        ? HookResult.SILENCE
        : store.read(snapshot -> context(snapshot, event.project().get(), event.session()));
  }

  private HookResult context(ModeSnapshot snapshot, String project, Optional<String> session) {
    List<String> lines = new ArrayList<>(tasks(snapshot, project));
    session.ifPresent(id -> lines.addAll(modes(snapshot, project, id)));
    return lines.isEmpty()
        ? HookResult.NOTHING
        : HookResult.context("swarmd: " + String.join("\n", lines));
  }

  private static List<String> tasks(ModeSnapshot snapshot, String project) {
    List<SwarmSummary> open =
        snapshot.tasks().summaries(Optional.of(project)).stream()
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
    List<Task> next = snapshot.tasks().claimable(project, Optional.empty(), MAX_TASKS);
    if (!next.isEmpty()) {
      lines.add(
          next.stream()
              .map(task -> "%d \"%s\"".formatted(task.id(), Cut.toLine(MAX_TITLE, task.title())))
              .collect(Collectors.joining(", ", "Next: ", ".")));
    }
    lines.add(
        "To work on one: swarm task claim. When it is done: swarm task complete ID. If it cannot be"
            + " done: swarm task fail ID.");
    return lines;
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
            Cut.toLine(MAX_NAME, swarm.id().name()),
            swarm.count(TaskStatus.PENDING),
            swarm.count(TaskStatus.CLAIMED),
            swarm.count(TaskStatus.BLOCKED));
  }

  private List<String> modes(ModeSnapshot snapshot, String project, String session) {
    String names =
        snapshot.modes().list(Optional.of(project), Optional.of(session)).stream()
            .filter(mode -> !mode.stale(time.millis()))
            .map(mode -> mode.mode().label())
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? List.of()
        : List.of(
            "Active in this session: %s. You may stop when its work is done; see: swarm mode list."
                .formatted(names));
  }
}
