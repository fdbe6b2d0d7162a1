package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** As much as possible side by side, until the person or the model ends it. */
record UltraworkState(Optional<String> prompt) implements ModeState {

  static final UltraworkState INITIAL = new UltraworkState(Optional.empty());

  private static final List<String> FIELDS = List.of("prompt");

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
    return new UltraworkState(Changes.of(mode(), FIELDS, values).prompt(prompt));
  }

  @Override
  public Verdict onStop(StopInputs evidence) {
    String left =
        """
        ultrawork is on: go on with all that is open, independent parts side by side by several \
        agents. Check every result: build it and run its tests.
        When everything that was asked for is done and checked: swarm mode stop ultrawork\
        """;
    return new Verdict.Hold(StopReason.of(Marker.of(mode()), left, prompt), this);
  }
}
