package swarmd.swarm;

/** Ends leases at their deadlines, unless their holders live. */
public interface LeaseAlarm {

  /** From now on, leases end. Blocks until it is known what sessions were doing. */
  void start();

  /** A lease ends at this time unless it is renewed. */
  void expectAt(long deadline);
}
