package swarmd.builtin.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Tells an agent's shell who the agent is, so that what it claims is its own. */
public final class AgentIdentity implements HookHandler {

  @Override
  public String name() {
    return "agent-identity";
  }

  @Override
  public String description() {
    return "tells `swarm` in an agent's shell which agent and session it is called by";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    HookResult result =
        ShellCommand.of(event)
            .filter(SwarmCall::isIn)
            .flatMap(command -> identified(event, command))
            .map(command -> HookResult.input(inputWith(event, command)))
            .orElse(HookResult.NOTHING);
    return CompletableFuture.completedFuture(result);
  }

  private static Optional<String> identified(HookEvent event, String command) {
    return Identity.of(event)
        .map(Identity::prefix)
        .filter(prefix -> !command.startsWith(prefix))
        .map(prefix -> prefix + command);
  }

  /** The host takes it for the whole input. */
  private static Map<String, Object> inputWith(HookEvent event, String command) {
    Map<String, Object> input = new LinkedHashMap<>();
    event.object("tool_input").forEach((name, value) -> input.put((String) name, value));
    input.put("command", command);
    return input;
  }
}
