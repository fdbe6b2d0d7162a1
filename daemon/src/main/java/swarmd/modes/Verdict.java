package swarmd.modes;

/** What a mode says to its session's Stop. */
public sealed interface Verdict {

  /**
   * Go on.
   *
   * @param reason tells the model what is left to do
   * @param next the state after this hold
   */
  record Hold(String reason, ModeState next) implements Verdict {}

  /**
   * The mode is over, the session may stop.
   *
   * @param message tells the person why
   */
  record Over(String message) implements Verdict {}
}
