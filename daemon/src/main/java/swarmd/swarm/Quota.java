package swarmd.swarm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** How far a swarm's limits of claimed tasks are used up; a paused tag admits nothing. */
public final class Quota {
  private final ClaimLimits limits;
  private final Map<String, Integer> claimedByTag;
  private int claimed;

  private Quota(ClaimLimits limits, int claimed, Map<String, Integer> claimedByTag) {
    this.limits = limits;
    this.claimed = claimed;
    this.claimedByTag = claimedByTag;
  }

  /**
   * Counts what is claimed.
   *
   * @param claimedTags the tags of each claimed task; not needed without limits
   */
  public static Quota of(ClaimLimits limits, Supplier<List<List<String>>> claimedTags) {
    Quota quota = new Quota(limits, 0, new HashMap<>());
    if (limits.all().isPresent() || !limits.byTag().isEmpty()) {
      claimedTags.get().forEach(quota::take);
    }
    return quota;
  }

  Quota copy() {
    return new Quota(limits, claimed, new HashMap<>(claimedByTag));
  }

  void take(List<String> tags) {
    claimed++;
    tags.forEach(tag -> claimedByTag.merge(tag, 1, Integer::sum));
  }

  boolean isUnlimited() {
    return limits.isEmpty();
  }

  /** Whether no task of the swarm can be claimed. */
  public boolean isFull() {
    return limits.all().filter(most -> claimed >= most).isPresent();
  }

  /** The tags of which no task can be claimed. */
  public List<String> fullTags() {
    return Stream.concat(
            limits.byTag().keySet().stream().filter(this::isFull), limits.pausedTags().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private boolean isFull(String tag) {
    return claimedByTag.getOrDefault(tag, 0) >= limits.byTag().getOrDefault(tag, Integer.MAX_VALUE);
  }

  boolean admits(List<String> tags) {
    return reachedBy(tags).isEmpty() && pausedAmong(tags).isEmpty();
  }

  /** Those of the tags that are paused. */
  List<String> pausedAmong(List<String> tags) {
    return tags.stream().filter(limits.pausedTags()::contains).sorted().toList();
  }

  /** The limits that a task with these tags would exceed. */
  List<WaitsFor.Limit> reachedBy(List<String> tags) {
    List<WaitsFor.Limit> reached = new ArrayList<>();
    if (isFull()) {
      reached.add(new WaitsFor.Limit(Optional.empty(), limits.all().orElseThrow()));
    }
    tags.stream()
        .filter(this::isFull)
        .forEach(tag -> reached.add(new WaitsFor.Limit(Optional.of(tag), limits.byTag().get(tag))));
    return reached;
  }

  /** All limits that are reached. */
  List<WaitsFor.Limit> reached() {
    return reachedBy(fullTags());
  }
}
