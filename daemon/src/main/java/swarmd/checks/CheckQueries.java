package swarmd.checks;

import java.util.List;
import java.util.Optional;

/** Queries on the results of checks. */
public interface CheckQueries {

  /** The newest result of a check, in whichever work tree. */
  Optional<CheckRecord> latest(String project, String name);

  /** The newest result of each check of a project. */
  List<CheckRecord> latest(String project);
}
