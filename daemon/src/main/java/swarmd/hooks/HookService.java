package swarmd.hooks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.HookResult.Decision;
import swarmd.time.Time;

/**
 * Answers hook events within their time limits and records them. Whatever goes wrong, the host can
 * continue, but no permission is ever granted by mistake.
 */
public final class HookService {
  private final HookTable table;
  private final HookRecorder recorder;
  private final ToolTimeouts timeouts;
  private final HookLimits limits;
  private final BiConsumer<HookEvent, HookRecord> onAnswer;
  private final Time time;
  private final Map<Route, List<HookHandler>> handlers = new ConcurrentHashMap<>();

  /**
   * @param onAnswer receives every event with its record; must not block
   */
  public HookService(
      HookTable table,
      HookRecorder recorder,
      ToolTimeouts timeouts,
      HookLimits limits,
      BiConsumer<HookEvent, HookRecord> onAnswer,
      Time time) {
    this.table = table;
    this.recorder = recorder;
    this.timeouts = timeouts;
    this.limits = limits;
    this.onAnswer = onAnswer;
    this.time = time;
  }

  /**
   * Never fails.
   *
   * @param started when the event arrived, by {@link Time#nanos}
   */
  public CompletableFuture<HookResult> answer(HookEvent event, long started) {
    recorder.arrived(event, time.millis());
    Optional<String> missing = missingField(event);
    if (missing.isPresent()) {
      return CompletableFuture.completedFuture(
          refuse(event, started, missing.get() + " is missing"));
    }
    HookRun run = new HookRun(event, handlersOf(event));
    CompletableFuture<HookResult> handled = run.start();
    return handled.isDone()
        ? handled.thenApply(result -> conclude(event, run, result, started))
        : withinLimit(event, run, handled, started);
  }

  /** Calls the handlers of an event that no host has sent; keeps no record of it. */
  public CompletableFuture<HookResult> rehearse(HookEvent event) {
    return new HookRun(event, handlersOf(event)).start();
  }

  /** Events with the same route have the same handlers. */
  private record Route(EventKind kind, ToolKind tool) {}

  /** Cached per route, because hardly any event skips a handler. */
  private List<HookHandler> handlersOf(HookEvent event) {
    return event.skipped().isEmpty()
        ? handlers.computeIfAbsent(
            new Route(event.kind(), event.tool()), route -> table.handlersOf(event))
        : table.handlersOf(event);
  }

  private CompletableFuture<HookResult> withinLimit(
      HookEvent event, HookRun run, CompletableFuture<HookResult> handled, long started) {
    CompletableFuture<HookResult> answer = new CompletableFuture<>();
    Duration limit = limits.of(event.kind());
    Time.Cancellable timer =
        time.after(
            limit,
            () -> {
              String error = run.current() + " timed out after " + limit.toMillis() + " ms";
              if (answer.complete(
                  FailurePolicy.answer(event.kind(), error).and(run.whileLate(error)))) {
                timeouts.onTimeout(event, error);
                record(event, answer.join(), Optional.empty(), started, Optional.of(error));
              }
            });
    handled.thenAccept(
        result -> {
          timer.cancel();
          if (answer.isDone()) {
            result.notDelivered();
          } else {
            answer.complete(conclude(event, run, result, started));
          }
        });
    return answer;
  }

  private HookResult conclude(HookEvent event, HookRun run, HookResult result, long started) {
    if (run.error().isPresent() && FailurePolicy.outweighs(event.kind(), result)) {
      result.notDelivered();
      return refuse(event, started, run.error().get());
    }
    record(event, result, run.decidedBy(), started, run.error().or(result.remarks()::problem));
    return result;
  }

  /** Answers an event that cannot be handled. */
  public HookResult refuse(HookEvent event, long startedNanos, String error) {
    HookResult answer = FailurePolicy.answer(event.kind(), error);
    record(event, answer, Optional.empty(), startedNanos, Optional.of(error));
    return answer;
  }

  /** The table, to show it to users. */
  public HookTable table() {
    return table;
  }

  private static Optional<String> missingField(HookEvent event) {
    for (String field : event.kind().requiredFields()) {
      if (event.text(field).filter(text -> !text.isBlank()).isEmpty()) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  private void record(
      HookEvent event,
      HookResult result,
      Optional<String> decidedBy,
      long startedNanos,
      Optional<String> error) {
    HookRecord record =
        new HookRecord(
            time.millis(),
            event.project(),
            event.session(),
            event.agent(),
            event.host().id(),
            event.label(),
            result.decision().map(Decision::label),
            decidedBy,
            (time.nanos() - startedNanos) / 1_000,
            error,
            result.remarks().note());
    onAnswer.accept(event, record);
    recorder.answered(event, result, record);
  }
}
