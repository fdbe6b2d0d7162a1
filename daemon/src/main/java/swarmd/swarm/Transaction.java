package swarmd.swarm;

/** All that one write may read and change; everything in it happens or nothing. */
public interface Transaction {
  TaskRepository tasks();
}
