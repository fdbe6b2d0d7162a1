package swarmd.sessions;

import java.util.Optional;

/** An agent that a session's main agent has started. */
public record Subagent(
    String project,
    String session,
    String id,
    Optional<String> type,
    long startedAt,
    long lastSeen,
    Optional<Long> endedAt,
    int holds) {}
