package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import swarmd.skills.Skill;
import swarmd.skills.SkillQueries;

class SqlSkillQueries implements SkillQueries {
  private final SqliteConnection connection;

  SqlSkillQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public List<Skill> of(String project) {
    return connection
        .sql()
        .of("SELECT * FROM skill WHERE project = :project ORDER BY id")
        .bind("project", project)
        .list(SqlSkillQueries::read);
  }

  static Skill read(ResultSet row) throws SQLException {
    long lastUsed = row.getLong("last_used");
    return new Skill(
        row.getLong("id"),
        row.getString("project"),
        Skill.Status.of(row.getString("status")),
        Skill.Origin.of(row.getString("origin")),
        row.getString("text"),
        JsonColumn.texts(row.getString("triggers")),
        row.getInt("used"),
        lastUsed == 0 ? Optional.empty() : Optional.of(lastUsed),
        row.getLong("at"));
  }
}
