package swarmd.store.sqlite;

import java.util.Optional;
import swarmd.skills.NewSkill;
import swarmd.skills.Skill;
import swarmd.skills.SkillRepository;

/** Skills, on the connection that writes. */
final class SqlSkillRepository extends SqlSkillQueries implements SkillRepository {
  SqlSkillRepository(SqliteConnection connection) {
    super(connection);
  }

  @Override
  public Optional<Skill> withSubject(String project, String subject) {
    return jdbi()
        .createQuery("SELECT * FROM skill WHERE project = :project AND subject = :subject")
        .bind("project", project)
        .bind("subject", subject)
        .map((row, context) -> read(row))
        .findOne();
  }

  @Override
  public Skill add(NewSkill skill, Skill.Status status, long now) {
    return jdbi()
        .createQuery(
            """
            INSERT INTO skill (project, status, origin, subject, text, triggers, at)
            VALUES (:project, :status, :origin, :subject, :text, :triggers, :now)
            RETURNING *
            """)
        .bind("project", skill.project())
        .bind("status", status.label())
        .bind("origin", skill.origin().label())
        .bind("subject", skill.subject())
        .bind("text", skill.text())
        .bind("triggers", JsonColumn.write(skill.triggers()))
        .bind("now", now)
        .map((row, context) -> read(row))
        .one();
  }

  @Override
  public Skill change(long id, Skill.Status status, long now) {
    return jdbi()
        .createQuery("UPDATE skill SET status = :status, at = :now WHERE id = :id RETURNING *")
        .bind("status", status.label())
        .bind("now", now)
        .bind("id", id)
        .map((row, context) -> read(row))
        .one();
  }

  @Override
  public void use(long id, long now) {
    jdbi()
        .createUpdate("UPDATE skill SET used = used + 1, last_used = :now WHERE id = :id")
        .bind("now", now)
        .bind("id", id)
        .execute();
  }

  @Override
  public void deleteNoticedBefore(long at) {
    jdbi()
        .createUpdate("DELETE FROM skill WHERE status = 'noticed' AND at < :at")
        .bind("at", at)
        .execute();
  }
}
