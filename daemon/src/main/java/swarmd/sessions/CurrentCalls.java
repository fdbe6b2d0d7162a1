package swarmd.sessions;

import java.util.Map;
import java.util.Optional;
import swarmd.common.LruMap;

/**
 * The last tool call of each agent, for people who want to see what it does. It is not stored:
 * after a restart it is unknown until the next call.
 */
public final class CurrentCalls {
  private static final int REMEMBERED = 2_000;

  private final Map<Key, Call> calls = new LruMap<>(REMEMBERED);

  private record Key(String project, String session, Optional<String> agent) {}

  /**
   * A tool call.
   *
   * @param detail the command or the file, if the tool has one
   * @param since when it began; epoch milliseconds
   */
  public record Call(String tool, Optional<String> detail, long since) {}

  public synchronized void began(
      String project, String session, Optional<String> agent, Call call) {
    calls.put(new Key(project, session, agent), call);
  }

  public synchronized Optional<Call> last(String project, String session, Optional<String> agent) {
    return Optional.ofNullable(calls.get(new Key(project, session, agent)));
  }
}
