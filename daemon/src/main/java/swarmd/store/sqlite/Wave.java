package swarmd.store.sqlite;

import swarmd.swarm.SwarmId;

/** A wave of a swarm. */
record Wave(long swarm, int number) {
  static Wave of(SwarmId swarm, int number) {
    return new Wave(swarm.row(), number);
  }
}
