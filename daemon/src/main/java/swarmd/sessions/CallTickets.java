package swarmd.sessions;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import swarmd.common.LruMap;

/**
 * Proofs that a command comes from a certain tool call. A name in the environment proves nothing,
 * since any agent can set it; a ticket is a secret that only this call's command was given.
 */
public final class CallTickets {
  /** The variable that passes a ticket on to `swarm`. */
  public static final String VARIABLE = "SWARM_CALL";

  private static final int REMEMBERED = 1_000;

  private final Map<String, Call> calls = new LruMap<>(REMEMBERED);
  private final Supplier<String> newToken;

  /**
   * @param newToken makes secrets that nobody can guess, of letters, digits, '-' and '_'
   */
  public CallTickets(Supplier<String> newToken) {
    this.newToken = newToken;
  }

  /** A tool call of a subagent. */
  public record Call(String session, String agent, String id) {}

  public synchronized String issue(Call call) {
    String token = newToken.get();
    calls.put(token, call);
    return token;
  }

  public synchronized Optional<Call> find(String token) {
    return Optional.ofNullable(calls.get(token));
  }
}
