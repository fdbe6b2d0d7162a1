package swarmd.sessions;

/** The stored bindings within one transaction. */
public interface BindingRepository extends BindingQueries {

  /** Adds or replaces. */
  void save(Binding binding, long now);

  /** The process has ended; a later one of the same session stays. */
  void forgetProcess(Binding ended);
}
