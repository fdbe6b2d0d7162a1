package swarmd.builtin.sessions;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import swarmd.hooks.Conversation;

/** What models are to be told as soon as they can be; in memory only. */
public final class Notices {
  private static final int MAX_CONVERSATIONS = 1_000;
  private static final int MAX_EACH = 10;

  private final Map<Conversation, Deque<String>> waiting = new ConcurrentHashMap<>();

  /** The oldest goes if there are too many. */
  void add(Conversation conversation, String text) {
    if (waiting.size() >= MAX_CONVERSATIONS && !waiting.containsKey(conversation)) {
      return;
    }
    waiting.compute(
        conversation,
        (key, known) -> {
          Deque<String> texts = known == null ? new ArrayDeque<>() : known;
          if (!texts.contains(text)) {
            texts.addLast(text);
          }
          if (texts.size() > MAX_EACH) {
            texts.removeFirst();
          }
          return texts;
        });
  }

  /** All, and from now on they count as told. */
  List<String> take(Conversation conversation) {
    Deque<String> texts = waiting.remove(conversation);
    return texts == null ? List.of() : List.copyOf(texts);
  }

  /** Most events come when nobody is to be told anything. */
  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void forget(Conversation conversation) {
    waiting.remove(conversation);
  }

  void forget(String project, String session) {
    waiting
        .keySet()
        .removeIf(key -> key.project().equals(project) && key.session().equals(session));
  }
}
