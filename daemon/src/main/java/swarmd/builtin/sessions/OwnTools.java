package swarmd.builtin.sessions;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.McpTool;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.ReviewerCommand;
import swarmd.json.Json;
import swarmd.sessions.CallIdentities;
import swarmd.sessions.CallIdentities.Identity;
import swarmd.sessions.CallTickets;
import swarmd.sessions.SessionId;

/**
 * Puts a ticket into an agent's call of one of our own tools, by which the daemon knows the agent
 * when the call arrives, and allows the call before the host asks for it. What the model itself has
 * written in that place is replaced.
 */
public final class OwnTools implements HookHandler {
  private final CallIdentities identities;

  public OwnTools(CallIdentities identities) {
    this.identities = identities;
  }

  @Override
  public String name() {
    return "own-tools";
  }

  @Override
  public String description() {
    return "passes the agent and session to swarmd's own MCP tools, and allows them";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    HookResult allowed = HookResult.allow();
    boolean called = event.is(EventKind.BEFORE_TOOL);
    return CompletableFuture.completedStage(
        event
            .session()
            .filter(session -> called && SessionId.isValid(session))
            .map(session -> allowed.and(HookResult.input(withTicket(event, session))))
            .orElse(allowed));
  }

  private Map<String, Object> withTicket(HookEvent event, String session) {
    Optional<String> call = event.text("tool_use_id");
    Optional<String> agent = event.agent().filter(SessionId::isValid);
    Optional<CallTickets.Call> proof =
        event.proven() && ReviewerCommand.isIn(event) && call.isPresent()
            ? agent.map(name -> new CallTickets.Call(session, name, call.get()))
            : Optional.empty();
    Map<String, Object> input = Json.fields(event.object("tool_input"));
    input.put(McpTool.TICKET, identities.remember(new Identity(session, agent, proof), call));
    return input;
  }
}
