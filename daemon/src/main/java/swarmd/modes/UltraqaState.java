package swarmd.modes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.catalogue.HostProfile;
import swarmd.checks.CheckStanding;
import swarmd.hooks.StopMarker;
import swarmd.text.Cut;

/**
 * Tests and fixes until the goal is reached, unless it gets nowhere.
 *
 * @param goal what must pass
 * @param failures the failures so far, newest last
 * @param check the check that shows that the goal is reached, if one was named
 * @param lastCheck the number of the newest failed run among the failures
 * @param approval of the person, who may say that it passes
 */
record UltraqaState(
    Optional<String> prompt,
    String goal,
    int cycle,
    int maxCycles,
    boolean passing,
    List<String> failures,
    Optional<String> check,
    long lastCheck,
    Optional<Approval> approval)
    implements ModeState {

  static final UltraqaState INITIAL =
      new UltraqaState(
          Optional.empty(), "tests", 0, 5, false, List.of(), Optional.empty(), 0, Optional.empty());

  private static final int MAX_CYCLES = 100;
  private static final int MAX_GOAL = 200;
  private static final int MAX_FAILURES = 20;
  private static final int MAX_FAILURE = 500;
  private static final int MAX_GIVEN = 1_000;

  /** So many equal failures in a row end it. */
  private static final int MAX_REPEATS = 3;

  private static final Pattern SPACE = Pattern.compile("\\s++");
  private static final Pattern NUMBER = Pattern.compile("\\d++");
  private static final List<String> FIELDS =
      List.of(
          "prompt",
          "goal",
          "cycle",
          "max_cycles",
          "passing",
          "failures",
          "failure",
          CHECK,
          "last_check",
          Approval.FIELD);
  private static final Set<String> CERTIFYING = Set.of("passing");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.number("--max", "max_cycles", "cycles (" + INITIAL.maxCycles + ")"),
          ModeOption.text("--goal", "TEXT", "goal", "what must pass (" + INITIAL.goal + ")"),
          ModeOption.text("--check", "NAME", CHECK, "the check that shows it (test)"),
          ModeOption.text("--failure", "TEXT", "failure", "what failed"),
          ModeOption.flag("--passing", "passing", true, "everything passes; for the person only"));

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(List.of("ultra"), "ultraqa|ultra[ -]qa", "");

  @Override
  public Mode mode() {
    return Mode.ULTRAQA;
  }

  @Override
  public int maxHolds() {
    return maxCycles;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("goal", goal);
    fields.put("cycle", cycle);
    fields.put("max_cycles", maxCycles);
    fields.put("passing", passing);
    fields.put("failures", failures);
    check.ifPresent(name -> fields.put(CHECK, name));
    fields.put("last_check", Math.toIntExact(lastCheck));
    approval.ifPresent(given -> fields.put(Approval.FIELD, given.fields()));
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public UltraqaState with(Map<String, ?> values) {
    FieldChanges changes = FieldChanges.of(mode(), FIELDS, values);
    List<String> seen =
        new ArrayList<>(
            changes.list("failures", MAX_GIVEN).map(UltraqaState::texts).orElse(failures));
    Optional<String> failure = changes.newText("failure").filter(text -> !text.isBlank());
    failure.ifPresent(seen::add);
    boolean passes = changes.flag("passing").orElse(passing && failure.isEmpty());
    return new UltraqaState(
        changes.prompt(prompt),
        changes.newText("goal").map(UltraqaState::checkedGoal).orElse(goal),
        changes.number("cycle", cycle, 0, MAX_CYCLES),
        changes.number("max_cycles", maxCycles, 1, MAX_CYCLES),
        passes,
        kept(seen),
        changes.name(CHECK).or(() -> check),
        changes.number("last_check", Math.toIntExact(lastCheck), 0, Integer.MAX_VALUE),
        passes ? changes.approval(CERTIFYING, approval) : Optional.empty());
  }

  private static List<String> kept(List<String> failures) {
    return failures.stream()
        .skip(Math.max(0, failures.size() - MAX_FAILURES))
        .map(text -> Cut.to(MAX_FAILURE, text))
        .toList();
  }

  @Override
  public Set<String> ownFields() {
    return Set.of(Approval.FIELD, "last_check");
  }

  @Override
  public Set<String> limits() {
    return Set.of("cycle", "max_cycles", "failures");
  }

  @Override
  public Set<String> certifyingFields() {
    return CERTIFYING;
  }

  @Override
  public boolean certifies(Map<String, ?> changes) {
    return INITIAL.with(changes).passing;
  }

  @Override
  public boolean needsEvidence() {
    return true;
  }

  @Override
  public Optional<String> wantedCheck() {
    return check;
  }

  private static List<String> texts(List<?> list) {
    List<String> texts = new ArrayList<>();
    for (Object item : list) {
      if (!(item instanceof String text)) {
        throw FieldChanges.wrong("failures", "takes texts", item);
      }
      if (!text.isBlank()) {
        texts.add(text);
      }
    }
    return texts;
  }

  private static String checkedGoal(String text) {
    if (text.isBlank() || text.length() > MAX_GOAL) {
      throw FieldChanges.wrong("goal", "must be a text of 1 to " + MAX_GOAL + " characters", text);
    }
    return text;
  }

  @Override
  public String guide(HostProfile host) {
    return
"""
- The goal is "%s" unless set: swarm mode set ultraqa --goal "lint"
- See the project's checks: swarm check
  Run the one that shows whether the goal is reached: swarm check test
  (if it has another name, say so: swarm mode set ultraqa --check NAME)
- If it fails, find the cause, fix it and run the check again.
- ultraqa is over when swarmd has run the check after your last edit and it passed. Your own
  word does not count.
- It ends by itself after %d cycles, or when the same failure comes three times in a row.
"""
        .formatted(INITIAL.goal, maxCycles);
  }

  @Override
  public ModeTrigger trigger() {
    return TRIGGER;
  }

  @Override
  public List<ModeOption> options() {
    return OPTIONS;
  }

  @Override
  public StopDecision onStop(StopInputs inputs) {
    String what = Cut.toLine(MAX_GOAL, goal);
    Evidence evidence = inputs.evidence();
    if (evidence.check() instanceof CheckStanding.Passed passed) {
      return new StopDecision.Over(
          "ultraqa is done: %s, check '%s' passed.".formatted(what, passed.last().name()));
    }
    if (passing && approval.isPresent() && evidence.approvalStands()) {
      return new StopDecision.Over(
          "ultraqa is done: %s, says %s.".formatted(what, approval.get().by()));
    }
    UltraqaState now = withFailureOf(evidence.check());
    if (now.stuck()) {
      return new StopDecision.Over(
          "ultraqa gave up on %s: the same failure came %d times in a row: %s"
              .formatted(what, MAX_REPEATS, now.lastFailure()));
    }
    if (cycle >= maxCycles) {
      return new StopDecision.Over(
          "ultraqa gave up on %s after %d cycles.%s".formatted(what, cycle, now.seen()));
    }
    UltraqaState next = now.atCycle(cycle + 1);
    String left =
        "The goal is not reached: %s. %s".formatted(what, WaysToVerify.ultraqa(evidence.check()));
    String marker = StopMarker.of(mode().label(), next.cycle, maxCycles);
    return new StopDecision.Hold(StopReason.of(marker, left, prompt), next);
  }

  /** Each failed run of the check counts as one failure. */
  private UltraqaState withFailureOf(CheckStanding standing) {
    if (!(standing instanceof CheckStanding.Failed failed) || failed.last().id() <= lastCheck) {
      return this;
    }
    List<String> all = new ArrayList<>(failures);
    all.add(WaysToVerify.ending(failed.last()) + ": " + WaysToVerify.lastLines(failed.last()));
    return new UltraqaState(
        prompt,
        goal,
        cycle,
        maxCycles,
        false,
        kept(all),
        check,
        failed.last().id(),
        Optional.empty());
  }

  private UltraqaState atCycle(int number) {
    return new UltraqaState(
        prompt, goal, number, maxCycles, passing, failures, check, lastCheck, approval);
  }

  private String seen() {
    return failures.isEmpty() ? "" : " Last failure: " + lastFailure();
  }

  private String lastFailure() {
    return Cut.toLine(300, failures.get(failures.size() - 1));
  }

  private boolean stuck() {
    return failures.size() >= MAX_REPEATS
        && failures.stream()
                .skip(failures.size() - MAX_REPEATS)
                .map(UltraqaState::essence)
                .distinct()
                .count()
            == 1;
  }

  /** Without numbers: lines and times differ each time. */
  private static String essence(String failure) {
    String line = SPACE.matcher(failure.strip()).replaceAll(" ");
    return NUMBER.matcher(line).replaceAll("#");
  }
}
