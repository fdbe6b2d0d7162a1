package swarmd.common;

/** The numbers that a field allows, both ends included. */
public record NumberRange(String field, long min, long max) {

  public static NumberRange atLeast(String field, long min) {
    return new NumberRange(field, min, Long.MAX_VALUE);
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if the number is out of range
   */
  public long check(long value) {
    if (value < min || value > max) {
      throw new InvalidValue(field, "must be " + describe() + ", not " + value);
    }
    return value;
  }

  /**
   * For a range of ints.
   *
   * @throws InvalidValue if the number is out of range
   */
  public int checkInt(long value) {
    return Math.toIntExact(check(value));
  }

  private String describe() {
    return max == Long.MAX_VALUE ? "at least " + min : "from " + min + " to " + max;
  }
}
