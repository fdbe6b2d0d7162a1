package swarmd.builtin.sessions;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import swarmd.common.LruMap;
import swarmd.hooks.Conversation;

/** Notices waiting for the next event of a conversation; in memory only. */
public final class Notices {
  private static final int MAX_CONVERSATIONS = 1_000;
  private static final int MAX_EACH = 10;

  private final Map<Conversation, Deque<String>> waiting = new LruMap<>(MAX_CONVERSATIONS);
  private volatile boolean empty = true;

  /** Evicts the conversation that was added to least recently: it may never come back. */
  public synchronized void add(Conversation conversation, String text) {
    Deque<String> texts = waiting.computeIfAbsent(conversation, key -> new ArrayDeque<>());
    if (!texts.contains(text)) {
      texts.addLast(text);
    }
    if (texts.size() > MAX_EACH) {
      texts.removeFirst();
    }
    empty = false;
  }

  /** Returns and removes all notices for a conversation. */
  synchronized List<String> take(Conversation conversation) {
    Deque<String> texts = waiting.remove(conversation);
    empty = waiting.isEmpty();
    return texts == null ? List.of() : List.copyOf(texts);
  }

  /** A cheap check, because most events find no notices. */
  boolean isEmpty() {
    return empty;
  }

  /** Withdraws a notice that is no longer news. */
  synchronized void remove(Conversation conversation, String text) {
    Deque<String> texts = waiting.get(conversation);
    if (texts != null && texts.remove(text) && texts.isEmpty()) {
      waiting.remove(conversation);
      empty = waiting.isEmpty();
    }
  }

  void forget(Conversation conversation) {
    take(conversation);
  }

  synchronized void forget(String project, String session) {
    waiting
        .keySet()
        .removeIf(key -> key.project().equals(project) && key.session().equals(session));
    empty = waiting.isEmpty();
  }
}
