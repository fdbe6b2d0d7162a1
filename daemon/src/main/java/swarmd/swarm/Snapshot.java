package swarmd.swarm;

/** All that one query may see, as it was at one moment. */
public interface Snapshot {
  TaskQueries tasks();
}
