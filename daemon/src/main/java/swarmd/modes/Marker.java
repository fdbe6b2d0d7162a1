package swarmd.modes;

import java.util.regex.Pattern;

/** What the reasons of held stops begin with; some hosts send a reason back as if it were typed. */
public final class Marker {
  private static final Pattern OURS =
      Pattern.compile("\\s*+\\[swarmd [a-z-]++(?: \\d++/\\d++)?\\]");

  private Marker() {}

  static String of(Mode mode) {
    return "[swarmd " + mode.label() + "] ";
  }

  /** With how far the mode has come. */
  static String of(Mode mode, long step, long steps) {
    return "[swarmd " + mode.label() + " " + step + "/" + steps + "] ";
  }

  /** A reason that is known as ours when it comes back, whoever has given it. */
  public static String onto(String reason) {
    return isOurs(reason) ? reason : "[swarmd stop] " + reason;
  }

  /** Whether this prompt comes from the host itself and from no person. */
  public static boolean isOfHost(String prompt) {
    return prompt.stripLeading().startsWith("<task-notification");
  }

  /** Whether this prompt is a reason of ours and no person's words. */
  public static boolean isOurs(String prompt) {
    return OURS.matcher(prompt).lookingAt();
  }
}
