package swarmd.sessions;

/** Who edited what, within one transaction. */
public interface FileEditRepository extends FileEditQueries {

  /** Keeps it, unless this agent has edited too many files to count. */
  void edited(FileEdit edit);

  /** A session is over. */
  void forget(String project, String session);
}
