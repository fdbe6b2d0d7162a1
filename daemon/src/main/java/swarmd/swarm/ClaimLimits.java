package swarmd.swarm;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import swarmd.common.NumberRange;

/**
 * How many tasks of a swarm can be claimed at the same time.
 *
 * @param all of all its tasks
 * @param byTag of those with a tag
 */
public record ClaimLimits(Optional<Integer> all, Map<String, Integer> byTag) {
  public static final ClaimLimits NONE = new ClaimLimits(Optional.empty(), Map.of());

  /** 0 removes the limit. */
  public static final NumberRange MOST = new NumberRange("max_claimed", 0, 1_000_000);

  public ClaimLimits {
    byTag = Map.copyOf(byTag);
  }

  public boolean isEmpty() {
    return all.isEmpty() && byTag.isEmpty();
  }

  /**
   * With another limit for the tag, or for all tasks.
   *
   * @param most 0 removes the limit
   */
  ClaimLimits with(Optional<String> tag, int most) {
    if (tag.isEmpty()) {
      return new ClaimLimits(Optional.of(most).filter(number -> number > 0), byTag);
    }
    Map<String, Integer> changed = new TreeMap<>(byTag);
    changed.remove(tag.get());
    if (most > 0) {
      changed.put(tag.get(), most);
    }
    return new ClaimLimits(all, changed);
  }
}
