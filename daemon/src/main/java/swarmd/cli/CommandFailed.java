package swarmd.cli;

import swarmd.common.Outcome;

/** Ends a command with a message for the user. */
final class CommandFailed extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exitCode;

  private CommandFailed(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  static CommandFailed because(String message) {
    return new CommandFailed(CommandLineRunner.FAILED, message);
  }

  static CommandFailed usage(String message) {
    return new CommandFailed(CommandLineRunner.USAGE, message);
  }

  static CommandFailed conflict(String message) {
    return new CommandFailed(CommandLineRunner.CONFLICT, message);
  }

  static CommandFailed of(Outcome.Refused<?> refused) {
    int exitCode =
        switch (refused.error()) {
          case INVALID_REQUEST -> CommandLineRunner.USAGE;
          case NOT_FOUND, FORBIDDEN, TOO_MANY -> CommandLineRunner.FAILED;
          case LEASE_LOST,
              ALREADY_TERMINAL,
              BLOCKED,
              INVALID_TRANSITION,
              MODE_CONFLICT,
              NOT_VERIFIED,
              CHECK_FAILED,
              UNCOMMITTED_WORK,
              LAND_CONFLICT ->
              CommandLineRunner.CONFLICT;
        };
    return new CommandFailed(exitCode, refused.message());
  }

  int exitCode() {
    return exitCode;
  }
}
