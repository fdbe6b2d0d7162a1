package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.notes.NoteRepository;

final class SqlNoteRepository implements NoteRepository {
  private final Sql sql;

  SqlNoteRepository(Sql sql) {
    this.sql = sql;
  }

  @Override
  public List<Note> of(String project) {
    return sql.of(
            """
            SELECT id, project, kind, session, text, at FROM note
            WHERE project = :project ORDER BY at DESC, id DESC
            """)
        .bind("project", project)
        .list(SqlNoteRepository::read);
  }

  @Override
  public Note add(NewNote note, long now) {
    return sql.of(
            """
            INSERT INTO note (project, kind, session, text, at)
            VALUES (:project, :kind, :session, :text, :now)
            RETURNING id, project, kind, session, text, at
            """)
        .bind("project", note.project())
        .bind("kind", note.kind().label())
        .bind("session", note.session())
        .bind("text", note.text())
        .bind("now", now)
        .one(SqlNoteRepository::read);
  }

  @Override
  public void setAt(long id, long now) {
    sql.of("UPDATE note SET at = :now WHERE id = :id").bind("now", now).bind("id", id).update();
  }

  @Override
  public boolean remove(String project, long id) {
    return sql.of("DELETE FROM note WHERE id = :id AND project = :project")
            .bind("id", id)
            .bind("project", project)
            .update()
        == 1;
  }

  @Override
  public void forgetPassingBefore(long at) {
    sql.of("DELETE FROM note WHERE kind IN ('working', 'session') AND at < :at")
        .bind("at", at)
        .update();
  }

  private static Note read(ResultSet row) throws SQLException {
    return new Note(
        row.getLong(1),
        row.getString(2),
        Note.Kind.of(row.getString(3)),
        Rows.text(row, 4),
        row.getString(5),
        row.getLong(6));
  }
}
