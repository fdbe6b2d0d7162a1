package swarmd.modes;

/** What of a prompt are the person's own words. Takes linear time, whatever the prompt. */
public final class PromptText {
  private static final int MAX_LENGTH = 100_000;

  private PromptText() {}

  /**
   * Without code, block quotes, comments, XML blocks, addresses and paths. Looks only at the
   * beginning of a very long prompt.
   */
  public static String withoutQuotations(String prompt) {
    boolean whole = prompt.length() <= MAX_LENGTH;
    String text = whole ? prompt : prompt.substring(0, MAX_LENGTH);
    return PathWords.removedFrom(XmlBlocks.removedFrom(CodeSpans.removedFrom(text, whole), whole));
  }
}
