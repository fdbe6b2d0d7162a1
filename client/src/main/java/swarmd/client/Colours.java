package swarmd.client;

/** Colours the output on a terminal, and only there. */
record Colours(boolean on) {
  /** The launcher sets SWARM_TTY; see no-color.org for NO_COLOR. */
  static Colours ofTerminal() {
    boolean terminal = Terminals.isOutTerminal() && !"dumb".equals(System.getenv("TERM"));
    String noColor = System.getenv("NO_COLOR");
    return new Colours(
        (terminal || Terminals.isSet("CLICOLOR_FORCE")) && (noColor == null || noColor.isEmpty()));
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
}
