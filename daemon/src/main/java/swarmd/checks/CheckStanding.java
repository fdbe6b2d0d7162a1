package swarmd.checks;

import java.util.List;

/** How the check that counts for a session stands. */
public sealed interface CheckStanding {

  /** The settings name no check. */
  record NoChecks() implements CheckStanding {}

  /** There are several, and none of them is called test. */
  record Several(List<String> names) implements CheckStanding {}

  /** The settings do not have the requested check. */
  record Unknown(String name, List<String> names) implements CheckStanding {}

  /** The person has not agreed to it. */
  record Untrusted(String name) implements CheckStanding {}

  /** It has not run. */
  record NotRun(String name) implements CheckStanding {}

  /** Its last run did not pass. */
  record Failed(CheckRecord last) implements CheckStanding {}

  /** Its last run passed, but files were changed since, or it ran elsewhere. */
  record Outdated(CheckRecord last, String why) implements CheckStanding {}

  /** It passed, and nothing was changed since. */
  record Passed(CheckRecord last) implements CheckStanding {}
}
