package swarmd.notes;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.common.TextLength;
import swarmd.store.Store;
import swarmd.time.Time;

/** Lists, adds and removes the notes of all projects. No method blocks. */
public final class Notes {
  /** The characters that all priority notes of a project may have together. */
  public static final int MAX_PRIORITY_TEXT = 500;

  /** The characters that one note may have. */
  public static final int MAX_TEXT = 2_000;

  public static final TextLength TEXT = TextLength.notBlank(MAX_TEXT, "text");

  /** How many notes a project may have. */
  public static final int MAX_NOTES = 100;

  static final Duration RETENTION = Duration.ofDays(7);

  private static final Comparator<Note> DELIVERY_ORDER =
      Comparator.comparing(Note::kind)
          .thenComparing(Comparator.comparingLong(Note::at).thenComparingLong(Note::id).reversed());

  private static final Comparator<Note> EVICTION_ORDER =
      Comparator.comparing(Note::kind).reversed().thenComparingLong(Note::at);

  private final Store store;
  private final Time time;

  public Notes(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  /** A project's notes that have not expired, in the order sessions receive them. */
  public CompletableFuture<List<Note>> list(String project) {
    return store.read(snapshot -> current(snapshot.get(NoteQueries.class), project, time.millis()));
  }

  /** Adds each note if there is room; one that already exists becomes as new as if added now. */
  public CompletableFuture<List<Outcome<Note>>> add(List<NewNote> notes) {
    return store.write(
        transaction ->
            notes.stream()
                .map(note -> add(transaction.get(NoteRepository.class), note, time.millis()))
                .toList());
  }

  /** Returns whether the note existed. */
  public CompletableFuture<Boolean> remove(String project, long id) {
    return store.write(transaction -> transaction.get(NoteRepository.class).remove(project, id));
  }

  private static List<Note> current(NoteQueries notes, String project, long now) {
    long since = now - RETENTION.toMillis();
    return notes.of(project).stream()
        .filter(note -> !note.kind().expires() || note.at() >= since)
        .sorted(DELIVERY_ORDER)
        .toList();
  }

  private static Outcome<Note> add(NoteRepository notes, NewNote note, long now) {
    if (note.text().isBlank()) {
      return refused("a note must not be blank");
    }
    if (TextLength.lengthOf(note.text()) > MAX_TEXT) {
      return refused(
          "a note may have at most %,d characters, and this one has %,d; shorten it, or put it into a file and note where that is"
              .formatted(MAX_TEXT, TextLength.lengthOf(note.text())));
    }
    notes.deleteExpiringBefore(now - RETENTION.toMillis());
    List<Note> existing = current(notes, note.project(), now);
    Optional<Note> duplicate =
        existing.stream().filter(other -> isDuplicate(other, note)).findFirst();
    if (duplicate.isPresent()) {
      notes.touch(duplicate.get().id(), now);
      return Outcome.ok(duplicate.get());
    }
    return addWithinLimits(notes, note, existing, now);
  }

  private static boolean isDuplicate(Note existing, NewNote note) {
    return existing.kind() == note.kind()
        && existing.text().equals(note.text())
        && (existing.kind() != Note.Kind.SESSION || existing.session().equals(note.session()));
  }

  private static Outcome<Note> addWithinLimits(
      NoteRepository notes, NewNote note, List<Note> existing, long now) {
    int used =
        existing.stream()
            .filter(other -> other.kind() == Note.Kind.PRIORITY)
            .mapToInt(other -> TextLength.lengthOf(other.text()))
            .sum();
    if (note.kind() == Note.Kind.PRIORITY
        && used + TextLength.lengthOf(note.text()) > MAX_PRIORITY_TEXT) {
      return refused(
          "priority notes may have %d characters in total, %d are used and this one has %d; remove one with: swarm note rm ID, or add it without --priority"
              .formatted(MAX_PRIORITY_TEXT, used, TextLength.lengthOf(note.text())));
    }
    if (existing.size() >= MAX_NOTES) {
      Optional<Note> evicted =
          existing.stream()
              .filter(other -> mayEvict(other.kind(), note.kind()))
              .min(EVICTION_ORDER);
      if (evicted.isEmpty()) {
        return refused(
            "the project has %d notes, and none of them may be dropped; remove one with: swarm note rm ID"
                .formatted(existing.size()));
      }
      notes.remove(note.project(), evicted.get().id());
    }
    return Outcome.ok(notes.add(note, now));
  }

  /** A note that the user wrote is never evicted for one that nobody asked for. */
  private static boolean mayEvict(Note.Kind existing, Note.Kind added) {
    return existing == Note.Kind.SESSION
        || existing == Note.Kind.WORKING && added != Note.Kind.SESSION;
  }

  private static Outcome<Note> refused(String reason) {
    return Outcome.refused(ErrorCode.INVALID_REQUEST, reason);
  }
}
