package swarmd.swarm;

/** A text that a regular expression may only look at so often. */
final class CountedReads implements CharSequence {
  /** Less than a millisecond; a path takes some hundreds. */
  private static final int MOST = 100_000;

  private final String text;
  private int left = MOST;

  CountedReads(String text) {
    this.text = text;
  }

  @Override
  public char charAt(int index) {
    if (--left < 0) {
      throw new TooMany();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }

  /** The text was looked at too often. */
  static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooMany() {
      super(null, null, false, false);
    }
  }
}
