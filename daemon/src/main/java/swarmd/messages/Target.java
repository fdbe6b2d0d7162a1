package swarmd.messages;

/** The receiver of a message in the sender's words. */
public sealed interface Target {

  /** The agent or session with this name. */
  record Named(String name) implements Target {}

  /** All agents of the project but the sender. */
  record Everybody() implements Target {}

  /** The agent that holds the task at the moment. */
  record HolderOf(long taskId) implements Target {}
}
