package swarmd.notes;

import java.util.Locale;
import java.util.Optional;

/**
 * Something that every session of a project should know, also after it has forgotten all else.
 *
 * @param session who wrote it; absent for a person
 * @param at when it was written, or last written again; epoch milliseconds
 */
public record Note(
    long id, String project, Kind kind, Optional<String> session, String text, long at) {

  /** How long it counts, in the order in which notes are told. */
  public enum Kind {
    /** Always told, so there is room for few. */
    PRIORITY,
    /** Kept until it is removed. */
    MANUAL,
    /** About the work of these days. */
    WORKING,
    /** About these days too, but only its session is told: no person has asked for it. */
    SESSION;

    /** What is stored and shown. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Whether it is forgotten after some days. */
    boolean passes() {
      return this == WORKING || this == SESSION;
    }
  }

  /** Whether the models of this session are to know it. */
  public boolean isFor(String reader) {
    return kind != Kind.SESSION || session.filter(reader::equals).isPresent();
  }
}
