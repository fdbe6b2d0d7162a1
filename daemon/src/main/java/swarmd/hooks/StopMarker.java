package swarmd.hooks;

import java.util.regex.Pattern;

/**
 * The prefix of every reason that holds a stop, such as "[swarmd ralph 3/10]". Some hosts send the
 * reason back as the next prompt; the marker distinguishes it from a prompt that a person typed.
 */
public final class StopMarker {
  private static final Pattern MARKER =
      Pattern.compile("\\s*+\\[swarmd [a-z-]++(?: \\d++/\\d++)?\\]");

  private StopMarker() {}

  /**
   * For a reason without steps.
   *
   * @param label what holds the stop, in lower case
   */
  public static String of(String label) {
    return "[swarmd " + label + "] ";
  }

  /** For a reason that shows the model how far the work has come. */
  public static String of(String label, long step, long steps) {
    return "[swarmd " + label + " " + step + "/" + steps + "] ";
  }

  /** Marks the reason of a user's own hook; a marked reason stays as it is. */
  public static String addTo(String reason) {
    return isOn(reason) ? reason : of("stop") + reason;
  }

  /** Whether this prompt is one of our reasons, sent back by the host. */
  public static boolean isOn(String prompt) {
    return MARKER.matcher(prompt).lookingAt();
  }
}
