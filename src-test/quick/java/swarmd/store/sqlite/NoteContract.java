package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.notes.NoteQueries;
import swarmd.notes.NoteRepository;

/** Notes for all sessions of a project. */
interface NoteContract {

  TestStore store();

  private Note add(String project, Note.Kind kind, String text, long at) {
    NewNote note = new NewNote(project, kind, Optional.of("s1"), text);
    return store().write(all -> all.get(NoteRepository.class).add(note, at));
  }

  private List<Note> notes(String project) {
    return store().read(all -> all.get(NoteQueries.class).of(project));
  }

  @Test
  default void every_kind_of_note_is_found_as_it_was_added_the_latest_first() {
    Note priority = add(PROJECT, Note.Kind.PRIORITY, "ümläut\nand lines", 2);
    Note manual = add(PROJECT, Note.Kind.MANUAL, "b", 3);
    Note working = add(PROJECT, Note.Kind.WORKING, "c", 3);
    Note ofSession = add(PROJECT, Note.Kind.SESSION, "e", 3);
    NewNote persons = new NewNote(PROJECT, Note.Kind.MANUAL, Optional.empty(), "d");
    Note first = store().write(all -> all.get(NoteRepository.class).add(persons, 1));

    assertThat(notes(PROJECT)).containsExactly(ofSession, working, manual, priority, first);
    assertThat(first.session()).isEmpty();
    assertThat(priority)
        .isEqualTo(
            new Note(1, PROJECT, Note.Kind.PRIORITY, Optional.of("s1"), "ümläut\nand lines", 2));
  }

  @Test
  default void a_project_has_its_own_notes_and_only_it_can_remove_them() {
    Note mine = add(PROJECT, Note.Kind.MANUAL, "mine", 1);
    Note theirs = add(OTHER_PROJECT, Note.Kind.MANUAL, "theirs", 1);

    assertThat(
            store()
                .<Boolean>write(all -> all.get(NoteRepository.class).remove(PROJECT, theirs.id())))
        .isFalse();
    assertThat(
            store().<Boolean>write(all -> all.get(NoteRepository.class).remove(PROJECT, mine.id())))
        .isTrue();
    assertThat(
            store().<Boolean>write(all -> all.get(NoteRepository.class).remove(PROJECT, mine.id())))
        .isFalse();

    assertThat(notes(PROJECT)).isEmpty();
    assertThat(notes(OTHER_PROJECT)).containsExactly(theirs);
  }

  @Test
  default void the_id_of_a_removed_note_is_never_used_again() {
    Note removed = add(PROJECT, Note.Kind.MANUAL, "a", 1);
    store().change(all -> all.get(NoteRepository.class).remove(PROJECT, removed.id()));

    assertThat(add(PROJECT, Note.Kind.MANUAL, "b", 1).id()).isGreaterThan(removed.id());
  }

  @Test
  default void only_notes_of_these_days_grow_old_and_one_that_is_written_again_is_young() {
    Note priority = add(PROJECT, Note.Kind.PRIORITY, "a", 1);
    Note manual = add(PROJECT, Note.Kind.MANUAL, "b", 1);
    Note again = add(PROJECT, Note.Kind.WORKING, "c", 1);
    add(PROJECT, Note.Kind.WORKING, "d", 9);
    add(PROJECT, Note.Kind.SESSION, "f", 9);
    Note young = add(OTHER_PROJECT, Note.Kind.WORKING, "e", 10);
    store().change(all -> all.get(NoteRepository.class).touch(again.id(), 10));

    store().change(all -> all.get(NoteRepository.class).deleteExpiringBefore(10));

    assertThat(notes(PROJECT))
        .extracting(Note::id)
        .containsExactly(again.id(), manual.id(), priority.id());
    assertThat(notes(OTHER_PROJECT)).containsExactly(young);
  }
}
