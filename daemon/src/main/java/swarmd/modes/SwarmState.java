package swarmd.modes;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.StopMarker;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;
import swarmd.text.ShellWord;

/**
 * Agents that claim tasks until none is left.
 *
 * @param swarm the name of the swarm whose tasks they are
 * @param failureHolds how often it was held because all that is left are failed tasks
 */
record SwarmState(Optional<String> prompt, String swarm, int agents, int failureHolds)
    implements ModeState {

  static final SwarmState INITIAL = new SwarmState(Optional.empty(), SwarmId.DEFAULT_NAME, 3, 0);

  private static final int MAX_AGENTS = 100;
  private static final int MAX_FAILURE_HOLDS = 3;

  /** As long as a claim waits. */
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final List<String> FIELDS = List.of("prompt", "swarm", "agents", "failure_holds");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.text("--swarm", "NAME", "swarm", "which one"),
          ModeOption.number("--agents", "agents", "how many agents (" + INITIAL.agents + ")"));

  private static final String COUNT = "(?:\\d++|two|three|four|five|six|seven|eight|nine|ten)";
  private static final String AFTER =
      "(?=$|[,:]| (?:to|and|please|now|until|that|working|in parallel)\\b| (?:on|for|over|across) "
          + OrderWords.OBJECT
          + ")(?! "
          + OrderWords.STATEMENT
          + ")";

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(
          List.of("swarm", "coordinated agents"),
          "swarm(?=[ -]mode\\b(?! (?:for|on) (?!this\\b|it\\b|these\\b)))",
          "(?:(?:use|run|start|launch|spawn|create|do|set up|i want|i need|give me) (?:an? |the"
              + " )?)?swarm (?:(?:of|with|using) )?(?:"
              + COUNT
              + " (?:[a-z]++ )?agents?|agents)"
              + AFTER
              + "|(?:(?:use|run|start|launch|spawn) )?"
              + COUNT
              + " agents in a swarm"
              + AFTER
              + "|(?:use|run|start|launch|spawn) (?:"
              + COUNT
              + " )?coordinated agents"
              + AFTER,
          SwarmState::fieldsOf);

  /** "swarm 5 agents", and "/swarm 5" */
  private static final Pattern AGENTS =
      Pattern.compile("(" + COUNT + ")(?= (?:[a-z]++ )?agents?)|^/swarm[:,]? (" + COUNT + ")");

  private static final List<String> NUMBERS =
      List.of("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");

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
    fields.put("failure_holds", failureHolds);
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public SwarmState with(Map<String, ?> values) {
    FieldChanges changes = FieldChanges.of(mode(), FIELDS, values);
    return new SwarmState(
        changes.prompt(prompt),
        changes.name("swarm").orElse(swarm),
        changes.number("agents", agents, 1, MAX_AGENTS),
        changes.number("failure_holds", failureHolds, 0, MAX_FAILURE_HOLDS));
  }

  @Override
  public Set<String> ownFields() {
    return Set.of("failure_holds");
  }

  /** A finished swarm would end the mode at once. */
  @Override
  public Set<String> limits() {
    return Set.of("swarm");
  }

  /** How commands name the swarm; empty for the usual one. */
  String option() {
    return swarm.equals(SwarmId.DEFAULT_NAME) ? "" : " --swarm " + ShellWord.of(swarm);
  }

  /** The same for commands that take its name as an argument. */
  private String argument() {
    return swarm.equals(SwarmId.DEFAULT_NAME) ? "" : " " + ShellWord.of(swarm);
  }

  @Override
  public String guide(HostProfile host) {
    return
"""
- Split the work into independent tasks that share no files and add each, with its files:
  swarm task add "title" --description "what and how" --files 'src/api/**'%1$s
  (--depends-on ID for what must wait)
- Start %2$d agents side by side as subagents, in one message. They do not see this text: tell
  each to work in a loop, in its own shell:
  swarm task claim%1$s --wait 60
  do that one task, change only its files and check the result, then
  swarm task done ID --result "what came of it" (or: swarm task fail ID --error "why")
  until the claim prints "complete" (all tasks are finished) or "stuck" (only blocked ones are
  left; report it). When nothing became claimable in time: claim again. It needs no name or
  token: a claim is its agent's, and lasts while that agent works.
- Files of another agent's claimed task cannot be edited.
- See how it stands: swarm status
  Failed tasks: swarm task retry ID, or swarm task cancel ID
"""
        .formatted(option(), agents);
  }

  @Override
  public ModeTrigger trigger() {
    return TRIGGER;
  }

  /** "swarm 5 agents" sets the number, moved into the allowed range. */
  private static Map<String, Object> fieldsOf(String order) {
    Matcher found = AGENTS.matcher(order);
    if (!found.find()) {
      return Map.of();
    }
    int number = number(found.group(1) == null ? found.group(2) : found.group(1));
    return Map.of("agents", Math.max(1, Math.min(number, MAX_AGENTS)));
  }

  private static int number(String word) {
    int named = NUMBERS.indexOf(word);
    if (named >= 0) {
      return named + 2;
    }
    return word.length() > 6 ? MAX_AGENTS : Integer.parseInt(word);
  }

  @Override
  public List<ModeOption> options() {
    return OPTIONS;
  }

  @Override
  public Optional<String> watchedSwarm() {
    return Optional.of(swarm);
  }

  @Override
  public StopDecision onStop(StopInputs inputs) {
    if (inputs.swarm().isEmpty()) {
      String left =
          """
          The swarm has no open tasks yet. Split the work into independent tasks and add each: \
          swarm task add "title" --files GLOB%s
          Then have %d agents claim them: swarm task claim%s\
          """
              .formatted(option(), agents, option());
      return new StopDecision.Hold(
          StopReason.of(StopMarker.of(mode().label()), left, prompt), this);
    }
    SwarmSummary summary = inputs.swarm().get();
    if (summary.paused()) {
      return new StopDecision.Release(
          "swarmd: the swarm '%s' is paused, so the session may stop. It is in swarm mode again after: swarm resume%s"
              .formatted(swarm, argument()));
    }
    if (inputs.noTasks().isPresent() && summary.state() == SwarmSummary.State.OPEN) {
      return new StopDecision.Release(
          "swarmd: %s. Until then the session may stop".formatted(inputs.noTasks().get()));
    }
    return switch (summary.state()) {
      case COMPLETE -> ended(summary, inputs.failed());
      case STUCK -> hold(summary, stuck(summary, inputs.failed()));
      case OPEN ->
          inputs.claimable().isEmpty()
              ? untilNext(summary, inputs)
              : hold(summary, claimable(summary, inputs));
    };
  }

  /** Nobody is held for a task whose time comes later than a claim would wait for it. */
  private StopDecision untilNext(SwarmSummary summary, StopInputs inputs) {
    boolean atWork = summary.count(TaskStatus.CLAIMED) > 0;
    if (!atWork && inputs.later().isEmpty() && !summary.limits().pausedTags().isEmpty()) {
      return new StopDecision.Release(
          "swarmd: the tasks that are left in swarm '%s' have paused tags (%s), so the session may stop. It is in swarm mode again after: swarm resume%s --tag TAG"
              .formatted(
                  swarm,
                  summary.limits().pausedTags().stream().sorted().collect(Collectors.joining(", ")),
                  argument()));
    }
    if (atWork || inputs.later().filter(wait -> wait.compareTo(SOON) > 0).isEmpty()) {
      return hold(summary, waiting(summary));
    }
    return new StopDecision.Release(
        "swarmd: the tasks that are left in swarm '%s' wait for their time, the next one for %s, so the session may stop"
            .formatted(swarm, HumanDuration.of(inputs.later().get().toMillis())));
  }

  /** A swarm with failed tasks is not complete, but does not hold its session forever. */
  private StopDecision ended(SwarmSummary summary, List<Task> failed) {
    if (failed.isEmpty()) {
      return new StopDecision.Over(counted("is complete", summary));
    }
    String which =
        StopReason.list(failed.stream().map(SwarmState::failure).toList(), 250, failed.size());
    if (failureHolds >= MAX_FAILURE_HOLDS) {
      return new StopDecision.Over(
          "%s Not done: %s. Try one again with: swarm task retry ID"
              .formatted(counted("ended with failed tasks", summary), which));
    }
    String left =
        """
        All tasks of the swarm have ended, but some failed: %s.
        For each, find out why (swarm task show ID), then either try it again: swarm task retry ID
        or, if it is not needed any more, give it up: swarm task cancel ID\
        """
            .formatted(which);
    long all = summary.counts().values().stream().mapToLong(Long::longValue).sum();
    return new StopDecision.Hold(
        StopReason.of(StopMarker.of(mode().label(), all - failed.size(), all), left, prompt),
        new SwarmState(prompt, swarm, agents, failureHolds + 1),
        failureHolds == 0
            ? Optional.of(
                "swarmd: %d tasks of swarm '%s' failed: %s".formatted(failed.size(), swarm, which))
            : Optional.empty());
  }

  private static String failure(Task task) {
    return task.id()
        + " "
        + QuotedText.line(80, task.title())
        + task.error().map(error -> " because " + QuotedText.line(120, error)).orElse("");
  }

  private String counted(String state, SwarmSummary summary) {
    return "the swarm '%s' %s: %d tasks done, %d failed, %d cancelled."
        .formatted(
            swarm,
            state,
            summary.count(TaskStatus.DONE),
            summary.count(TaskStatus.FAILED),
            summary.count(TaskStatus.CANCELLED));
  }

  private StopDecision hold(SwarmSummary summary, String left) {
    long all = summary.counts().values().stream().mapToLong(Long::longValue).sum();
    long ended =
        summary.count(TaskStatus.DONE)
            + summary.count(TaskStatus.FAILED)
            + summary.count(TaskStatus.CANCELLED);
    return new StopDecision.Hold(
        StopReason.of(StopMarker.of(mode().label(), ended, all), left, prompt), this);
  }

  private String claimable(SwarmSummary summary, StopInputs inputs) {
    List<String> tasks =
        inputs.claimable().stream()
            .map(task -> task.id() + " " + QuotedText.line(80, task.title()))
            .toList();
    long count = Math.max(tasks.size(), summary.count(TaskStatus.PENDING));
    return
"""
The swarm is not complete. Claimable: %s. %d are claimed, %d blocked.
Take the next one: swarm task claim%s
When it is done: swarm task done ID --result "what came of it" (or: swarm task fail ID)\
"""
        .formatted(
            StopReason.list(tasks, 110, count),
            summary.count(TaskStatus.CLAIMED),
            summary.count(TaskStatus.BLOCKED),
            option());
  }

  private String waiting(SwarmSummary summary) {
    return
"""
The swarm is not complete: nothing is claimable now, %d tasks are claimed and %d blocked. \
Who has them: swarm task list --status claimed%s
Finish your own (swarm task done ID), else wait for work: swarm task claim --wait 60%s
It prints a task, or "complete" or "stuck"; when nothing became claimable in time, claim again.\
"""
        .formatted(
            summary.count(TaskStatus.CLAIMED),
            summary.count(TaskStatus.BLOCKED),
            option(),
            option());
  }

  private String stuck(SwarmSummary summary, List<Task> failed) {
    String which =
        failed.isEmpty()
            ? ""
            : StopReason.list(failed.stream().map(SwarmState::failure).toList(), 250, failed.size())
                + ". ";
    return """
    The swarm is stuck: %d blocked tasks wait for tasks that failed (%d). %s\
    See all: swarm task list --status failed%s
    Then, for each, either try it again: swarm task retry ID
    or give it up: swarm task cancel ID\
    """
        .formatted(
            summary.count(TaskStatus.BLOCKED), summary.count(TaskStatus.FAILED), which, option());
  }
}
