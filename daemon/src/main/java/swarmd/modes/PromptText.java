package swarmd.modes;

/** Extracts the person's own words from a prompt, in linear time. */
public final class PromptText {
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
}
