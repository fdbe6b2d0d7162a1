package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.common.LruMap;

/** What is remembered has a limit. */
class LatestTest {
  private final Map<String, Integer> latest = new LruMap<>(2);

  @Test
  void what_was_longest_not_asked_for_goes_first_however_something_is_added() {
    latest.put("a", 1);
    latest.computeIfAbsent("b", key -> 2);
    latest.get("a");
    latest.merge("c", 3, Integer::sum);

    assertThat(latest).containsOnlyKeys("a", "c");
    latest.compute("c", (key, known) -> 4);
    latest.computeIfAbsent("d", key -> 5);
    assertThat(latest).containsOnlyKeys("c", "d");
  }
}
