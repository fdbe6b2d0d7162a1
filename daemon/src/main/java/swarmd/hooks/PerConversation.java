package swarmd.hooks;

import java.util.Map;
import java.util.function.Supplier;
import swarmd.common.LruMap;

/**
 * Something remembered of each conversation, in memory only. Those longest unused are forgotten
 * first; who is forgotten may be told something again.
 *
 * @param <T> is asked by several threads
 */
public final class PerConversation<T> {
  private static final int REMEMBERED = 1_000;

  private final Supplier<T> fresh;
  private final Map<Conversation, T> all = new LruMap<>(REMEMBERED);

  public PerConversation(Supplier<T> fresh) {
    this.fresh = fresh;
  }

  public synchronized T of(Conversation conversation) {
    return all.computeIfAbsent(conversation, key -> fresh.get());
  }

  /** A session's main agent and its subagents. */
  public synchronized void forget(String project, String session) {
    all.keySet()
        .removeIf(known -> known.project().equals(project) && known.session().equals(session));
  }
}
