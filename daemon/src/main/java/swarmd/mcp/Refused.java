package swarmd.mcp;

import swarmd.common.Outcome;

/** A tool cannot do what it was called for; the message tells the model what to do. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  Refused(String message) {
    super(message, null, false, false);
  }

  /** The value, unless it was refused. */
  static <T> T unless(Outcome<T> outcome) {
    return outcome.orElseThrow(
        refused ->
            new Refused(
                refused
                    .output()
                    .map(text -> refused.message() + "\n" + text)
                    .orElse(refused.message())));
  }
}
