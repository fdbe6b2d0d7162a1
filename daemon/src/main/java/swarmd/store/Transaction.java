package swarmd.store;

/**
 * One write: all of its changes become durable together, or none does. Packages declare their
 * repositories as interfaces; the store binds each one to the transaction's connection.
 */
public interface Transaction {

  /** The repository of this type, for use within this transaction only. */
  <R> R get(Class<R> repository);
}
