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
  /** The files of a task's worktree are not committed. */
  UNCOMMITTED_WORK,
  /** The work of a task does not fit into the branch that it lands in; the task was given back. */
  LAND_CONFLICT,
  /** The caller has no right to it. */
  FORBIDDEN,
  /** More than a limit on messages allows. */
  TOO_MANY
}
