package swarmd.store.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import swarmd.common.Cause;
import swarmd.store.Store;

/**
 * Calls the database once for all requests that came while it was busy with earlier ones, as the
 * local store commits them together. A database that is near gets few large groups, one that is far
 * away more at a time, so that nobody waits for a second round trip.
 */
final class GroupedCalls {
  private static final int MAX_WAITING = 10_000;
  private static final int MAX_GROUP = 64;
  private static final int MIN_AT_ONCE = 1;
  private static final int MAX_AT_ONCE = 6;

  /** A database that takes so much longer is asked for one more group at a time. */
  private static final long NEAR_NANOS = 8_000_000;

  private final Calls calls;
  private final LongSupplier nanos;

  /** All are guarded by the lock on this. */
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  private int atWork;
  private long usualNanos;

  private record Waiting(JsonNode request, CompletableFuture<JsonNode> answer) {}

  /** The calls of one kind. */
  interface Calls {
    /** Whether these requests can be one call. */
    boolean fit(List<JsonNode> group, JsonNode request);

    /** Whether a group of this one is better than calling it alone. */
    boolean groupsOne(JsonNode request);

    CompletableFuture<JsonNode> alone(JsonNode request);

    /** The answers of those requests, by their place, that need not be called alone. */
    CompletableFuture<Map<Integer, JsonNode>> together(List<JsonNode> group);
  }

  GroupedCalls(Calls calls, LongSupplier nanos) {
    this.calls = calls;
    this.nanos = nanos;
  }

  /**
   * The answer to one request of a group. Each has all rows that the group has changed; they are
   * copied with the first one, which is used first.
   */
  static ObjectNode part(JsonNode answer, boolean first) {
    ObjectNode part = JsonNodeFactory.instance.objectNode();
    part.set("now", answer.get("now"));
    part.set("tasks", answer.get("tasks"));
    part.set("swarms", answer.get("swarms"));
    if (!first) {
      part.put("copied", true);
    }
    return part;
  }

  CompletableFuture<JsonNode> call(JsonNode request) {
    Waiting mine = new Waiting(request, new CompletableFuture<>());
    synchronized (this) {
      if (waiting.size() == MAX_WAITING) {
        return CompletableFuture.failedFuture(
            new Store.Unavailable("too many requests wait for the team's database"));
      }
      waiting.add(mine);
    }
    startNext();
    return mine.answer;
  }

  private void startNext() {
    List<Waiting> group;
    synchronized (this) {
      if (waiting.isEmpty() || atWork >= atOnce()) {
        return;
      }
      atWork++;
      group = nextGroup();
    }
    long begin = nanos.getAsLong();
    run(group)
        .whenComplete(
            (done, failure) -> {
              if (failure != null && Cause.of(failure) instanceof Store.Unavailable away) {
                failWaiting(away);
              }
              ended(nanos.getAsLong() - begin);
            });
  }

  /** Each of them would have to wait as long to hear the same. */
  private void failWaiting(Store.Unavailable away) {
    List<Waiting> all;
    synchronized (this) {
      all = List.copyOf(waiting);
      waiting.clear();
    }
    all.forEach(each -> each.answer.completeExceptionally(away));
  }

  private int atOnce() {
    return (int) Math.min(MAX_AT_ONCE, MIN_AT_ONCE + usualNanos / NEAR_NANOS);
  }

  private void ended(long took) {
    synchronized (this) {
      atWork--;
      usualNanos += (took - usualNanos) / 8;
    }
    startNext();
  }

  /** Those in the queue, in their order, that fit the first one. */
  private List<Waiting> nextGroup() {
    List<Waiting> group = new ArrayList<>(List.of(waiting.remove()));
    List<JsonNode> requests = new ArrayList<>(List.of(group.get(0).request));
    for (Iterator<Waiting> rest = waiting.iterator(); rest.hasNext(); ) {
      Waiting next = rest.next();
      if (group.size() == MAX_GROUP) {
        break;
      }
      if (calls.fit(requests, next.request)) {
        group.add(next);
        requests.add(next.request);
        rest.remove();
      }
    }
    return group;
  }

  private CompletableFuture<?> run(List<Waiting> group) {
    if (group.size() == 1 && !calls.groupsOne(group.get(0).request)) {
      return alone(group.get(0));
    }
    return calls
        .together(group.stream().map(Waiting::request).toList())
        .handle(
            (answers, failure) -> {
              if (failure != null && Cause.of(failure) instanceof Store.Unavailable away) {
                group.forEach(each -> each.answer.completeExceptionally(away));
                throw new CompletionException(away);
              }
              // one of them may be at fault, so each is called alone
              return failure == null ? answers : Map.<Integer, JsonNode>of();
            })
        .thenCompose(answers -> answer(group, answers));
  }

  private CompletableFuture<Void> answer(List<Waiting> group, Map<Integer, JsonNode> answers) {
    List<CompletableFuture<?>> others = new ArrayList<>();
    for (int i = 0; i < group.size(); i++) {
      JsonNode answer = answers.get(i);
      if (answer == null) {
        others.add(alone(group.get(i)));
      } else {
        group.get(i).answer.complete(answer);
      }
    }
    return CompletableFuture.allOf(others.toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<?> alone(Waiting one) {
    return calls
        .alone(one.request)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                one.answer.complete(answer);
              } else {
                one.answer.completeExceptionally(Cause.of(failure));
              }
            });
  }
}
