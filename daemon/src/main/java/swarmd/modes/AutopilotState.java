package swarmd.modes;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.StopMarker;

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

    /** What is to be done in it. */
    String work() {
      return work;
    }

    Phase next() {
      return this == COMPLETE ? this : ALL.get(ALL.indexOf(this) + 1);
    }
  }

  static final AutopilotState INITIAL = new AutopilotState(Optional.empty(), Phase.EXPANSION);

  private static final List<String> FIELDS = List.of("prompt", "phase");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.text(
              "--phase",
              "PHASE",
              "phase",
              "expansion, planning, execution, qa, validation or complete"));

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(
          List.of("pilot", "full auto", "full-auto", " me "),
          "autopilot|auto[ -]pilot|full[ -]auto",
          OrderWords.BUILD + "|(?:do|run|finish) (?:it|this|that|everything) full[ -]auto$");

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
    fields.put("phase", FieldChanges.label(phase));
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public AutopilotState with(Map<String, ?> values) {
    FieldChanges changes = FieldChanges.of(mode(), FIELDS, values);
    return new AutopilotState(changes.prompt(prompt), changes.choice("phase", phase, Phase.class));
  }

  @Override
  public String guide(HostProfile host) {
    StringBuilder text = new StringBuilder("Work through the phases, without asking back:\n");
    for (Phase each : Phase.values()) {
      if (each != Phase.COMPLETE) {
        text.append("- ").append(FieldChanges.label(each)).append(": ").append(each.work());
        text.append(". Then: swarm mode set autopilot --phase ");
        text.append(FieldChanges.label(each.next())).append('\n');
      }
    }
    return text.toString();
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
    if (phase == Phase.COMPLETE) {
      return new StopDecision.Over("autopilot is complete.");
    }
    String left =
        """
        autopilot is in the phase %s: %s.
        When that is done, go to the next phase with: swarm mode set autopilot --phase %s\
        """
            .formatted(FieldChanges.label(phase), phase.work(), FieldChanges.label(phase.next()));
    String marker =
        StopMarker.of(mode().label(), Phase.ALL.indexOf(phase) + 1L, Phase.ALL.size() - 1L);
    return new StopDecision.Hold(StopReason.of(marker, left, prompt), this);
  }
}
