package swarmd.store;

/** One consistent read of the stored data, as it was at one moment. */
public interface Snapshot {

  /** The queries of this type, for use while the snapshot is open only. */
  <Q> Q get(Class<Q> queries);
}
