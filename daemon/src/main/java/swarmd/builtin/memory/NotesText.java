package swarmd.builtin.memory;

import java.util.List;
import java.util.Optional;
import swarmd.notes.Note;

/** A project's notes as a model reads them. */
final class NotesText {
  /** In characters. */
  static final int MAX_LENGTH = 8_192;

  private static final String HEAD =
      "swarmd: notes of this project, kept by its people and agents. One that no longer holds:"
          + " swarm note rm ID.";
  private static final int ROOM_FOR_REST = 60;

  private NotesText() {}

  /**
   * Empty if there are none.
   *
   * @param notes the most important first; what does not fit is only counted
   */
  static Optional<String> of(List<Note> notes) {
    if (notes.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(HEAD);
    int told = 0;
    for (Note note : notes) {
      String line = "\n- %d%s: %s".formatted(note.id(), emphasis(note), note.text().strip());
      if (text.length() + line.length() > MAX_LENGTH - ROOM_FOR_REST) {
        break;
      }
      text.append(line);
      told++;
    }
    if (told < notes.size()) {
      text.append("\n%d more: swarm note list".formatted(notes.size() - told));
    }
    return Optional.of(text.toString());
  }

  private static String emphasis(Note note) {
    return switch (note.kind()) {
      case PRIORITY -> " (important)";
      case SESSION -> " (from a subagent)";
      case MANUAL, WORKING -> "";
    };
  }
}
