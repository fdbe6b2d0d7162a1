package swarmd.plugin;

import java.util.Map;
import java.util.Optional;

/**
 * A hook's answer. On a Stop, DENY keeps the agent working.
 *
 * @param kind absent leaves the decision to other hooks
 * @param reason shown to the model with a denial
 * @param context text for the model
 * @param updatedInput the fields of the tool's input to change
 * @param systemMessage text for the user
 */
public record HookDecision(
    Optional<Kind> kind,
    Optional<String> reason,
    Optional<String> context,
    Optional<Map<String, Object>> updatedInput,
    Optional<String> systemMessage) {

  private static final HookDecision NONE =
      new HookDecision(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** The possible decisions. */
  public enum Kind {
    ALLOW,
    ASK,
    DENY
  }

  /** No decision and no text. */
  public static HookDecision none() {
    return NONE;
  }

  public static HookDecision allow() {
    return NONE.withKind(Kind.ALLOW, Optional.empty());
  }

  public static HookDecision ask(String reason) {
    return NONE.withKind(Kind.ASK, Optional.of(reason));
  }

  public static HookDecision deny(String reason) {
    return NONE.withKind(Kind.DENY, Optional.of(reason));
  }

  public HookDecision withContext(String text) {
    return new HookDecision(kind, reason, Optional.of(text), updatedInput, systemMessage);
  }

  public HookDecision withUpdatedInput(Map<String, Object> fields) {
    return new HookDecision(kind, reason, context, Optional.of(fields), systemMessage);
  }

  public HookDecision withSystemMessage(String text) {
    return new HookDecision(kind, reason, context, updatedInput, Optional.of(text));
  }

  private HookDecision withKind(Kind newKind, Optional<String> newReason) {
    return new HookDecision(Optional.of(newKind), newReason, context, updatedInput, systemMessage);
  }
}
