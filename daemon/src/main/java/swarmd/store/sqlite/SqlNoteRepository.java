package swarmd.store.sqlite;

import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.notes.NoteRepository;

/** Notes, on the connection that writes. */
final class SqlNoteRepository extends SqlNoteQueries implements NoteRepository {
  SqlNoteRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public Note add(NewNote note, long now) {
    return jdbi()
        .createQuery(
            """
            INSERT INTO note (project, kind, session, text, at)
            VALUES (:project, :kind, :session, :text, :now)
            RETURNING *
            """)
        .bind("project", note.project())
        .bind("kind", note.kind().label())
        .bind("session", note.session())
        .bind("text", note.text())
        .bind("now", now)
        .map((row, context) -> read(row))
        .one();
  }

  @Override
  public void touch(long id, long now) {
    jdbi()
        .createUpdate("UPDATE note SET at = :now WHERE id = :id")
        .bind("now", now)
        .bind("id", id)
        .execute();
  }

  @Override
  public boolean remove(String project, long id) {
    return jdbi()
            .createUpdate("DELETE FROM note WHERE id = :id AND project = :project")
            .bind("id", id)
            .bind("project", project)
            .execute()
        == 1;
  }

  @Override
  public void deleteExpiringBefore(long at) {
    jdbi()
        .createUpdate("DELETE FROM note WHERE kind IN ('working', 'session') AND at < :at")
        .bind("at", at)
        .execute();
  }
}
