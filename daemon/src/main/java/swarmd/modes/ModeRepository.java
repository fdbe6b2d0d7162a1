package swarmd.modes;

/** The stored modes within one transaction. */
public interface ModeRepository extends ModeQueries {

  /** Adds or replaces; {@code lastSeen} belongs to the session and is not stored. */
  void save(ActiveMode mode);

  /** Returns whether it was there. */
  boolean delete(String project, String session, Mode mode);
}
