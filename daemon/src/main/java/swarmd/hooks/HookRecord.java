package swarmd.hooks;

import java.util.Optional;

/**
 * The record of a hook event.
 *
 * @param type a hook type, "stop", or the host's name if the event has no type
 * @param decision allow, ask or deny; absent if nothing was decided
 * @param handler the handler that decided
 * @param note a handler's note for users
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
