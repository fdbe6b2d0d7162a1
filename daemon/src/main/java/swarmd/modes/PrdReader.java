package swarmd.modes;

import java.util.Optional;

/** Finds the PRD of a project. Reads the file system. */
public interface PrdReader {

  /**
   * Its stories. A PRD that cannot be read has one failing story whose title says what is wrong: a
   * broken file must not pass for finished work.
   *
   * @param project the project's directory
   * @param file its path in the project; absent for the usual places
   */
  Optional<StopInputs.Prd> read(String project, Optional<String> file);
}
