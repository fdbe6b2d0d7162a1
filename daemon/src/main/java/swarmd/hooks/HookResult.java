package swarmd.hooks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The result of an event, independent of the host that will read it.
 *
 * @param decision if absent, the host decides
 * @param reason shown to the model when a tool is denied or it must not stop yet
 * @param context texts for the model
 * @param updatedInput replaces the tool's whole input
 * @param systemMessage a text for the user
 * @param hostOutput further fields of the host's own answer, under the host's names, such as
 *     llm_request; mostly empty
 * @param remarks for the event's record; never sent to the host
 * @param deliveries each gets whether the answer has left for the host
 */
public record HookResult(
    Optional<Decision> decision,
    Optional<String> reason,
    List<String> context,
    Optional<Map<String, Object>> updatedInput,
    Optional<String> systemMessage,
    Map<String, Object> hostOutput,
    Remarks remarks,
    List<Consumer<Boolean>> deliveries) {

  public static final HookResult NOTHING =
      new HookResult(
          Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());

  /** The immediate answer of a handler that has nothing to contribute. */
  public static final CompletionStage<HookResult> SILENCE =
      CompletableFuture.completedStage(NOTHING);

  public HookResult(
      Optional<Decision> decision,
      Optional<String> reason,
      List<String> context,
      Optional<Map<String, Object>> updatedInput,
      Optional<String> systemMessage) {
    this(decision, reason, context, updatedInput, systemMessage, Map.of(), Remarks.NONE, List.of());
  }

  /**
   * Stored with an event in addition to its answer.
   *
   * @param note shown by `swarm events`
   * @param problem an error that did not prevent the answer
   * @param decidedBy the row of the table that decided; absent if the handler has a single row
   */
  public record Remarks(
      Optional<String> note, Optional<String> problem, Optional<String> decidedBy) {
    static final Remarks NONE = new Remarks(Optional.empty(), Optional.empty(), Optional.empty());

    private boolean isEmpty() {
      return note.isEmpty() && problem.isEmpty() && decidedBy.isEmpty();
    }

    Remarks and(Remarks later) {
      return later.isEmpty()
          ? this
          : new Remarks(
              note.or(() -> later.note),
              problem.or(() -> later.problem),
              decidedBy.or(() -> later.decidedBy));
    }
  }

  /**
   * From the mildest to the strictest. On a Stop, DENY keeps the agent working, and ALLOW lets it
   * stop whatever later handlers would decide.
   */
  public enum Decision {
    ALLOW,
    ASK,
    DENY;

    /** The name that is stored and sent to hosts. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static HookResult allow() {
    return decided(Decision.ALLOW, Optional.empty());
  }

  public static HookResult deny(String reason) {
    return decided(Decision.DENY, Optional.of(reason));
  }

  /** Makes the host ask the user. */
  public static HookResult ask(String reason) {
    return decided(Decision.ASK, Optional.of(reason));
  }

  private static HookResult decided(Decision decision, Optional<String> reason) {
    return new HookResult(
        Optional.of(decision), reason, List.of(), Optional.empty(), Optional.empty());
  }

  public static HookResult context(String text) {
    return new HookResult(
        Optional.empty(), Optional.empty(), List.of(text), Optional.empty(), Optional.empty());
  }

  /** Replaces the tool's whole input. */
  public static HookResult input(Map<String, Object> input) {
    return new HookResult(
        Optional.empty(), Optional.empty(), List.of(), Optional.of(input), Optional.empty());
  }

  public HookResult withSystemMessage(String text) {
    return new HookResult(
        decision,
        reason,
        context,
        updatedInput,
        Optional.of(text),
        hostOutput,
        remarks,
        deliveries);
  }

  public HookResult withContext(List<String> texts) {
    return new HookResult(
        decision, reason, texts, updatedInput, systemMessage, hostOutput, remarks, deliveries);
  }

  /** Adds fields to the host's own answer. */
  public HookResult withHostOutput(Map<String, Object> output) {
    return new HookResult(
        decision, reason, context, updatedInput, systemMessage, output, remarks, deliveries);
  }

  /** For texts that must not get lost: runs if the answer does not reach the host. */
  public HookResult ifUndelivered(Runnable action) {
    return onDelivery(
        delivered -> {
          if (!delivered) {
            action.run();
          }
        });
  }

  /** For texts that are on record: gets whether the answer has left for the host. */
  public HookResult onDelivery(Consumer<Boolean> listener) {
    return new HookResult(
        decision,
        reason,
        context,
        updatedInput,
        systemMessage,
        hostOutput,
        remarks,
        List.of(listener));
  }

  /** The host does not get this. */
  public void notDelivered() {
    deliveries.forEach(listener -> listener.accept(false));
  }

  /** All of this has been sent to the host. */
  public void delivered() {
    deliveries.forEach(listener -> listener.accept(true));
  }

  public HookResult withNote(String text) {
    return withRemarks(new Remarks(Optional.of(text), remarks.problem, remarks.decidedBy));
  }

  public HookResult withProblem(Optional<String> text) {
    return text.isEmpty() ? this : withRemarks(new Remarks(remarks.note, text, remarks.decidedBy));
  }

  /** Names the row that decided, for handlers with several rows. */
  public HookResult decidedBy(String row) {
    return withRemarks(new Remarks(remarks.note, remarks.problem, Optional.of(row)));
  }

  private HookResult withRemarks(Remarks changed) {
    return new HookResult(
        decision, reason, context, updatedInput, systemMessage, hostOutput, changed, deliveries);
  }

  /** Not by {@code equals}: linking a record's takes Java 17 several milliseconds of a hook. */
  public boolean isNothing() {
    return decision.isEmpty()
        && reason.isEmpty()
        && context.isEmpty()
        && updatedInput.isEmpty()
        && systemMessage.isEmpty()
        && hostOutput.isEmpty()
        && remarks.isEmpty()
        && deliveries.isEmpty();
  }

  public boolean decides() {
    return decision.isPresent();
  }

  public boolean is(Decision one) {
    return decision.isPresent() && decision.get() == one;
  }

  /** Merges the result of a later handler. The stricter decision wins; of equals, the first. */
  public HookResult and(HookResult later) {
    if (later.isNothing()) {
      return this;
    }
    HookResult deciding = later.isStricterThan(this) ? later : this;
    return new HookResult(
        deciding.decision,
        deciding.reason,
        Stream.concat(context.stream(), later.context.stream()).toList(),
        later.updatedInput.or(() -> updatedInput),
        systemMessage.isPresent() && later.systemMessage.isPresent()
            ? Optional.of(systemMessage.get() + "\n" + later.systemMessage.get())
            : systemMessage.or(() -> later.systemMessage),
        merged(hostOutput, later.hostOutput),
        remarks.and(later.remarks),
        Stream.concat(deliveries.stream(), later.deliveries.stream()).toList());
  }

  private boolean isStricterThan(HookResult other) {
    return decides() && (!other.decides() || decision.get().compareTo(other.decision.get()) > 0);
  }

  private static Map<String, Object> merged(Map<String, Object> first, Map<String, Object> later) {
    if (first.isEmpty() || later.isEmpty()) {
      return first.isEmpty() ? later : first;
    }
    Map<String, Object> both = new LinkedHashMap<>(first);
    both.putAll(later);
    return both;
  }
}
