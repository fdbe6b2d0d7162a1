package swarmd.text;

/**
 * How much one answer may hold. A description may have a million characters, so that a hundred of
 * them would use up the memory; who asks for many long ones gets fewer at a time.
 */
public final class TextBudget {
  private static final long CHARACTERS = 4_000_000;

  /** What each takes besides its texts. */
  private static final int OVERHEAD = 200;

  private long left = CHARACTERS;

  /** Whether there is room for another one; there always is for the first. */
  public boolean isLeft() {
    return left > 0;
  }

  public void take(long characters) {
    left -= characters + OVERHEAD;
  }
}
