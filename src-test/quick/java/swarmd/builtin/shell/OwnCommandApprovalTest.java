package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.builtin.shell.PermissionTableTest.Line;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult.Decision;
import swarmd.hosts.Recording;
import swarmd.settings.Permissions;

/** An agent's own `swarm` commands run without a permission prompt, and nothing else does. */
class OwnCommandApprovalTest {

  private static Optional<Decision> decide(Permissions rules, ObjectNode payload) {
    HookEvent event = PermissionTableTest.read(payload);
    return new OwnCommandApproval(rules).handle(event).toCompletableFuture().join().decision();
  }

  private static ObjectNode call(String command) {
    ObjectNode payload = Recording.of("PreToolUse").payload().put("tool_name", "Bash");
    payload.putObject("tool_input").put("command", command);
    return payload;
  }

  static Stream<Line> lines() throws IOException {
    return PermissionTableTest.lines();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void only_the_agents_own_commands_are_allowed_before_the_host_asks(Line line) {
    boolean own = line.allowed() && line.command().strip().startsWith("swarm ");

    assertThat(decide(Permissions.NONE, call(line.command())).isPresent())
        .as(line.reason())
        .isEqualTo(own);
  }

  @Test
  void the_prefix_of_the_agents_identity_needs_no_permission() {
    ObjectNode payload = call("");
    String session = payload.get("session_id").asText();
    String prefix =
        "export SWARM_SESSION=%s SWARM_AGENT=main-%s; ".formatted(session, session.substring(0, 8));

    assertThat(decide(Permissions.NONE, call(prefix + "swarm task done 1")))
        .contains(Decision.ALLOW);
    assertThat(decide(Permissions.NONE, call(prefix + "swarm cancel"))).isEmpty();
    assertThat(
            decide(
                Permissions.NONE, call(prefix.replace(session, "another") + "swarm task done 1")))
        .isEmpty();
  }

  @Test
  void the_persons_rules_come_first() {
    Permissions rules =
        new Permissions(List.of(), List.of("swarm task add"), List.of("swarm note"));

    assertThat(decide(rules, call("swarm note add x"))).isEmpty();
    assertThat(decide(rules, call("swarm task add x"))).isEmpty();
    assertThat(decide(rules, call("swarm task done 1"))).contains(Decision.ALLOW);
  }

  @Test
  void other_tools_are_none_of_its_business() {
    assertThat(decide(Permissions.NONE, call("swarm status").put("tool_name", "Write"))).isEmpty();
  }
}
