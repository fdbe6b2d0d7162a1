package swarmd.builtin.edits;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

  /** Understands the tools of both hosts; reads only the beginning of very long texts. */
  static List<AddedText> of(HookEvent event) {
    Map<?, ?> input = event.object("tool_input");
    if (input.get("content") instanceof String whole) {
      return List.of(cut(overwritten(event.object("tool_response")), whole));
    }
    Stream<?> edits =
        input.get("edits") instanceof List<?> list
            ? list.stream().limit(MAX_EDITS)
            : Stream.of(input);
    return edits
        .filter(Map.class::isInstance)
        .map(Map.class::cast)
        .map(edit -> cut(text(edit.get("old_string")), text(edit.get("new_string"))))
        .filter(edit -> !edit.after.isEmpty())
        .toList();
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
