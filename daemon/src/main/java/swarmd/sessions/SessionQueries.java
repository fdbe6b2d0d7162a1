package swarmd.sessions;

import java.util.List;
import java.util.Optional;

/** Queries about sessions. */
public interface SessionQueries {

  Optional<Session> find(String project, String id);

  /** Sessions that have not ended and were seen since then, the latest first. */
  List<Session> live(Optional<String> project, long seenSince, int limit);

  /** The ids that begin with this text. */
  List<String> startingWith(String text, int limit);

  /** Sessions that had something under way at their last event. */
  List<UnderWay> underWay();

  /** What a session was doing. */
  record UnderWay(String project, String id, SignsOfLife signs) {}
}
