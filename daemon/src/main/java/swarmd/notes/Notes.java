package swarmd.notes;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.time.Time;

/** The notes of all projects: what people, agents and hooks can do with them. Nothing blocks. */
public final class Notes {
  /** All priority notes of a project together, in characters. */
  public static final int MAX_PRIORITY = 500;

  /** One note, in characters. */
  public static final int MAX_TEXT = 2_000;

  /** Notes of a project. */
  public static final int MAX_NOTES = 100;

  static final Duration PASSING_KEPT = Duration.ofDays(7);

  private static final Comparator<Note> TOLD_ORDER =
      Comparator.comparing(Note::kind)
          .thenComparing(Comparator.comparingLong(Note::at).thenComparingLong(Note::id).reversed());

  private static final Comparator<Note> FORGET_ORDER =
      Comparator.comparing(Note::kind).reversed().thenComparingLong(Note::at);

  private final Store store;
  private final Time time;

  public Notes(Store store, Time time) {
    this.store = store;
    this.time = time;
  }

  /** Those of a project that count, in the order in which they are told. */
  public CompletableFuture<List<Note>> list(String project) {
    return store.read(
        snapshot -> counting(snapshot.get(NoteQueries.class), project, time.millis()));
  }

  /** Keeps each that there is room for; one that is there already counts as written now. */
  public CompletableFuture<List<Outcome<Note>>> add(List<NewNote> notes) {
    return store.write(
        transaction ->
            notes.stream()
                .map(note -> add(transaction.get(NoteRepository.class), note, time.millis()))
                .toList());
  }

  /** Returns whether it was there. */
  public CompletableFuture<Boolean> remove(String project, long id) {
    return store.write(transaction -> transaction.get(NoteRepository.class).remove(project, id));
  }

  private static List<Note> counting(NoteQueries notes, String project, long now) {
    long since = now - PASSING_KEPT.toMillis();
    return notes.of(project).stream()
        .filter(note -> !note.kind().passes() || note.at() >= since)
        .sorted(TOLD_ORDER)
        .toList();
  }

  private static Outcome<Note> add(NoteRepository notes, NewNote note, long now) {
    if (note.text().isBlank()) {
      return refused("a note needs a text");
    }
    if (note.text().length() > MAX_TEXT) {
      return refused(
          "a note has at most %,d characters, this has %,d; shorten it, or put it into a file and note where that is"
              .formatted(MAX_TEXT, note.text().length()));
    }
    notes.forgetPassingBefore(now - PASSING_KEPT.toMillis());
    List<Note> known = counting(notes, note.project(), now);
    Optional<Note> same = known.stream().filter(other -> isSame(other, note)).findFirst();
    if (same.isPresent()) {
      notes.setAt(same.get().id(), now);
      return Outcome.ok(same.get());
    }
    return withRoom(notes, note, known, now);
  }

  private static boolean isSame(Note known, NewNote note) {
    return known.kind() == note.kind()
        && known.text().equals(note.text())
        && (known.kind() != Note.Kind.SESSION || known.session().equals(note.session()));
  }

  private static Outcome<Note> withRoom(
      NoteRepository notes, NewNote note, List<Note> known, long now) {
    int used =
        known.stream()
            .filter(other -> other.kind() == Note.Kind.PRIORITY)
            .mapToInt(other -> other.text().length())
            .sum();
    if (note.kind() == Note.Kind.PRIORITY && used + note.text().length() > MAX_PRIORITY) {
      return refused(
          "priority notes have %d characters in all, %d are used and this has %d; remove one with: swarm note rm ID, or add it without --priority"
              .formatted(MAX_PRIORITY, used, note.text().length()));
    }
    if (known.size() >= MAX_NOTES) {
      Optional<Note> first =
          known.stream().filter(other -> makesRoom(other.kind(), note.kind())).min(FORGET_ORDER);
      if (first.isEmpty()) {
        return refused(
            "the project has %d notes, and no working note to forget; remove one with: swarm note rm ID"
                .formatted(known.size()));
      }
      notes.remove(note.project(), first.get().id());
    }
    return Outcome.ok(notes.add(note, now));
  }

  /** What a person wrote is not pushed out by what nobody asked for. */
  private static boolean makesRoom(Note.Kind known, Note.Kind added) {
    return known == Note.Kind.SESSION || known == Note.Kind.WORKING && added != Note.Kind.SESSION;
  }

  private static Outcome<Note> refused(String why) {
    return Outcome.refused(ErrorCode.INVALID_REQUEST, why);
  }
}
