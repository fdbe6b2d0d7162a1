package swarmd.hostfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OwnHookTest {
  @Test
  void our_hooks_are_recognised_in_every_form() throws MalformedJson {
    assertThat(command("'/opt/it'\\\\''s/bin/swarm' hook"))
        .contains(new OwnHook.Launcher("/opt/it's/bin/swarm"));
    assertThat(command("SWARMD_HOME='/tmp/a b' '/x y/bin/swarm' hook"))
        .contains(new OwnHook.Launcher("/x y/bin/swarm"));
    assertThat(command("/old/bin/swarm hook PreToolUse"))
        .contains(new OwnHook.Launcher("/old/bin/swarm"));
    assertThat(command("'/j/bin/java' -Xint -cp '/d/lib/swarm-client.jar' swarmd.client.Main hook"))
        .contains(new OwnHook.Jar("/j/bin/java", "/d/lib/swarm-client.jar"));
    assertThat(
            of(
                "{\"type\":\"http\",\"url\":\"http://127.0.0.1:80/v1/hooks\",\"headers\":"
                    + "{\"Authorization\":\"Bearer x\"}}"))
        .contains(new OwnHook.Http(80, "Bearer x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "say hook",
        "/opt/bin/swarm status",
        "/opt/bin/swarm hooks",
        "/opt/bin/swarmer hook",
        "/opt/sbin/swarm/hook",
        "swarm-client.jar"
      })
  void other_commands_are_not_taken_for_ours(String command) throws MalformedJson {
    assertThat(command(command)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:80/v1/hooksome",
        "http://127.0.0.1:80/other",
        "https://127.0.0.1:80/v1/hooks",
        "http://example.org:80/v1/hooks"
      })
  void other_addresses_are_not_taken_for_ours(String url) throws MalformedJson {
    assertThat(of("{\"type\":\"http\",\"url\":\"" + url + "\"}")).isEmpty();
  }

  private static Optional<OwnHook> command(String command) throws MalformedJson {
    return of("{\"type\":\"command\",\"command\":\"" + command + "\"}");
  }

  private static Optional<OwnHook> of(String json) throws MalformedJson {
    return OwnHook.of(JsonReader.read(json, false));
  }
}
