package swarmd.sessions;

/** The stored edits of files within one transaction. */
public interface FileEditRepository extends FileEditQueries {

  /** Keeps the edit, unless this agent has edited too many files to count. */
  void edited(FileEdit edit);

  /**
   * An agent has run a command that may write.
   *
   * @param agent empty for the session's main agent
   * @param tree the top of the work tree
   */
  void ranIn(String project, String session, String agent, String tree, long at);

  /** Forgets the edits of a session that has ended. */
  void forget(String project, String session);

  /** Forgets the edits of one agent of a session. */
  void forget(String project, String session, String agent);
}
