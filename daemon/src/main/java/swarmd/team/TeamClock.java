package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import swarmd.time.Time;

/** The database's clock, as far as it is known from its answers. */
final class TeamClock {
  private final Time time;
  private volatile long ahead;

  TeamClock(Time time) {
    this.time = time;
  }

  /** An answer says what time it was a moment ago. */
  JsonNode read(JsonNode answer) {
    if (answer.hasNonNull("now")) {
      ahead = answer.get("now").asLong() - time.millis();
    }
    return answer;
  }

  /** For durations. */
  long nanos() {
    return time.nanos();
  }

  long millis() {
    return time.millis() + ahead;
  }
}
