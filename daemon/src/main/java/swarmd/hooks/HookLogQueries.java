package swarmd.hooks;

import java.util.List;
import java.util.Optional;

/** What can be asked about past hook events. */
public interface HookLogQueries {

  /** The last ones, oldest first. */
  List<Entry> latest(Optional<String> project, Optional<String> session, int limit);

  /** Those after this id, oldest first. */
  List<Entry> after(long id, Optional<String> project, Optional<String> session, int limit);

  /** How many of a session's events since then are still known. */
  int count(String project, String session, long since);

  /** By type, ordered by type. */
  List<Summary> summaries(Optional<String> project);

  /** A record and its number, which only grows. */
  record Entry(long id, HookRecord record) {}

  /** How the kept events of one type went; times in microseconds. */
  record Summary(String type, long count, long p50Micros, long p99Micros, long errors) {}
}
