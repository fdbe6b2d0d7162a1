package swarmd.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LruMapTest {
  private final Map<String, Integer> map = new LruMap<>(2);

  @Test
  void the_least_recently_used_entry_is_dropped_however_one_is_added() {
    map.put("a", 1);
    map.computeIfAbsent("b", key -> 2);
    map.get("a");
    map.merge("c", 3, Integer::sum);

    assertThat(map).containsOnlyKeys("a", "c");
    map.compute("c", (key, old) -> 4);
    map.computeIfAbsent("d", key -> 5);
    assertThat(map).containsOnlyKeys("c", "d");
  }
}
