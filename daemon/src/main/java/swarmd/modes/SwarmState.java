package swarmd.modes;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.TaskStatus;
import swarmd.text.Cut;
import swarmd.text.ShellWord;

/**
 * Agents that claim tasks until none is left.
 *
 * @param swarm the name of the swarm whose tasks they are
 */
record SwarmState(Optional<String> prompt, String swarm, int agents) implements ModeState {

  static final SwarmState INITIAL = new SwarmState(Optional.empty(), SwarmId.DEFAULT_NAME, 3);

  static final int MAX_AGENTS = 100;
  private static final List<String> FIELDS = List.of("prompt", "swarm", "agents");

  @Override
  public Mode mode() {
    return Mode.SWARM;
  }

  @Override
  public int maxHolds() {
    return 15;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("swarm", swarm);
    fields.put("agents", agents);
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public SwarmState with(Map<String, ?> values) {
    Changes changes = Changes.of(mode(), FIELDS, values);
    return new SwarmState(
        changes.prompt(prompt),
        changes.name("swarm").orElse(swarm),
        changes.number("agents", agents, 1, MAX_AGENTS));
  }

  /** How commands name the swarm; nothing for the usual one. */
  String option() {
    return swarm.equals(SwarmId.DEFAULT_NAME) ? "" : " --swarm " + ShellWord.of(swarm);
  }

  @Override
  public Verdict onStop(StopInputs evidence) {
    if (evidence.swarm().isEmpty()) {
      String left =
          """
          The swarm has no open tasks yet. Split the work into independent tasks and add each: \
          swarm task add "title" --files GLOB%s
          Then have %d agents claim them: swarm task claim%s\
          """
              .formatted(option(), agents, option());
      return new Verdict.Hold(StopReason.of(Marker.of(mode()), left, prompt), this);
    }
    SwarmSummary summary = evidence.swarm().get();
    return switch (summary.state()) {
      case COMPLETE -> new Verdict.Over(complete(summary));
      case STUCK -> hold(summary, stuck(summary));
      case OPEN ->
          hold(
              summary,
              evidence.claimable().isEmpty() ? waiting(summary) : claimable(summary, evidence));
    };
  }

  private String complete(SwarmSummary summary) {
    return "the swarm '%s' is complete: %d tasks done, %d failed, %d cancelled."
        .formatted(
            swarm,
            summary.count(TaskStatus.DONE),
            summary.count(TaskStatus.FAILED),
            summary.count(TaskStatus.CANCELLED));
  }

  private Verdict hold(SwarmSummary summary, String left) {
    long all = summary.counts().values().stream().mapToLong(Long::longValue).sum();
    long ended =
        summary.count(TaskStatus.DONE)
            + summary.count(TaskStatus.FAILED)
            + summary.count(TaskStatus.CANCELLED);
    return new Verdict.Hold(StopReason.of(Marker.of(mode(), ended, all), left, prompt), this);
  }

  private String claimable(SwarmSummary summary, StopInputs evidence) {
    List<String> tasks =
        evidence.claimable().stream().map(task -> task.id() + " \"" + title(task.title())).toList();
    long count = Math.max(tasks.size(), summary.count(TaskStatus.PENDING));
    return """
    The swarm is not complete. Claimable: %s. %d are claimed, %d blocked.
    Take the next one: swarm task claim%s
    When it is done: swarm task complete ID --result "what came of it" (or: swarm task fail ID)\
    """
        .formatted(
            StopReason.list(tasks, 110, count),
            summary.count(TaskStatus.CLAIMED),
            summary.count(TaskStatus.BLOCKED),
            option());
  }

  private static String title(String title) {
    return Cut.toLine(80, title) + "\"";
  }

  private String waiting(SwarmSummary summary) {
    return """
    The swarm is not complete: nothing is claimable now, %d tasks are claimed and %d blocked. \
    Who has them: swarm task list --status claimed%s
    Finish your own (swarm task complete ID), else wait for work: swarm task claim --wait 60%s\
    """
        .formatted(
            summary.count(TaskStatus.CLAIMED),
            summary.count(TaskStatus.BLOCKED),
            option(),
            option());
  }

  private String stuck(SwarmSummary summary) {
    return """
    The swarm is stuck: %d blocked tasks wait for tasks that failed (%d). \
    See which: swarm task list --status failed%s
    Then, for each, either try it again: swarm task retry ID
    or give it up: swarm task cancel ID\
    """
        .formatted(summary.count(TaskStatus.BLOCKED), summary.count(TaskStatus.FAILED), option());
  }
}
