package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.StopMarker;

/** Does as much as possible side by side, until the person or the model ends it. */
record UltraworkState(Optional<String> prompt) implements ModeState {

  static final UltraworkState INITIAL = new UltraworkState(Optional.empty());

  private static final List<String> FIELDS = List.of("prompt");

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(List.of("ultrawork", "ulw"), "ultrawork|ulw", "");

  @Override
  public Mode mode() {
    return Mode.ULTRAWORK;
  }

  @Override
  public int maxHolds() {
    return 50;
  }

  @Override
  public Map<String, Object> fields() {
    return prompt.<Map<String, Object>>map(text -> Map.of("prompt", text)).orElse(Map.of());
  }

  @Override
  public UltraworkState with(Map<String, ?> values) {
    return new UltraworkState(FieldChanges.of(mode(), FIELDS, values).prompt(prompt));
  }

  @Override
  public String guide(HostProfile host) {
    return
"""
- Do as much as possible side by side: give independent parts to several subagents at once.
- Keep long commands (builds, tests, installs) in the background and work on meanwhile.
- Check every result: build it and run its tests. Leave nothing half done.
- When everything is done and checked: swarm mode stop ultrawork
""";
  }

  @Override
  public ModeTrigger trigger() {
    return TRIGGER;
  }

  @Override
  public boolean agentMayEnd() {
    return true;
  }

  @Override
  public StopDecision onStop(StopInputs inputs) {
    String left =
        """
        ultrawork is on: go on with all that is open, independent parts side by side by several \
        agents. Check every result: build it and run its tests.
        When everything that was asked for is done and checked: swarm mode stop ultrawork\
        """;
    return new StopDecision.Hold(StopReason.of(StopMarker.of(mode().label()), left, prompt), this);
  }
}
