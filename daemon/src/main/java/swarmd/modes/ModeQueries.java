package swarmd.modes;

import java.util.List;
import java.util.Optional;

/** Queries for modes. Stale ones are included. */
public interface ModeQueries {

  Optional<ActiveMode> find(String project, String session, Mode mode);

  /** In the order in which a Stop judges them, the oldest session first. */
  List<ActiveMode> list(Optional<String> project, Optional<String> session);

  /** Those that only the end of their session, since then, has ended. */
  List<ActiveMode> suspended(String project, String session, long endedSince);
}
