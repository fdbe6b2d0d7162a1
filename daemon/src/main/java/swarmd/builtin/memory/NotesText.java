package swarmd.builtin.memory;

import java.util.List;
import java.util.Optional;
import swarmd.notes.Note;
import swarmd.text.QuotedText;
import swarmd.text.Visible;

/** Formats a project's notes for the model. */
final class NotesText {
  /** In characters. */
  static final int MAX_LENGTH = 8_192;

  private static final String HEAD =
      "swarmd: notes for this project from its users and agents. To delete an outdated one: swarm"
          + " note rm ID.";
  private static final int ROOM_FOR_REST = 60;

  private NotesText() {}

  /**
   * Empty if there are no notes.
   *
   * @param notes the most important first; those that do not fit are only counted
   */
  static Optional<String> of(List<Note> notes) {
    if (notes.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(HEAD);
    int shown = 0;
    for (Note note : notes) {
      String line =
          "\n- %d%s: %s".formatted(note.id(), emphasis(note), quoted(note.text().strip()));
      if (text.length() + line.length() > MAX_LENGTH - ROOM_FOR_REST) {
        break;
      }
      text.append(line);
      shown++;
    }
    if (shown < notes.size()) {
      text.append("\n%d more: swarm note list".formatted(notes.size() - shown));
    }
    return Optional.of(text.toString());
  }

  /** A note can be written by anybody who works in the project. */
  private static String quoted(String text) {
    return text.lines().count() > 1 ? "\n" + QuotedText.lines(text) : Visible.line(text);
  }

  private static String emphasis(Note note) {
    return switch (note.kind()) {
      case PRIORITY -> " (important)";
      case SESSION -> " (from a subagent)";
      case MANUAL, WORKING -> "";
    };
  }
}
