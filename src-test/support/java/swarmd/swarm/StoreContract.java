package swarmd.swarm;

/** A group of rules that hold on every database. */
interface StoreContract {

  /** Empty, and new for each test. */
  TestSwarm swarm();
}
