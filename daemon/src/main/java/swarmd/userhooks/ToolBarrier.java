package swarmd.userhooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.sessions.Session;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Keeps context out of the gap between a tool call and its result, because models reject a
 * conversation with anything in between. Such context waits, in order, for the next event that can
 * carry it. Calls in flight are kept in memory, so that a call without context costs no write; a
 * waiting text is stored together with the calls it waits for.
 */
public final class ToolBarrier {
  private static final int MANY_AGENTS = 256;
  private static final Duration SWEEP = Duration.ofMinutes(1);

  private final StoredContexts stored;
  private final Time time;
  private final Map<Conversation, Agent> agents = new HashMap<>();
  private final CompletableFuture<Void> loaded;
  private long nextSweep;

  public ToolBarrier(Store store, Time time) {
    this.stored = new StoredContexts(store);
    this.time = time;
    loaded = stored.load(staleBefore()).thenAccept(this::restore);
  }

  /** An agent's calls in flight, and the texts that wait for their results. */
  private static final class Agent {
    private final CallsInFlight calls = new CallsInFlight();
    private final List<Text> texts = new ArrayList<>();

    boolean isEmpty() {
      return calls.isEmpty() && texts.isEmpty();
    }

    /** Some agents end without any event. */
    boolean isStale(long before) {
      return calls.areAllBefore(before) && texts.stream().allMatch(text -> text.at < before);
    }

    /** Takes the texts that wait. */
    List<Text> takeTexts() {
      List<Text> taken = List.copyOf(texts);
      texts.clear();
      return taken;
    }
  }

  /**
   * A text that waits.
   *
   * @param id its number, once it is stored
   */
  private record Text(String text, long at, CompletableFuture<Long> id) {}

  private synchronized void restore(List<WaitingContexts.Entry> entries) {
    for (WaitingContexts.Entry entry : entries) {
      WaitingContext context = entry.context();
      Agent agent =
          agents.computeIfAbsent(
              new Conversation(context.project(), context.session(), context.agent()),
              key -> new Agent());
      agent.texts.add(
          new Text(context.text(), context.at(), CompletableFuture.completedFuture(entry.id())));
      agent.calls.restore(context.calls(), context.at());
    }
  }

  /**
   * The result of the user's hooks with the context that may be shown now. Must be called for every
   * event. The future never fails; it completes after all changes of waiting texts are stored.
   */
  public CompletableFuture<HookResult> pass(HookEvent event, HookResult result) {
    if (!event.hasSession()) {
      return CompletableFuture.completedFuture(result);
    }
    Conversation conversation = Conversation.of(event).orElseThrow();
    return loaded.thenCompose(done -> pass(conversation, event, result));
  }

  /** Whether no call is in flight and no text waits. */
  synchronized boolean isIdle() {
    return loaded.isDone() && agents.isEmpty();
  }

  private synchronized CompletableFuture<HookResult> pass(
      Conversation conversation, HookEvent event, HookResult result) {
    sweep();
    Agent agent = agents.computeIfAbsent(conversation, key -> new Agent());
    if (agent.calls.isRepeated(event)) { // the context of the first report waits already
      return CompletableFuture.completedFuture(result.withContext(List.of()));
    }
    update(agent, event, result);
    CompletableFuture<HookResult> passed;
    if (!agent.calls.isEmpty()) {
      passed = hold(conversation, agent, result);
    } else if (canCarryContext(event, result) && !agent.texts.isEmpty()) {
      passed = release(agent, result);
    } else {
      passed = CompletableFuture.completedFuture(result);
    }
    if (agent.isEmpty()) {
      agents.remove(conversation);
    }
    return passed;
  }

  private void sweep() {
    if (agents.size() > MANY_AGENTS && time.monotonicMillis() > nextSweep) {
      long before = staleBefore();
      agents.values().removeIf(agent -> agent.isStale(before));
      nextSweep = time.monotonicMillis() + SWEEP.toMillis();
    }
  }

  private long staleBefore() {
    return time.millis() - Session.STALE.toMillis();
  }

  private void update(Agent agent, HookEvent event, HookResult result) {
    agent.calls.update(event, result, time.millis());
    long before = staleBefore();
    agent.texts.removeIf(text -> text.at < before);
    if (event.is(EventKind.SUBAGENT_STOP)) { // its conversation is over
      remove(agent.takeTexts());
    }
  }

  /** Every host passes context on with these events, except with a refused prompt. */
  private static boolean canCarryContext(HookEvent event, HookResult result) {
    return event.kind().isAfterTool()
        || event.is(EventKind.PROMPT_SUBMITTED) && !result.is(Decision.DENY)
        || event.is(EventKind.SESSION_START);
  }

  private CompletableFuture<HookResult> hold(
      Conversation conversation, Agent agent, HookResult result) {
    if (result.context().isEmpty()) {
      return CompletableFuture.completedFuture(result);
    }
    long now = time.millis();
    List<String> calls = agent.calls.ids();
    List<CompletableFuture<Long>> ids = new ArrayList<>();
    for (String text : result.context()) {
      CompletableFuture<Long> id =
          stored.add(
              new WaitingContext(
                  conversation.project(),
                  conversation.session(),
                  conversation.agent(),
                  now,
                  text,
                  calls));
      agent.texts.add(new Text(text, now, id));
      ids.add(id);
    }
    return StoredContexts.after(ids, result.withContext(List.of()));
  }

  private CompletableFuture<HookResult> release(Agent agent, HookResult result) {
    List<Text> released = agent.takeTexts();
    HookResult all =
        result.withContext(
            Stream.concat(released.stream().map(Text::text), result.context().stream()).toList());
    return StoredContexts.after(List.of(remove(released)), all);
  }

  private CompletableFuture<Void> remove(List<Text> texts) {
    return stored.remove(texts.stream().map(Text::id).toList());
  }
}
