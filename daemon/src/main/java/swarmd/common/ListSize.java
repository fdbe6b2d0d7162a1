package swarmd.common;

import java.util.List;

/** How many entries a list allows. */
public record ListSize(String field, int min, int max) {

  public static ListSize upTo(int max, String field) {
    return new ListSize(field, 0, max);
  }

  /**
   * Returns the value if it is allowed.
   *
   * @throws InvalidValue if the list has too few or too many entries
   */
  public <T> List<T> check(List<T> list) {
    check(list.size());
    return list;
  }

  /**
   * Checks the size of a list.
   *
   * @throws InvalidValue if the size is too small or too large
   */
  public void check(int size) {
    if (size < min) {
      throw new InvalidValue(
          field, "must have at least " + min + (min == 1 ? " entry" : " entries"));
    }
    if (size > max) {
      throw new InvalidValue(field, "has " + size + " entries; at most " + max + " are allowed");
    }
  }
}
