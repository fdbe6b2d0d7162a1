package swarmd.builtin.sessions;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import swarmd.sessions.FileEdit;
import swarmd.text.Cut;

/** The notices for agents that have edited the same file. */
final class SameFileNotice {
  private static final int MAX_NAMED = 3;
  private static final int MAX_FILE = 300;
  private static final int MAX_NAME = 80;
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private SameFileNotice() {}

  /** For the agent that edited second. */
  static String forSecondEditor(FileEdit edit, List<FileEdit> others) {
    String named =
        others.stream()
            .limit(MAX_NAMED)
            .map(other -> describe(other, edit))
            .collect(Collectors.joining(", "));
    String more =
        others.size() > MAX_NAMED ? " and %d more".formatted(others.size() - MAX_NAMED) : "";
    return "%s was also edited by %s%s; re-read it before you edit it again, and keep what they changed."
        .formatted(file(edit), named, more);
  }

  /** For the agent that edited first. */
  static String forFirstEditor(FileEdit first, FileEdit second) {
    return "%s, which you edited, has since been edited by %s; re-read it before you edit it again."
        .formatted(file(first), name(second, first));
  }

  private static String describe(FileEdit editor, FileEdit reader) {
    long ago = Math.max(0, reader.at() - editor.at());
    String when =
        ago < MINUTE ? "just now" : ago < HOUR ? ago / MINUTE + " min ago" : ago / HOUR + " h ago";
    String type = editor.type().map(name -> Cut.toLine(MAX_NAME, name) + ", ").orElse("");
    return "%s (%s%s)".formatted(name(editor, reader), type, when);
  }

  private static String name(FileEdit editor, FileEdit reader) {
    String agent =
        editor.agent().isEmpty()
            ? "the main agent"
            : "agent " + Cut.toLine(MAX_NAME, editor.agent());
    return editor.session().equals(reader.session())
        ? agent
        : agent + " of session " + Cut.toLine(MAX_NAME, editor.session());
  }

  private static String file(FileEdit edit) {
    Path project = Path.of(edit.project());
    Path file = Path.of(edit.file());
    return Cut.toLine(
        MAX_FILE, (file.startsWith(project) ? project.relativize(file) : file).toString());
  }
}
