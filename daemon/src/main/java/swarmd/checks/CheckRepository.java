package swarmd.checks;

/** The results of checks within one transaction. */
public interface CheckRepository extends CheckQueries {

  /** Returns the record with its id. */
  CheckRecord add(CheckRecord record);
}
