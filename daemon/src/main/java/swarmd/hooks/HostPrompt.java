package swarmd.hooks;

import java.util.List;

/** Recognises prompts that the host itself sends, such as the end of a background task. */
public final class HostPrompt {
  /** The second and third are those of Copilot CLI's own autopilot, one for each of its turns. */
  private static final List<String> BEGINNINGS =
      List.of(
          "<task-notification",
          "The user set this explicit autopilot objective with /autopilot:",
          "You have not yet marked the task as complete using the task_complete tool.");

  private HostPrompt() {}

  public static boolean matches(String prompt) {
    String text = prompt.stripLeading();
    return BEGINNINGS.stream().anyMatch(text::startsWith);
  }
}
