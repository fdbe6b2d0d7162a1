package swarmd.text;

/**
 * Limits the text in one response. A description may have a million characters, and a hundred of
 * those would exhaust the memory, so a query for many long texts returns fewer at a time.
 */
public final class TextBudget {
  public static final long CHARACTERS = 4_000_000;

  /** The size of an item without its texts. */
  private static final int OVERHEAD = 200;

  private long left = CHARACTERS;

  /** Whether there is room for another item. There always is for the first. */
  public boolean isLeft() {
    return left > 0;
  }

  public void take(long characters) {
    left -= characters + OVERHEAD;
  }
}
