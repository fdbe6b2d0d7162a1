package swarmd.modes;

import java.util.Optional;
import java.util.regex.Pattern;

/** What a prompt that starts a mode wants done: the prompt without the order to start the mode. */
final class ModeTask {
  private static final String NAME =
      "(?:swarm|pipeline|auto[ -]pilot|full[ -]auto|" + OrderWords.NAMES + ")(?:[ -]mode)?";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "^(?i:/"
              + NAME
              + "\\b|"
              + NAME
              + "\\s*+[,:–—-])[\\s,:–—-]*+"
              + "(?:(?<=^(?i:/swarm)[\\s,:]{1,9})\\d++[\\s,:]++(?!agents?\\b))?");

  private static final Pattern NO_MORE =
      Pattern.compile(
          "(?i)(?:please |now |ok,? |can you )*+(?:"
              + OrderWords.START
              + " )?(?:the )?"
              + NAME
              + "(?: please| now)?[.!?\\s]*+");

  private ModeTask() {}

  /** Empty if the prompt only starts the mode: the task is what was talked about before. */
  static Optional<String> of(String prompt) {
    return NO_MORE.matcher(prompt).matches()
        ? Optional.empty()
        : Optional.of(ADDRESS.matcher(prompt).replaceFirst("").strip())
            .filter(task -> !task.isEmpty());
  }
}
