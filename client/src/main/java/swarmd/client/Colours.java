package swarmd.client;

/** Colours for a person at a terminal, none for anything else. */
record Colours(boolean on) {
  /** The launcher says whether there is a terminal; see no-color.org for the variable. */
  static Colours ofTerminal() {
    boolean wanted = isSet("SWARM_TTY") && !"dumb".equals(System.getenv("TERM"));
    String refused = System.getenv("NO_COLOR");
    return new Colours(
        (wanted || isSet("CLICOLOR_FORCE")) && (refused == null || refused.isEmpty()));
  }

  String of(Finding.Level level, String text) {
    int colour =
        switch (level) {
          case OK -> 32;
          case WARN -> 33;
          case FAIL -> 31;
        };
    return on ? "\033[" + colour + "m" + text + "\033[0m" : text;
  }

  private static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isEmpty() && !value.equals("0");
  }
}
