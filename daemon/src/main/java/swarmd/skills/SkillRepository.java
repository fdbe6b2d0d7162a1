package swarmd.skills;

import java.util.Optional;

/** Changes stored skills within a transaction. */
public interface SkillRepository extends SkillQueries {

  Optional<Skill> withSubject(String project, String subject);

  Skill add(NewSkill skill, Skill.Status status, long now);

  /** Sets the status of a skill that exists. */
  Skill change(long id, Skill.Status status, long now);

  /** Counts that a session has received it. */
  void use(long id, long now);

  /** Forgets what was said only once before this. */
  void deleteNoticedBefore(long at);
}
