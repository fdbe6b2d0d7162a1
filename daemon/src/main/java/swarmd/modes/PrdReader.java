package swarmd.modes;

import java.util.Optional;

/** Finds the PRD of a project. Reads the file system. */
public interface PrdReader {

  /**
   * Its stories. A PRD that is there but cannot be read has one story that does not pass, and whose
   * title says what is wrong: nothing counts as finished because of a broken file.
   *
   * @param project the project's directory
   * @param file its path in the project; absent for the usual places
   */
  Optional<StopInputs.Prd> read(String project, Optional<String> file);
}
