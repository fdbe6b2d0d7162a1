package swarmd.modes;

/** The stored modes within one transaction. */
public interface ModeRepository extends ModeQueries {

  /** Adds or replaces; {@code lastSeen} belongs to the session and is not stored. */
  void save(ActiveMode mode);

  /** Returns whether it was there. */
  boolean delete(String project, String session, Mode mode);

  /**
   * Forgets modes of sessions that are gone. One that was started or checked since then stays: its
   * session may be yet to come, or to come back.
   */
  void forgetBefore(long lastUsed);
}
