package swarmd.hooks;

import java.util.List;
import java.util.Optional;

/** Queries on past hook events. */
public interface HookLogQueries {

  /** The newest records, oldest first. */
  List<Entry> latest(Optional<String> project, Optional<String> session, int limit);

  /** The records after this id, oldest first. */
  List<Entry> after(long id, Optional<String> project, Optional<String> session, int limit);

  /** The number of a session's events since then that are still recorded. */
  int count(String project, String session, long since);

  /** One summary per type, ordered by type. */
  List<Summary> summaries(Optional<String> project);

  /** A record and its id; ids only grow. */
  record Entry(long id, HookRecord record) {}

  /** Statistics of the recorded events of one type. */
  record Summary(String type, long count, long p50Micros, long p99Micros, long errors) {}
}
