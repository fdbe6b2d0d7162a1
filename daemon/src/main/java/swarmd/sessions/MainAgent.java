package swarmd.sessions;

/** What the agent that a person talks to is called, as hosts give a name only to its subagents. */
public final class MainAgent {
  private static final int SHOWN = 8;

  private MainAgent() {}

  public static String nameIn(String session) {
    return "main-" + session.substring(0, Math.min(SHOWN, session.length()));
  }
}
