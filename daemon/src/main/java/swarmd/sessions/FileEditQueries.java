package swarmd.sessions;

import java.util.List;
import java.util.Map;

/** Queries about which agent edited which file. */
public interface FileEditQueries {

  /** The last edits in a project, of all its sessions, oldest first. */
  List<FileEdit> latest(String project, int limit);

  /** How many files each agent of a session has edited; an empty name is the main agent. */
  Map<String, Integer> counts(String project, String session);

  /** How many files a session's agents have edited together. */
  int count(String project, String session);
}
