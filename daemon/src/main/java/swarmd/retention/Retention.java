package swarmd.retention;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import swarmd.common.NumberRange;
import swarmd.settings.Settings;

/**
 * How long data is kept. Never less than a day, because a claim may be repeated with its request id
 * for that long.
 *
 * @param ages by kind; a kind without an age is kept forever
 */
public record Retention(Map<DataKind, Duration> ages) {
  /** Days, as people write them. */
  public static final NumberRange DAYS = new NumberRange("older-than", 1, 36_500);

  public Retention {
    ages = Map.copyOf(ages);
    ages.values().forEach(age -> DAYS.check(age.toDays()));
  }

  public static Retention of(Settings settings) {
    Map<DataKind, Duration> ages = new EnumMap<>(DataKind.class);
    for (DataKind kind : DataKind.values()) {
      long days = settings.number(kind.setting());
      if (days > 0) {
        ages.put(kind, Duration.ofDays(days));
      }
    }
    return new Retention(ages);
  }

  /** The same age for everything. */
  public static Retention ofDays(long days) {
    Map<DataKind, Duration> ages = new EnumMap<>(DataKind.class);
    for (DataKind kind : DataKind.values()) {
      ages.put(kind, Duration.ofDays(days));
    }
    return new Retention(ages);
  }

  /** Empty if the kind is kept forever. */
  public Optional<Duration> age(DataKind kind) {
    return Optional.ofNullable(ages.get(kind));
  }
}
