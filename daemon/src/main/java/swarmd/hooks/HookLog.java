package swarmd.hooks;

/** The record of past hook events, within one transaction. */
public interface HookLog extends HookLogQueries {

  /** Appends a record; from time to time drops all but the newest {@code keep}. */
  void append(HookRecord record, int keep);
}
