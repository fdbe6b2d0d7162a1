package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.builtin.payload.FilePatch;
import swarmd.hooks.HookEvent;

/**
 * Text that a tool has added to a file.
 *
 * @param before the text it replaced; empty if there was none or the host does not report it
 */
record AddedText(String before, String after) {
  private static final int MAX_AFTER = 64 << 10;
  private static final int MAX_BEFORE = 4 * MAX_AFTER;
  private static final int MAX_EDITS = 100;

  /** The names that hosts use for the whole text of a file, and for the two texts of an edit. */
  private static final List<String> WHOLE = List.of("content", "file_text");

  private static final List<String> OLD = List.of("old_string", "old_str", "oldString");
  private static final List<String> NEW = List.of("new_string", "new_str", "newString");

  /**
   * Understands the tools of all hosts; reads only the beginning of very long texts.
   *
   * @param language of a patch, only the files in this language
   */
  static List<AddedText> of(HookEvent event, Language language) {
    Map<?, ?> input = event.object("tool_input");
    String whole = first(input, WHOLE);
    if (!whole.isEmpty()) {
      return List.of(cut(overwritten(event.object("tool_response")), whole));
    }
    Optional<FilePatch> patch = FilePatch.in(event);
    if (patch.isPresent()) {
      return patch.get().parts().stream()
          .limit(MAX_EDITS)
          .filter(part -> isIn(language, part))
          .map(part -> cut(part.removed(), part.added()))
          .filter(edit -> !edit.after.isEmpty())
          .toList();
    }
    Stream<?> edits =
        input.get("edits") instanceof List<?> list
            ? list.stream().limit(MAX_EDITS)
            : Stream.of(input);
    return edits
        .filter(Map.class::isInstance)
        .map(Map.class::cast)
        .map(edit -> cut(first(edit, OLD), first(edit, NEW)))
        .filter(edit -> !edit.after.isEmpty())
        .toList();
  }

  private static boolean isIn(Language language, FilePatch.Part part) {
    return part.files().stream()
        .flatMap(file -> Language.of(Path.of(file)).stream())
        .anyMatch(language::equals);
  }

  private static String first(Map<?, ?> input, List<String> names) {
    return names.stream()
        .map(name -> text(input.get(name)))
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Claude Code and Gemini CLI both report the previous content. */
  private static String overwritten(Map<?, ?> response) {
    return response.get("returnDisplay") instanceof Map<?, ?> display
        ? text(display.get("originalContent"))
        : text(response.get("originalFile"));
  }

  private static AddedText cut(String before, String after) {
    return new AddedText(
        before.substring(0, Math.min(before.length(), MAX_BEFORE)),
        after.substring(0, Math.min(after.length(), MAX_AFTER)));
  }

  private static String text(Object value) {
    return value instanceof String text ? text : "";
  }
}
