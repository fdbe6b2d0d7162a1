package swarmd.sessions;

import java.util.List;
import java.util.Optional;

/** What can be asked about sessions. */
public interface SessionQueries {

  Optional<Session> find(String project, String id);

  /** Those that are not over and were seen since then, the latest first. */
  List<Session> live(Optional<String> project, long seenSince, int limit);

  Optional<Subagent> findSubagent(String project, String session, String id);

  /** How many subagents a session has started since then, of those that are still known. */
  int countSubagents(String project, String session, long since);

  /** A session's subagents that have not ended, oldest first. */
  List<Subagent> runningSubagents(String project, String session);
}
