package swarmd.builtin.shell;

/**
 * A redirection of a command.
 *
 * @param target the file; of a heredoc, its text
 */
record Redirection(Kind kind, ShellWord target) {

  enum Kind {
    READ,
    WRITE,
    TEXT
  }
}
