package swarmd.sessions;

import java.util.List;
import java.util.Optional;

/** Queries about the subagents of sessions. */
public interface SubagentQueries {

  Optional<Subagent> find(String project, String session, String id);

  /** A session's subagents that have not ended, oldest first. */
  List<Subagent> running(String project, String session);

  /** How many subagents a session has started since then, of those that are still stored. */
  int countStartedSince(String project, String session, long since);
}
