package swarmd.skills;

import java.util.List;

/** Queries for skills. */
public interface SkillQueries {

  /** A project's skills, oldest first. */
  List<Skill> of(String project);
}
