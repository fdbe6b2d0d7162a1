package swarmd.modes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.hooks.StopMarker;
import swarmd.text.Cut;

/**
 * Tests and fixes until the goal is reached, unless it gets nowhere.
 *
 * @param goal what must pass
 * @param failures the failures so far, newest last
 */
record UltraqaState(
    Optional<String> prompt,
    String goal,
    int cycle,
    int maxCycles,
    boolean passing,
    List<String> failures)
    implements ModeState {

  static final UltraqaState INITIAL =
      new UltraqaState(Optional.empty(), "tests", 0, 5, false, List.of());

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
      List.of("prompt", "goal", "cycle", "max_cycles", "passing", "failures", "failure");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.number("--max", "max_cycles", "cycles (" + INITIAL.maxCycles + ")"),
          ModeOption.text("--goal", "TEXT", "goal", "what must pass (" + INITIAL.goal + ")"),
          ModeOption.text("--failure", "TEXT", "failure", "what failed"),
          ModeOption.flag("--passing", "passing", true, "everything passes"));

  private static final ModeTrigger TRIGGER = new ModeTrigger("ultraqa|ultra[ -]qa", "");

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
    return new UltraqaState(
        changes.prompt(prompt),
        changes.newText("goal").map(UltraqaState::checkedGoal).orElse(goal),
        changes.number("cycle", cycle, 0, MAX_CYCLES),
        changes.number("max_cycles", maxCycles, 1, MAX_CYCLES),
        changes.flag("passing").orElse(passing && failure.isEmpty()),
        seen.stream()
            .skip(Math.max(0, seen.size() - MAX_FAILURES))
            .map(text -> Cut.to(MAX_FAILURE, text))
            .toList());
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
  public String guide() {
    return
"""
- Run the check (the goal is "%s" unless set: swarm mode set ultraqa --goal "lint").
- If it fails, note it: swarm mode set ultraqa --failure "its first lines"
  then find the cause, fix it and run the check again.
- When it passes: swarm mode set ultraqa --passing
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
    if (passing) {
      return new StopDecision.Over("ultraqa is done: " + what + " passes.");
    }
    if (stuck()) {
      return new StopDecision.Over(
          "ultraqa gave up on %s: the same failure came %d times in a row: %s"
              .formatted(what, MAX_REPEATS, lastFailure()));
    }
    if (cycle >= maxCycles) {
      return new StopDecision.Over(
          "ultraqa gave up on %s after %d cycles.%s".formatted(what, cycle, seen()));
    }
    UltraqaState next = new UltraqaState(prompt, goal, cycle + 1, maxCycles, passing, failures);
    String left =
"""
The goal is not reached: %s.%s Run the check. If it passes: swarm mode set ultraqa --passing
If not, note the failure: swarm mode set ultraqa --failure "its first lines"
then find its cause, fix it and run the check again.\
"""
            .formatted(what, seen());
    String marker = StopMarker.of(mode().label(), next.cycle, maxCycles);
    return new StopDecision.Hold(StopReason.of(marker, left, prompt), next);
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
