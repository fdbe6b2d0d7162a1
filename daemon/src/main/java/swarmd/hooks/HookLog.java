package swarmd.hooks;

/** The past hook events within one transaction. */
public interface HookLog extends HookLogQueries {

  /** Appends, and drops the oldest beyond {@code keep}, now and then. */
  void append(HookRecord record, int keep);
}
