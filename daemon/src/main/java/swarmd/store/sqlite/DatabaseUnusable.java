package swarmd.store.sqlite;

/** The database cannot be opened; the message says what to do. */
public final class DatabaseUnusable extends RuntimeException {
  private static final long serialVersionUID = 1;

  DatabaseUnusable(String message) {
    super(message);
  }

  DatabaseUnusable(String message, Throwable cause) {
    super(message, cause);
  }
}
