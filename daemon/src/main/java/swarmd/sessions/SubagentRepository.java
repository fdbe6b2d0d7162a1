package swarmd.sessions;

import java.util.List;
import java.util.Optional;

/** The stored subagents within one transaction. */
public interface SubagentRepository extends SubagentQueries {

  /** A subagent begins, or begins again. */
  void started(String project, String session, String id, Optional<String> type, long now);

  /** A sign of life; the subagent is added if it is not there. */
  void seen(String project, String session, String id, Optional<String> type, long now);

  void ended(String project, String session, String id, long now);

  void setHolds(String project, String session, String id, int count);

  /**
   * Forgets the subagents of a session that ended first, all but {@code keep}; returns their ids.
   */
  List<String> keepEnded(String project, String session, int keep);
}
