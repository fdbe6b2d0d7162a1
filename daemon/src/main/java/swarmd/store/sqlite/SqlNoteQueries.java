package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;
import swarmd.notes.Note;
import swarmd.notes.NoteQueries;

class SqlNoteQueries implements NoteQueries {
  private final SqliteConnection connection;

  SqlNoteQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public List<Note> of(String project) {
    return connection
        .sql()
        .of("SELECT * FROM note WHERE project = :project ORDER BY at DESC, id DESC")
        .bind("project", project)
        .list(SqlNoteQueries::read);
  }

  static Note read(ResultSet row) throws SQLException {
    return new Note(
        row.getLong("id"),
        row.getString("project"),
        Note.Kind.of(row.getString("kind")),
        Columns.text(row, "session"),
        row.getString("text"),
        row.getLong("at"));
  }
}
