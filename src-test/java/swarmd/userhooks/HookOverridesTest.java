package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.client.Home;
import swarmd.settings.Settings;
import swarmd.userhooks.UserHook.Behaviour;

final class HookOverridesTest {
  @TempDir private Path directory;

  private HookOverrides of(Map<String, String> environment) {
    Home home = new Home(directory, directory.resolve("s"));
    return HookOverrides.of(Settings.load(home, name -> "", n -> environment.getOrDefault(n, "")));
  }

  @Test
  void what_is_not_set_overrides_nothing() {
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
  void what_makes_no_sense_is_reported_and_overrides_nothing() {
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
