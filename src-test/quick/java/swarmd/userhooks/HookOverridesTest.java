package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.home.Home;
import swarmd.settings.Settings;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;
import swarmd.userhooks.UserHook.Behaviour;

final class HookOverridesTest {
  @TempDir private Path directory;

  private HookOverrides of(Map<String, String> environment) {
    Home home = new Home(directory, directory.resolve("s"));
    return HookOverrides.of(Settings.load(home, name -> "", n -> environment.getOrDefault(n, "")));
  }

  @Test
  void an_unset_variable_overrides_nothing() {
    assertThat(of(Map.of())).isEqualTo(HookOverrides.NONE);
  }

  @Test
  void every_variable_overrides_its_setting() {
    HookOverrides overrides =
        of(
            Map.of(
                "SWARMD_HOOKS_ENABLED", "0",
                "SWARMD_HOOKS_TIMEOUT", "1.5",
                "SWARMD_HOOKS_MAX_CONCURRENT", "2",
                "SWARMD_HOOKS_TIMEOUT_BEHAVIOR", "deny",
                "SWARMD_HOOKS_FAILURE_BEHAVIOR", "Ask"));

    assertThat(overrides.problems()).isEmpty();
    assertThat(overrides.defaults())
        .isEqualTo(
            new HookDefaults(
                Optional.of(false),
                Optional.of(Duration.ofMillis(1_500)),
                Optional.of(Behaviour.DENY),
                Optional.of(Behaviour.ASK),
                Optional.of(2)));
  }

  @Test
  void the_daemons_variables_override_the_users_file() throws IOException {
    try (InProcessDaemon daemon =
            InProcessDaemon.start(
                Map.of("SWARMD_HOOKS_ENABLED", "false", "SWARMD_HOOKS_TIMEOUT", "7"));
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      Files.writeString(
          daemon.socket().resolveSibling("settings.json"),
          "{\"hooks\":{\"enabled\":true,\"defaultTimeout\":3,\"maxConcurrentHooks\":2}}");

      JsonNode status = Api.json(swarm.run("hooks", "status", "--json").out());

      assertThat(status.get("enabled").booleanValue()).isFalse();
      assertThat(status.get("timeout_ms").intValue()).isEqualTo(7_000);
      assertThat(status.get("max_concurrent").intValue()).isEqualTo(2);
    }
  }

  @Test
  void an_invalid_value_is_reported_and_overrides_nothing() {
    HookOverrides overrides =
        of(Map.of("SWARMD_HOOKS_ENABLED", "perhaps", "SWARMD_HOOKS_MAX_CONCURRENT", "65"));

    assertThat(overrides.defaults()).isEqualTo(HookDefaults.NONE);
    assertThat(overrides.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "environment SWARMD_HOOKS_ENABLED: must be true or false, not 'perhaps'",
            "environment SWARMD_HOOKS_MAX_CONCURRENT: must be a number from 1 to 64, not '65'");
  }
}
