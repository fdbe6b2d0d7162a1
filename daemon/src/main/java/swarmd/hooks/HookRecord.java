package swarmd.hooks;

import java.util.Optional;

/**
 * What is kept of a hook event.
 *
 * @param type a hook type, "stop", or the host's name of an event that has none
 * @param decision allow, ask or deny; absent where nothing was decided
 * @param handler who decided
 * @param note what a handler has left for people to read
 */
public record HookRecord(
    long at,
    Optional<String> project,
    Optional<String> session,
    Optional<String> agent,
    String host,
    String type,
    Optional<String> decision,
    Optional<String> handler,
    long durationMicros,
    Optional<String> error,
    Optional<String> note) {}
