package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.userhooks.UserHook.Behaviour;

class HookDefaultsTest {
  private static final Behaviour ANY = Behaviour.IGNORE;

  @Test
  void defaults_are_empty_only_without_any_setting() {
    assertThat(HookDefaults.NONE.isEmpty()).isTrue();
    assertThat(HookDefaults.class.getRecordComponents()).as("each has a case below").hasSize(5);
    assertThat(with(true, null, null, null, null).isEmpty()).isFalse();
    assertThat(with(null, Duration.ofSeconds(1), null, null, null).isEmpty()).isFalse();
    assertThat(with(null, null, ANY, null, null).isEmpty()).isFalse();
    assertThat(with(null, null, null, ANY, null).isEmpty()).isFalse();
    assertThat(with(null, null, null, null, 1).isEmpty()).isFalse();
  }

  private static HookDefaults with(
      Boolean enabled,
      Duration timeout,
      Behaviour onTimeout,
      Behaviour onFailure,
      Integer maxConcurrent) {
    return new HookDefaults(
        Optional.ofNullable(enabled),
        Optional.ofNullable(timeout),
        Optional.ofNullable(onTimeout),
        Optional.ofNullable(onFailure),
        Optional.ofNullable(maxConcurrent));
  }
}
