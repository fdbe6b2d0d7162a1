package swarmd.swarm;

/** Why an operation was refused. */
public enum TaskError {
  INVALID_REQUEST,
  NOT_FOUND,
  LEASE_LOST,
  ALREADY_TERMINAL,
  BLOCKED,
  INVALID_TRANSITION,
  MODE_CONFLICT
}
