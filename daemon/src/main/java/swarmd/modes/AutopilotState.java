package swarmd.modes;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes an idea to working code, phase by phase. */
record AutopilotState(Optional<String> prompt, Phase phase) implements ModeState {

  enum Phase {
    EXPANSION("turn the idea into requirements and a short technical design, written to a file"),
    PLANNING(
        "plan the steps, in which order and with which files, and how each will be tested; record"
            + " them with: swarm task add \"title\" --files GLOB"),
    EXECUTION("implement the plan, independent steps side by side, until every step is done"),
    QA("build, lint and run all tests; fix what fails and repeat until everything passes"),
    VALIDATION(
        "have independent reviews check function, security and quality against the requirements;"
            + " fix what they find"),
    COMPLETE("nothing");

    private static final List<Phase> ALL = List.of(values());

    private final String work;

    Phase(String work) {
      this.work = work;
    }

    /** What the phase expects. */
    String work() {
      return work;
    }

    Phase next() {
      return this == COMPLETE ? this : ALL.get(ALL.indexOf(this) + 1);
    }
  }

  static final AutopilotState INITIAL = new AutopilotState(Optional.empty(), Phase.EXPANSION);

  private static final List<String> FIELDS = List.of("prompt", "phase");

  @Override
  public Mode mode() {
    return Mode.AUTOPILOT;
  }

  @Override
  public int maxHolds() {
    return 20;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("phase", Changes.label(phase));
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public AutopilotState with(Map<String, ?> values) {
    Changes changes = Changes.of(mode(), FIELDS, values);
    return new AutopilotState(changes.prompt(prompt), changes.choice("phase", phase, Phase.class));
  }

  @Override
  public Verdict onStop(StopInputs evidence) {
    if (phase == Phase.COMPLETE) {
      return new Verdict.Over("autopilot is complete.");
    }
    String left =
        """
        autopilot is in the phase %s: %s.
        When that is done, go to the next phase with: swarm mode set autopilot --phase %s\
        """
            .formatted(Changes.label(phase), phase.work(), Changes.label(phase.next()));
    String marker = Marker.of(mode(), Phase.ALL.indexOf(phase) + 1L, Phase.ALL.size() - 1L);
    return new Verdict.Hold(StopReason.of(marker, left, prompt), this);
  }
}
