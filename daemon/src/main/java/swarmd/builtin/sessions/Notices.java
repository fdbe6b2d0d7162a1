package swarmd.builtin.sessions;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.common.LruMap;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;

/**
 * Notices waiting for the next event of a conversation; in memory only. What went out with an
 * answer is kept until the conversation's next event: an answer that does not reach its host is
 * given back, and a client that repeats an event gets the same answer.
 */
public final class Notices {
  private static final int MAX_CONVERSATIONS = 1_000;
  private static final int MAX_EACH = 10;

  private final Map<Conversation, Box> boxes = new LruMap<>(MAX_CONVERSATIONS);
  private volatile boolean empty = true;

  /** The notices for one conversation. */
  private static final class Box {
    private final Deque<String> waiting = new ArrayDeque<>();
    private List<String> sent = List.of();
    private Optional<String> sentWith = Optional.empty();

    void add(String text) {
      if (!waiting.contains(text)) {
        waiting.addLast(text);
      }
      if (waiting.size() > MAX_EACH) {
        waiting.removeFirst();
      }
    }

    boolean isEmpty() {
      return waiting.isEmpty() && sent.isEmpty();
    }
  }

  /** Evicts the conversation that was added to least recently: it may never come back. */
  public synchronized void add(Conversation conversation, String text) {
    boxes.computeIfAbsent(conversation, key -> new Box()).add(text);
    empty = false;
  }

  /** The waiting notices as the beginning of an answer to this event; NOTHING if none wait. */
  HookResult take(HookEvent event) {
    Conversation conversation = Conversation.of(event).orElseThrow();
    List<String> texts = take(conversation, eventOf(event));
    return texts.isEmpty()
        ? HookResult.NOTHING
        : HookResult.context("swarmd: " + String.join("\n", texts))
            .ifUndelivered(() -> giveBack(conversation, texts));
  }

  /** Empty if nothing tells the event from the next one. */
  private static Optional<String> eventOf(HookEvent event) {
    return event.text("tool_use_id").map(id -> event.name() + " " + id);
  }

  synchronized List<String> take(Conversation conversation, Optional<String> event) {
    Box box = boxes.get(conversation);
    if (box == null) {
      return List.of();
    }
    boolean repeated = event.isPresent() && event.equals(box.sentWith);
    List<String> texts =
        repeated
            ? Stream.concat(box.sent.stream(), box.waiting.stream()).distinct().toList()
            : List.copyOf(box.waiting);
    box.waiting.clear();
    box.sent = event.isPresent() ? texts : List.of();
    box.sentWith = event;
    removeIfEmpty(conversation, box);
    return texts;
  }

  private synchronized void giveBack(Conversation conversation, List<String> texts) {
    Box box = boxes.computeIfAbsent(conversation, key -> new Box());
    List<String> newer = List.copyOf(box.waiting);
    box.waiting.clear();
    box.sent = List.of();
    Stream.concat(texts.stream(), newer.stream()).forEach(box::add);
    empty = false;
  }

  /** A cheap check, because most events find no notices. */
  boolean isEmpty() {
    return empty;
  }

  /** Withdraws a notice that is no longer news. */
  synchronized void remove(Conversation conversation, String text) {
    Box box = boxes.get(conversation);
    if (box != null && box.waiting.remove(text)) {
      removeIfEmpty(conversation, box);
    }
  }

  synchronized void forget(Conversation conversation) {
    boxes.remove(conversation);
    empty = boxes.isEmpty();
  }

  synchronized void forget(String project, String session) {
    boxes.keySet().removeIf(key -> key.project().equals(project) && key.session().equals(session));
    empty = boxes.isEmpty();
  }

  private void removeIfEmpty(Conversation conversation, Box box) {
    if (box.isEmpty()) {
      boxes.remove(conversation);
    }
    empty = boxes.isEmpty();
  }
}
