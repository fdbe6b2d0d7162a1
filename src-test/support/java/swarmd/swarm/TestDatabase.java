package swarmd.swarm;

import swarmd.store.Store;

/** A database of one test, which can be opened again after it was closed. */
public interface TestDatabase extends AutoCloseable {

  Store open();

  /** Closes a store that {@link #open} returned; the data stay. */
  void close(Store store);

  /** Closes everything that is still open and deletes the data. */
  @Override
  void close();
}
