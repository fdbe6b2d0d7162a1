package swarmd.sessions;

/** The stored edits of files within one transaction. */
public interface FileEditRepository extends FileEditQueries {

  /** Keeps the edit, unless this agent has edited too many files to count. */
  void edited(FileEdit edit);

  /** Forgets the edits of a session that has ended. */
  void forget(String project, String session);

  /** Forgets the edits of one agent of a session. */
  void forget(String project, String session, String agent);
}
