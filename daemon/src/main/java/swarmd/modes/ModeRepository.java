package swarmd.modes;

/** The stored modes within one transaction. */
public interface ModeRepository extends ModeQueries {

  /** Adds or replaces; {@code lastSeen} belongs to the session and is not stored. */
  void save(ActiveMode mode);

  /** The session has ended, and its modes with it; saving one makes it active again. */
  void suspend(String project, String session, long now);

  /** Returns whether it was there. */
  boolean delete(String project, String session, Mode mode);
}
