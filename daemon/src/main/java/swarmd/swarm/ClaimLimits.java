package swarmd.swarm;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import swarmd.common.NumberRange;

/**
 * How many tasks of a swarm can be claimed at the same time.
 *
 * @param all of all its tasks
 * @param byTag of those with a tag
 * @param pausedTags nobody gets tasks that have one of them, whatever their limits are
 */
public record ClaimLimits(
    Optional<Integer> all, Map<String, Integer> byTag, Set<String> pausedTags) {
  public static final ClaimLimits NONE = new ClaimLimits(Optional.empty(), Map.of(), Set.of());

  /** 0 removes the limit. */
  public static final NumberRange MOST = new NumberRange("max_claimed", 0, 1_000_000);

  public ClaimLimits {
    byTag = Map.copyOf(byTag);
    pausedTags = Set.copyOf(pausedTags);
  }

  /**
   * The limits that are stored.
   *
   * @param tags see {@link #storedTags}
   */
  public static ClaimLimits ofStored(Optional<Integer> all, Map<String, Integer> tags) {
    Map<String, Integer> byTag = new TreeMap<>();
    Set<String> paused = new TreeSet<>();
    tags.forEach(
        (tag, number) -> {
          if (number != 0) {
            byTag.put(tag, Math.abs(number));
          }
          if (number <= 0) {
            paused.add(tag);
          }
        });
    return new ClaimLimits(all, byTag, paused);
  }

  /**
   * One number for each tag, which is not positive while the tag is paused: 0 if it has no limit,
   * else the negative limit. So a claim that knows of limits only finds the tag full.
   */
  public Map<String, Integer> storedTags() {
    Map<String, Integer> tags = new TreeMap<>(byTag);
    pausedTags.forEach(tag -> tags.put(tag, -byTag.getOrDefault(tag, 0)));
    return tags;
  }

  public boolean isEmpty() {
    return all.isEmpty() && byTag.isEmpty() && pausedTags.isEmpty();
  }

  /**
   * With another limit for the tag, or for all tasks.
   *
   * @param most 0 removes the limit
   */
  ClaimLimits with(Optional<String> tag, int most) {
    if (tag.isEmpty()) {
      return new ClaimLimits(Optional.of(most).filter(number -> number > 0), byTag, pausedTags);
    }
    Map<String, Integer> changed = new TreeMap<>(byTag);
    changed.remove(tag.get());
    if (most > 0) {
      changed.put(tag.get(), most);
    }
    return new ClaimLimits(all, changed, pausedTags);
  }

  /** With a tag that is paused, or is not. */
  ClaimLimits withPause(String tag, boolean paused) {
    Set<String> changed = new TreeSet<>(pausedTags);
    if (paused) {
      changed.add(tag);
    } else {
      changed.remove(tag);
    }
    return new ClaimLimits(all, byTag, changed);
  }
}
