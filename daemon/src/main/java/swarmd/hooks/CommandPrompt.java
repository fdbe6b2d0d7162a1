package swarmd.hooks;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.catalogue.CommandFormat;

/** Finds the slash command that the person typed in the forms in which hosts pass it on. */
final class CommandPrompt {
  private static final Pattern TAG =
      Pattern.compile("\\s*+<command-(name|message|args)>([^<]*+)</command-\\1>");

  /** Where the file of a command is, as some versions name it, and the plugins that have ours. */
  private static final Pattern PLACE =
      Pattern.compile(
          "^/(?:(?:user|project|swarmd|omc|oh-my-[a-z]++):)+(?=[\\p{L}\\p{Nd}])",
          Pattern.CASE_INSENSITIVE);

  /** A command that is a skill, in Copilot CLI. */
  private static final Pattern SKILL =
      Pattern.compile(
          "The user explicitly invoked the \"/([A-Za-z0-9_:-]++)\" skill\\. [^\n]*+\\s*+"
              + "<skill-context name=\"\\1\">.*?(?:\nARGUMENTS: (.*))?\n</skill-context>\\s*",
          Pattern.DOTALL);

  private CommandPrompt() {}

  static String typed(String prompt) {
    String command =
        untagged(prompt)
            .or(() -> CommandFormat.expanded(prompt))
            .or(() -> skill(prompt))
            .orElse(prompt);
    return PLACE.matcher(command).replaceFirst("/");
  }

  private static Optional<String> skill(String prompt) {
    Matcher skill = SKILL.matcher(prompt);
    return skill.matches()
        ? Optional.of(("/" + skill.group(1) + " " + Objects.toString(skill.group(2), "")).strip())
        : Optional.empty();
  }

  /** Empty unless the prompt is nothing but a command in tags, perhaps with its expansion. */
  private static Optional<String> untagged(String prompt) {
    Map<String, String> parts = new HashMap<>();
    Matcher tag = TAG.matcher(prompt);
    int end = 0;
    while (tag.lookingAt()) {
      parts.put(tag.group(1), tag.group(2).strip());
      end = tag.end();
      tag.region(end, prompt.length());
    }
    String name = parts.getOrDefault("name", "");
    String rest = prompt.substring(end).strip();
    return name.isEmpty() || !rest.isEmpty() && CommandFormat.expanded(rest).isEmpty()
        ? Optional.empty()
        : Optional.of(
            ((name.startsWith("/") ? "" : "/") + name + " " + parts.getOrDefault("args", ""))
                .strip());
  }
}
