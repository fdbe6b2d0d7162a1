package swarmd.userhooks;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.userhooks.HookImport.Source;

/** Translates a host's matcher into one that names the tools of both hosts. */
final class ImportedMatcher {
  /** Tools that do the same: Claude Code's name, then Gemini CLI's. */
  private static final List<List<String>> TOOLS =
      List.of(
          List.of("Bash", "run_shell_command"),
          List.of("Write", "write_file"),
          List.of("Edit", "replace"),
          List.of("Read", "read_file"),
          List.of("Glob", "glob"),
          List.of("Grep", "grep_search"),
          List.of("LS", "list_directory"),
          List.of("WebFetch", "web_fetch"),
          List.of("WebSearch", "google_web_search"),
          List.of("TodoWrite", "write_todos"));

  private ImportedMatcher() {}

  /** Empty if it matches everything. */
  static Optional<String> of(Source source, String event, String text) {
    String theirs = source == Source.CLAUDE ? text.replace(',', '|') : text;
    if (theirs.isBlank() || theirs.equals("*")) {
      return Optional.empty();
    }
    if (!EventKey.named(event).get(0).isAboutTool()
        || !HookMatcher.NAMES.matcher(theirs.strip()).matches()) {
      return Optional.of(theirs);
    }
    Set<String> names = new LinkedHashSet<>();
    boolean allKnown = true;
    for (String name : Arrays.stream(theirs.split("\\|")).map(String::strip).toList()) {
      names.add(name);
      Optional<List<String>> same = TOOLS.stream().filter(list -> list.contains(name)).findFirst();
      same.ifPresent(names::addAll);
      allKnown &= same.isPresent();
    }
    // Gemini CLI searches for the name: "write" also matches write_file.
    return Optional.of(
        source == Source.GEMINI && !allKnown ? "(?:" + theirs + ")" : String.join("|", names));
  }
}
