package swarmd.builtin.shell;

/** Says why a command is more, or may be more, than a program and its plain words. */
final class UnplainText {
  private UnplainText() {}

  /** For a command that {@link ShellWords#plain} does not accept. */
  static String reason(String command) {
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (ShellWords.NOT_PLAIN.indexOf(c) >= 0) {
        return "it contains %c, which a shell may interpret".formatted(c);
      }
      if (c < ' ' || c > '~') {
        return "it contains a line break, a control character or something else than ASCII";
      }
    }
    return command.isBlank()
        ? "it is empty"
        : "it is too long, a quote is not closed, or a word begins with = or ^";
  }
}
