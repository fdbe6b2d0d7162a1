package swarmd.modes;

/** What a model reads when a mode starts: what is expected of it, and with which commands. */
public final class ModeGuide {
  private static final String END =
      "\nOnly the person ends it early, with `swarm cancel` in a terminal.";

  private ModeGuide() {}

  /** For a mode that has just started with this state. */
  public static String text(Mode mode, ModeState state) {
    return "The mode %s is on: you will be kept from stopping until its work is done.\n%s%s"
        .formatted(mode.label(), state.guide().strip(), END);
  }
}
