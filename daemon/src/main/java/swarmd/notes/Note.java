package swarmd.notes;

import java.util.Locale;
import java.util.Optional;

/**
 * A text that every session of a project should have in its context, even after a compaction.
 *
 * @param session the session that wrote it; empty if the user did
 * @param at when it was added, or added again; epoch milliseconds
 */
public record Note(
    long id, String project, Kind kind, Optional<String> session, String text, long at) {

  /** How long a note is kept. Sessions receive notes in this order. */
  public enum Kind {
    /** Always included, so there is room for only a few. */
    PRIORITY,
    /** Kept until the user removes it. */
    MANUAL,
    /** About current work; expires after some days. */
    WORKING,
    /** Expires too, and only its own session receives it, because no user asked for it. */
    SESSION;

    /** The name that is stored and shown. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Whether notes of this kind are deleted after some days. */
    boolean expires() {
      return this == WORKING || this == SESSION;
    }
  }

  /** Whether this session should receive the note. */
  public boolean isFor(String recipient) {
    return kind != Kind.SESSION || session.filter(recipient::equals).isPresent();
  }
}
