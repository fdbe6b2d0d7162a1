package swarmd.modes;

/** What a session that wants to stop is told. */
public sealed interface StopAnswer {

  /** It may not stop yet; the reason is for the model. */
  record GoOn(String reason) implements StopAnswer {}

  /** It may stop, whatever its other modes would say; the message is for the person. */
  record LetGo(String message) implements StopAnswer {}

  /** The mode has ended; it is for the other modes to say whether the session may stop. */
  record Ended(String message) implements StopAnswer {}
}
