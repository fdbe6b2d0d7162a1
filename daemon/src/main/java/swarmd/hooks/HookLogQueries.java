package swarmd.hooks;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Queries on past hook events. */
public interface HookLogQueries {

  /** The newest records, oldest first. */
  default List<Entry> latest(Optional<String> project, Optional<String> session, int limit) {
    return latest(project, session, Optional.empty(), limit);
  }

  /** The newest records of events of this type, oldest first. */
  List<Entry> latest(
      Optional<String> project, Optional<String> session, Optional<String> type, int limit);

  /** The newest record's id, or 0 if there is none. */
  long lastId();

  /** The records after this id, oldest first. */
  List<Entry> after(long id, Optional<String> project, Optional<String> session, int limit);

  /** The number of a session's events since then that are still recorded. */
  int count(String project, String session, long since);

  /** One summary per type, ordered by type. */
  List<Summary> summaries(Optional<String> project);

  /** One summary per type of the events since then. */
  List<Summary> summariesSince(Optional<String> project, long since);

  /** The same by minute, in the order of time. */
  List<Minute> minutesSince(Optional<String> project, long since);

  /** How many events each session has sent since then. */
  Map<SessionKey, Integer> countsSince(long since);

  /** A session of a project. */
  record SessionKey(String project, String session) {}

  /**
   * The events of one type in one minute.
   *
   * @param at when the minute began
   */
  record Minute(long at, Summary summary) {}

  /** A record and its id; ids only grow. */
  record Entry(long id, HookRecord record) {}

  /** Statistics of the recorded events of one type. */
  record Summary(String type, long count, long p50Micros, long p99Micros, long errors) {}
}
