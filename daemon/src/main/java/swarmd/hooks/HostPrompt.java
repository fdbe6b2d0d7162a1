package swarmd.hooks;

/** Recognises prompts that the host itself sends, such as the end of a background task. */
public final class HostPrompt {
  private static final String NOTIFICATION = "<task-notification";

  private HostPrompt() {}

  public static boolean matches(String prompt) {
    return prompt.stripLeading().startsWith(NOTIFICATION);
  }
}
