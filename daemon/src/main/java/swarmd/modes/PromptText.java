package swarmd.modes;

/** Extracts the person's own words from a prompt, in linear time. */
public final class PromptText {
  /** Stands for a removed passage, so that the words after it do not begin a sentence. */
  static final char SOMETHING = '\uFFFC';

  private static final int MAX_LENGTH = 100_000;

  private PromptText() {}

  /**
   * The prompt without code, block quotes, comments, XML, addresses and paths. Of a very long
   * prompt only the beginning counts.
   */
  public static String withoutQuotations(String prompt) {
    boolean whole = prompt.length() <= MAX_LENGTH;
    String text = whole ? prompt : prompt.substring(0, MAX_LENGTH);
    return PathWords.removeFrom(XmlBlocks.removeFrom(CodeSpans.removeFrom(text, whole), whole));
  }

  /** What the person may have typed as an order: also without quoted passages and pasted lines. */
  static String typed(String prompt) {
    return PastedLines.removeFrom(QuotedPassages.removeFrom(withoutQuotations(prompt)));
  }
}
