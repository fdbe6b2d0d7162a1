package swarmd.userhooks;

import swarmd.hostfile.Value;

/** Thrown for an entry of a settings file that cannot be used. */
final class InvalidEntry extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Value at;

  InvalidEntry(Value at, String reason) {
    super(reason, null, false, false);
    this.at = at;
  }

  /** The value that is wrong. */
  Value at() {
    return at;
  }
}
