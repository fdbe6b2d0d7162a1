package swarmd.client;

/** Colours for a person at a terminal, none for anything else. */
record Colours(boolean on) {
  /** The launcher says whether there is a terminal; see no-color.org for the variable. */
  static Colours ofTerminal() {
    return new Colours(isSet("CLICOLOR_FORCE") || (isSet("SWARM_TTY") && !isSet("NO_COLOR")));
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
