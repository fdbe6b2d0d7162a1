package swarmd.modes;

/** What one session's person knows of its stops, so that nothing is said twice. Thread-safe. */
final class StopMemory {
  private String said = "";
  private int holds;

  /** Whether the person has not read this since the session was last held. */
  synchronized boolean isNews(String notice) {
    boolean news = !said.equals(notice);
    said = notice;
    return news;
  }

  /**
   * Counts a hold; returns how many there were in a row.
   *
   * @param first whether the host has not been held since the last prompt
   */
  synchronized int hold(boolean first) {
    said = "";
    holds = first ? 1 : holds + 1;
    return holds;
  }
}
