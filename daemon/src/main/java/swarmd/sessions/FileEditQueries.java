package swarmd.sessions;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Queries about which agent edited which file. */
public interface FileEditQueries {

  /** The last edits in a project, of all its sessions, oldest first. */
  List<FileEdit> latest(String project, int limit);

  /**
   * The files that a session has edited since a time, newest first, then the work trees in which it
   * has run commands that may write.
   *
   * @param agent only this one; all of the session if empty
   */
  List<String> touchedSince(String project, String session, Optional<String> agent, long since);

  /** The last edit by any agent of a session. */
  Optional<FileEdit> lastIn(String project, String session);

  /** When each agent of a session has last edited a file; an empty name is the main agent. */
  Map<String, Long> lastByAgent(String project, String session);

  /** The files that each agent of a session has edited; an empty name is the main agent. */
  Map<String, EditedFiles> byAgent(String project, String session);

  /** How many files a session's agents have edited together. */
  int count(String project, String session);
}
