package swarmd.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the clients sent and what the daemon acknowledged, in the clients' own words. */
public final class ClientLog {
  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

  public void add(Entry entry) {
    entries.add(entry);
  }

  public List<Entry> entries() {
    return new ArrayList<>(entries);
  }

  public int size() {
    return entries.size();
  }

  /** A claimed task with its lease. */
  public record Held(long task, long fence, String token) {}

  /** One thing that a client knows. The moments are of one clock that never goes back. */
  public sealed interface Entry {}

  /** The daemon has acknowledged a new task. */
  public record Added(long task) implements Entry {}

  /** The daemon has answered a claim with a lease that was current at that moment. */
  public record Claimed(String client, String requestId, Held held, long leaseMillis, long answered)
      implements Entry {}

  /** The client has sent a step for the first time; it may or may not have arrived. */
  public record Sent(String client, String step, Held held, long sent) implements Entry {}

  /** The daemon has acknowledged a step. */
  public record Acknowledged(String client, String step, Held held, String text, long sent)
      implements Entry {}

  /** The daemon has refused a step, because the lease had ended. */
  public record Refused(String client, String step, Held held) implements Entry {}
}
