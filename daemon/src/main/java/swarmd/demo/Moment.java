package swarmd.demo;

import swarmd.swarm.TaskEvent;

/** Something that happened in the show. */
public sealed interface Moment {

  /** Epoch milliseconds. */
  long at();

  /** An event as the store has it. */
  record Stored(TaskEvent event) implements Moment {
    @Override
    public long at() {
      return event.at();
    }
  }

  /** An agent is gone without a word, so no store knows of it. */
  record Died(long at, String project, String agent, long task) implements Moment {}
}
