package swarmd.userhooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.sessions.Session;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Nothing is said to a model between a tool call and its result: models refuse such a conversation.
 * What comes in between waits, in order, for the next event that can carry it. Who is in flight is
 * known in memory only, so that a tool call without such a text costs no write; a text that waits
 * is stored together with the calls it waits for.
 */
public final class ToolBarrier {
  /** A result that has not come by then will not come. */
  static final Duration LONGEST_CALL = Duration.ofMinutes(10);

  private static final int MANY_AGENTS = 256;
  private static final Duration SWEEP = Duration.ofMinutes(1);

  /** More are never in flight: some hosts do not tell of every result. */
  private static final int MANY_CALLS = 32;

  private static final Logger log = LoggerFactory.getLogger(ToolBarrier.class);

  private final Store store;
  private final Time time;
  private final Map<Conversation, Waiting> agents = new HashMap<>();
  private final CompletableFuture<Void> loaded;
  private long nextSweep;

  public ToolBarrier(Store store, Time time) {
    this.store = store;
    this.time = time;
    long stale = time.millis() - Session.STALE.toMillis();
    loaded =
        store
            .<List<WaitingContexts.Entry>>write(
                all -> {
                  all.get(WaitingContexts.class).forgetBefore(stale);
                  return all.get(WaitingContexts.class).all();
                })
            .thenAccept(this::restore)
            .exceptionally(
                failure -> {
                  log.warn("What waited for models before the start is not known", failure);
                  return null;
                });
  }

  /** What an agent waits for, and what waits for it. */
  private static final class Waiting {
    private final List<Call> calls = new ArrayList<>();
    private final List<Text> texts = new ArrayList<>();

    boolean isEmpty() {
      return calls.isEmpty() && texts.isEmpty();
    }
  }

  private record Call(String id, long at) {}

  /** Its number is there once it is stored. */
  private record Text(String text, long at, CompletableFuture<Long> id) {}

  private synchronized void restore(List<WaitingContexts.Entry> entries) {
    for (WaitingContexts.Entry entry : entries) {
      WaitingContext context = entry.context();
      Waiting waiting =
          agents.computeIfAbsent(
              new Conversation(context.project(), context.session(), context.agent()),
              agent -> new Waiting());
      waiting.texts.add(
          new Text(context.text(), context.at(), CompletableFuture.completedFuture(entry.id())));
      for (String call : context.calls()) {
        if (waiting.calls.stream().noneMatch(known -> known.id.equals(call))) {
          waiting.calls.add(new Call(call, context.at()));
        }
      }
    }
  }

  /**
   * What the user's hooks say to any event has to pass. The future never fails and is done once
   * what waits is stored, or what is said is stored as said.
   */
  public CompletableFuture<HookResult> pass(HookEvent event, HookResult result) {
    if (!event.hasSession()) {
      return CompletableFuture.completedFuture(result);
    }
    Conversation agent = Conversation.of(event).orElseThrow();
    return loaded.thenCompose(done -> pass(agent, event, result));
  }

  /** Whether nobody waits for anything. */
  synchronized boolean isIdle() {
    return loaded.isDone() && agents.isEmpty();
  }

  private synchronized CompletableFuture<HookResult> pass(
      Conversation agent, HookEvent event, HookResult result) {
    if (agents.size() > MANY_AGENTS && time.monotonicMillis() > nextSweep) {
      agents.values().removeIf(this::isStale);
      nextSweep = time.monotonicMillis() + SWEEP.toMillis();
    }
    Waiting waiting = agents.computeIfAbsent(agent, key -> new Waiting());
    if (isKnown(waiting, event)) {
      return CompletableFuture.completedFuture(result.withContext(List.of()));
    }
    note(waiting, event, result);
    CompletableFuture<HookResult> passed;
    if (!waiting.calls.isEmpty()) {
      passed = hold(agent, waiting, result);
    } else if (carries(event, result) && !waiting.texts.isEmpty()) {
      passed = tell(waiting, result);
    } else {
      passed = CompletableFuture.completedFuture(result);
    }
    if (waiting.isEmpty()) {
      agents.remove(agent);
    }
    return passed;
  }

