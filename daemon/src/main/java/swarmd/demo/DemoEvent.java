package swarmd.demo;

import swarmd.swarm.TaskEvent;

/** Something that happened in the demo. */
public sealed interface DemoEvent {

  /** Epoch milliseconds. */
  long at();

  /** An event from the store. */
  record Stored(TaskEvent event) implements DemoEvent {
    @Override
    public long at() {
      return event.at();
    }
  }

  /** The death of an agent, which the store cannot record. */
  record Died(long at, String project, String agent, long task) implements DemoEvent {}
}
