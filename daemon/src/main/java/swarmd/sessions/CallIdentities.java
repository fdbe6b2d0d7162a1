package swarmd.sessions;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import swarmd.common.LruMap;

/**
 * Whose a tool call is that reaches the daemon by MCP. The call's hook has told; the call itself
 * brings a ticket that the hook has put into it, or the id that its host gave to both. A model can
 * neither guess a ticket nor choose the id.
 */
public final class CallIdentities {
  private static final int REMEMBERED = 1_000;

  private final Map<String, Identity> byTicket = new LruMap<>(REMEMBERED);
  private final Map<String, Identity> byCall = new LruMap<>(REMEMBERED);
  private final Supplier<String> newToken;

  /**
   * @param newToken makes secrets that nobody can guess
   */
  public CallIdentities(Supplier<String> newToken) {
    this.newToken = newToken;
  }

  /**
   * The agent that has made a call.
   *
   * @param agent a subagent; empty for the main agent
   * @param call present if the daemon has seen that the host itself has sent the event
   */
  public record Identity(String session, Optional<String> agent, Optional<CallTickets.Call> call) {}

  /**
   * Remembers a call and returns its ticket.
   *
   * @param id the host's, if it has one
   */
  public synchronized String remember(Identity identity, Optional<String> id) {
    String ticket = newToken.get();
    byTicket.put(ticket, identity);
    id.ifPresent(call -> byCall.put(call, identity));
    return ticket;
  }

  public synchronized Optional<Identity> withTicket(String ticket) {
    return Optional.ofNullable(byTicket.get(ticket));
  }

  public synchronized Optional<Identity> withId(String call) {
    return Optional.ofNullable(byCall.get(call));
  }
}