  /** Who is installed twice tells of a call twice, and what was said to it waits already. */
  private static boolean isKnown(Waiting waiting, HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL)
        && event.text("tool_use_id").isPresent()
        && waiting.calls.stream().anyMatch(call -> call.id.equals(call(event)));
  }

  /** Some agents die without a word. */
  private boolean isStale(Waiting waiting) {
    long since = time.millis() - Session.STALE.toMillis();
    return waiting.calls.stream().allMatch(call -> call.at < since)
        && waiting.texts.stream().allMatch(text -> text.at < since);
  }

  private void note(Waiting waiting, HookEvent event, HookResult result) {
    long now = time.millis();
    waiting.calls.removeIf(call -> now - call.at > LONGEST_CALL.toMillis());
    waiting.texts.removeIf(text -> now - text.at > Session.STALE.toMillis());
    if (event.is(EventKind.BEFORE_TOOL)) {
      if (!result.is(Decision.DENY)) {
        waiting.calls.add(new Call(call(event), now));
        if (waiting.calls.size() > MANY_CALLS) {
          waiting.calls.remove(0);
        }
      }
    } else if (event.kind().isAfterTool()) {
      waiting.calls.stream()
          .filter(call -> call.id.equals(call(event)))
          .findFirst()
          .ifPresent(waiting.calls::remove);
    } else if (endsTurn(event)) {
      waiting.calls.clear();
    }
    if (event.is(EventKind.SUBAGENT_STOP)) {
      forget(waiting.texts);
      waiting.texts.clear(); // nobody is left to be told
    }
  }

  /** Some hosts do not number their calls; then the oldest of that tool is the one. */
  private static String call(HookEvent event) {
    return event.text("tool_use_id").orElseGet(() -> "tool:" + event.text("tool_name").orElse(""));
  }

  private static boolean endsTurn(HookEvent event) {
    return event.isStop()
        || event.is(EventKind.SUBAGENT_STOP)
        || event.is(EventKind.SESSION_START)
        || event.is(EventKind.SESSION_END)
        || event.is(EventKind.PROMPT_SUBMITTED);
  }

  /** Where every host passes context on; with a refused prompt none does. */
  private static boolean carries(HookEvent event, HookResult result) {
    return event.kind().isAfterTool()
        || event.is(EventKind.PROMPT_SUBMITTED) && !result.is(Decision.DENY)
        || event.is(EventKind.SESSION_START);
  }

  private CompletableFuture<HookResult> hold(
      Conversation agent, Waiting waiting, HookResult result) {
    if (result.context().isEmpty()) {
      return CompletableFuture.completedFuture(result);
    }
    long now = time.millis();
    List<String> calls = waiting.calls.stream().map(Call::id).toList();
    List<CompletableFuture<Long>> ids = new ArrayList<>();
    for (String text : result.context()) {
      WaitingContext context =
          new WaitingContext(agent.project(), agent.session(), agent.agent(), now, text, calls);
      CompletableFuture<Long> id =
          store.<Long>write(all -> all.get(WaitingContexts.class).add(context));
      waiting.texts.add(new Text(text, now, id));
      ids.add(id);
    }
    return quietly(ids, result.withContext(List.of()));
  }

  private CompletableFuture<HookResult> tell(Waiting waiting, HookResult result) {
    List<Text> told = List.copyOf(waiting.texts);
    waiting.texts.clear();
    HookResult all =
        result.withContext(
            Stream.concat(told.stream().map(Text::text), result.context().stream()).toList());
    return quietly(List.of(forget(told)), all);
  }

  private CompletableFuture<Boolean> forget(Collection<Text> texts) {
    List<CompletableFuture<Long>> ids = texts.stream().map(Text::id).toList();
    if (ids.isEmpty()) {
      return CompletableFuture.completedFuture(true);
    }
    return CompletableFuture.allOf(ids.toArray(CompletableFuture[]::new))
        .thenCompose(
            stored ->
                store.write(
                    all -> {
                      all.get(WaitingContexts.class)
                          .remove(ids.stream().map(CompletableFuture::join).toList());
                      return true;
                    }));
  }

  /** What cannot be stored is kept in memory, and said nevertheless. */
  private static CompletableFuture<HookResult> quietly(
      List<? extends CompletableFuture<?>> writes, HookResult result) {
    return CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new))
        .handle(
            (done, failure) -> {
              if (failure != null) {
                log.warn("A text that waits for a model is not stored: {}", failure.getMessage());
              }
              return result;
            });
  }
}
