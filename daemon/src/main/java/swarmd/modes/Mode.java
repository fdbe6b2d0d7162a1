package swarmd.modes;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.catalogue.HookType;

/**
 * Ways of working that go on until the work is done, in the order in which a Stop judges them. A
 * new one needs an entry here, a {@link ModeState} and its lines in the documentation.
 */
public enum Mode {
  RALPH(RalphState.INITIAL, HookType.RALPH, Kind.COMBINABLE),
  AUTOPILOT(AutopilotState.INITIAL, HookType.AUTOPILOT, Kind.EXCLUSIVE),
  ULTRAPILOT(UltrapilotState.INITIAL, HookType.PERSISTENT_MODE, Kind.EXCLUSIVE_WITH_WORKERS),
  SWARM(SwarmState.INITIAL, HookType.PERSISTENT_MODE, Kind.EXCLUSIVE_WITH_WORKERS),
  PIPELINE(PipelineState.INITIAL, HookType.PERSISTENT_MODE, Kind.EXCLUSIVE_WITH_WORKERS),
  ULTRAQA(UltraqaState.INITIAL, HookType.PERSISTENT_MODE, Kind.COMBINABLE),
  ULTRAWORK(UltraworkState.INITIAL, HookType.PERSISTENT_MODE, Kind.COMBINABLE);

  private enum Kind {
    COMBINABLE,
    EXCLUSIVE,
    EXCLUSIVE_WITH_WORKERS
  }

  /** Prompts are searched for the keywords of these first, then for those of the others. */
  private static final List<Mode> FIRST_IN_PROMPTS =
      List.of(RALPH, AUTOPILOT, ULTRAPILOT, ULTRAWORK);

  @SuppressWarnings("ImmutableEnumChecker") // all states are records
  private final ModeState initial;

  private final HookType hookType;
  private final Kind kind;

  Mode(ModeState initial, HookType hookType, Kind kind) {
    this.initial = initial;
    this.hookType = hookType;
    this.kind = kind;
  }

  /** The state of the mode when it starts. */
  ModeState initial() {
    return initial;
  }

  /** The type under which it is listed among the hooks of a Stop. */
  HookType hookType() {
    return hookType;
  }

  /** Whether a project can have only one of these at a time. */
  public boolean exclusive() {
    return kind != Kind.COMBINABLE;
  }

  /** Whether its work is done by agents that the session starts. */
  public boolean hasWorkers() {
    return kind == Kind.EXCLUSIVE_WITH_WORKERS;
  }

  /** Whether it cannot start while another session of the project is in the other mode. */
  boolean conflictsInProject(Mode other) {
    return exclusive() && other.exclusive();
  }

  /** Whether it cannot start while its own session is in the other mode. */
  boolean conflictsInSession(Mode other) {
    return this != other && conflictsInProject(other);
  }

  /** The options of `swarm mode` that set its fields. */
  public List<ModeOption> options() {
    return initial.options();
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(Mode::label).toList();
  }

  public static Optional<Mode> of(String label) {
    return Arrays.stream(values()).filter(mode -> mode.label().equals(label)).findFirst();
  }

  /** In the order in which prompts are searched for their keywords. */
  static Stream<Mode> inKeywordOrder() {
    return Stream.concat(FIRST_IN_PROMPTS.stream(), Arrays.stream(values())).distinct();
  }
}
