package swarmd.hooks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * What came of an event, whichever host will read it.
 *
 * @param decision absent leaves it to the host
 * @param reason why; the model reads it when it is denied something or may not stop yet
 * @param context what the model should know
 * @param updatedInput the tool's whole input, if it is to be another
 * @param systemMessage what the person should know
 * @param hostOutput what else the host's own answer should hold, under the host's names, such as
 *     llm_request; mostly empty
 * @param remarks what the event's record should say of it; no host sees them
 */
public record HookResult(
    Optional<Decision> decision,
    Optional<String> reason,
    List<String> context,
    Optional<Map<String, Object>> updatedInput,
    Optional<String> systemMessage,
    Map<String, Object> hostOutput,
    Remarks remarks) {

  public static final HookResult NOTHING =
      new HookResult(
          Optional.empty(), Optional.empty(), List.of(), Optional.empty(), Optional.empty());

  /** What a handler answers at once that has nothing to say. */
  public static final CompletionStage<HookResult> SILENCE =
      CompletableFuture.completedStage(NOTHING);

  public HookResult(
      Optional<Decision> decision,
      Optional<String> reason,
      List<String> context,
      Optional<Map<String, Object>> updatedInput,
      Optional<String> systemMessage) {
    this(decision, reason, context, updatedInput, systemMessage, Map.of(), Remarks.NONE);
  }

  /**
   * What is kept of an event besides its answer.
   *
   * @param note what `swarm events` should show
   * @param problem what went wrong on the way
   * @param decidedBy the row of the table that decided; absent where it is the handler's only row
   */
  public record Remarks(
      Optional<String> note, Optional<String> problem, Optional<String> decidedBy) {
    static final Remarks NONE = new Remarks(Optional.empty(), Optional.empty(), Optional.empty());

    Remarks and(Remarks later) {
      return later.equals(NONE)
          ? this
          : new Remarks(
              note.or(() -> later.note),
              problem.or(() -> later.problem),
              decidedBy.or(() -> later.decidedBy));
    }
  }

  /**
   * From the mildest to the strictest. On a Stop, DENY has the agent go on, and ALLOW lets it stop
   * whatever others would say.
   */
  public enum Decision {
    ALLOW,
    ASK,
    DENY;

    /** What is stored and what hosts read. */
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

  /** The person is asked. */
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

  /** The tool runs with this as its whole input. */
  public static HookResult input(Map<String, Object> input) {
    return new HookResult(
        Optional.empty(), Optional.empty(), List.of(), Optional.of(input), Optional.empty());
  }

  public HookResult withSystemMessage(String text) {
    return new HookResult(
        decision, reason, context, updatedInput, Optional.of(text), hostOutput, remarks);
  }

  public HookResult withContext(List<String> texts) {
    return new HookResult(
        decision, reason, texts, updatedInput, systemMessage, hostOutput, remarks);
  }

  /** The host's answer holds this, too. */
  public HookResult withHostOutput(Map<String, Object> output) {
    return new HookResult(decision, reason, context, updatedInput, systemMessage, output, remarks);
  }

  public HookResult withNote(String text) {
    return remarked(new Remarks(Optional.of(text), remarks.problem, remarks.decidedBy));
  }

  public HookResult withProblem(Optional<String> text) {
    return text.isEmpty() ? this : remarked(new Remarks(remarks.note, text, remarks.decidedBy));
  }

  /** Names the row that decided, for handlers that stand behind several rows. */
  public HookResult decidedBy(String row) {
    return remarked(new Remarks(remarks.note, remarks.problem, Optional.of(row)));
  }

  private HookResult remarked(Remarks said) {
    return new HookResult(decision, reason, context, updatedInput, systemMessage, hostOutput, said);
  }

  public boolean decides() {
    return decision.isPresent();
  }

  public boolean is(Decision one) {
    return decision.isPresent() && decision.get() == one;
  }

  /** This, and what a later handler says. The stricter decision stands, of two alike the first. */
  public HookResult and(HookResult later) {
    if (later.equals(NOTHING)) {
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
        joined(hostOutput, later.hostOutput),
        remarks.and(later.remarks));
  }

  private boolean isStricterThan(HookResult other) {
    return decides() && (!other.decides() || decision.get().compareTo(other.decision.get()) > 0);
  }

  private static Map<String, Object> joined(Map<String, Object> first, Map<String, Object> later) {
    if (first.isEmpty() || later.isEmpty()) {
      return first.isEmpty() ? later : first;
    }
    Map<String, Object> both = new LinkedHashMap<>(first);
    both.putAll(later);
    return both;
  }
}
