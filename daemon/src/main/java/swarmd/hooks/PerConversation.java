package swarmd.hooks;

import java.util.Map;
import java.util.function.Supplier;
import swarmd.common.LruMap;

/**
 * A value for each recent conversation, in memory only. The least recently used are dropped, which
 * at worst makes a text reach its model twice.
 *
 * @param <T> must be thread-safe
 */
public final class PerConversation<T> {
  private static final int MAX_CONVERSATIONS = 1_000;

  private final Supplier<T> fresh;
  private final Map<Conversation, T> values = new LruMap<>(MAX_CONVERSATIONS);

  public PerConversation(Supplier<T> fresh) {
    this.fresh = fresh;
  }

  public synchronized T of(Conversation conversation) {
    return values.computeIfAbsent(conversation, key -> fresh.get());
  }

  /** Drops the values of a session's main agent and its subagents. */
  public synchronized void forget(String project, String session) {
    values
        .keySet()
        .removeIf(each -> each.project().equals(project) && each.session().equals(session));
  }
}
