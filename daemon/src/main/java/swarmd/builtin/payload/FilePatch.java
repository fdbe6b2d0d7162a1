package swarmd.builtin.payload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;

/** A patch in the format of the tool apply_patch, which changes any number of files. */
public record FilePatch(List<Part> parts) {
  private static final String BEGIN = "*** Begin Patch";
  private static final List<String> MOVES = List.of("*** Move to: ");
  private static final List<String> FILES =
      List.of("*** Add File: ", "*** Update File: ", "*** Delete File: ");
  private static final Pattern AROUND =
      Pattern.compile("^\\p{IsWhite_Space}++|\\p{IsWhite_Space}++$");

  /**
   * The changes of one file.
   *
   * @param files as they are named in the patch; two if the file is renamed
   */
  public record Part(List<String> files, String removed, String added) {}

  /** The patch in a tool's input, or that is the input; hosts have it under different names. */
  public static Optional<FilePatch> in(HookEvent event) {
    return Stream.concat(
            event.text("tool_input").stream(),
            event.object("tool_input").values().stream()
                .filter(String.class::isInstance)
                .map(String.class::cast))
        .filter(text -> text.contains(BEGIN))
        .findFirst()
        .map(FilePatch::of);
  }

  static FilePatch of(String text) {
    List<Part> parts = new ArrayList<>();
    List<String> files = new ArrayList<>();
    StringBuilder removed = new StringBuilder();
    StringBuilder added = new StringBuilder();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      Optional<String> file = named(line, FILES);
      Optional<String> moved = named(line, MOVES);
      if (file.isPresent()) {
        finish(parts, files, removed, added);
        files.add(file.get());
      } else if (moved.isPresent()) {
        files.add(moved.get());
      } else if (line.startsWith("-")) {
        removed.append(line, 1, line.length()).append('\n');
      } else if (line.startsWith("+")) {
        added.append(line, 1, line.length()).append('\n');
      }
    }
    finish(parts, files, removed, added);
    return new FilePatch(List.copyOf(parts));
  }

  /** The tool itself allows white space around these lines, of any kind that Unicode has. */
  private static Optional<String> named(String line, List<String> starts) {
    if (line.indexOf("***") < 0) { // few are
      return Optional.empty();
    }
    String header = trimmed(line);
    return starts.stream()
        .filter(header::startsWith)
        .findFirst()
        .map(start -> trimmed(header.substring(start.length())));
  }

  private static String trimmed(String text) {
    return AROUND.matcher(text).replaceAll("");
  }

  private static void finish(
      List<Part> parts, List<String> files, StringBuilder removed, StringBuilder added) {
    if (!files.isEmpty()) {
      parts.add(new Part(List.copyOf(files), removed.toString(), added.toString()));
    }
    files.clear();
    removed.setLength(0);
    added.setLength(0);
  }
}
