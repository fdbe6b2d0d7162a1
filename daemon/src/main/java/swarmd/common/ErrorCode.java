package swarmd.common;

/** Why an operation was refused. */
public enum ErrorCode {
  INVALID_REQUEST,
  NOT_FOUND,
  LEASE_LOST,
  ALREADY_TERMINAL,
  BLOCKED,
  INVALID_TRANSITION,
  MODE_CONFLICT,
  /** Somebody says that work is done whose word does not count. */
  NOT_VERIFIED,
  /** A task needs checks that have not passed. */
  CHECK_FAILED,
  /** The caller has no right to it. */
  FORBIDDEN
}
