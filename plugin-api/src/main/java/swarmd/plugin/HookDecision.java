package swarmd.plugin;

import java.util.Map;
import java.util.Optional;

/**
 * What a hook says. On a Stop, DENY has the agent go on.
 *
 * @param kind absent leaves it to others
 * @param reason why; the model reads it when it is denied something
 * @param context what the model should know
 * @param updatedInput fields of the tool's input that are to be others
 * @param systemMessage what the person should know
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

  /** What can be decided. */
  public enum Kind {
    ALLOW,
    ASK,
    DENY
  }

  /** Nothing to say. */
  public static HookDecision none() {
    return NONE;
  }

  public static HookDecision allow() {
    return NONE.decided(Kind.ALLOW, Optional.empty());
  }

  public static HookDecision ask(String reason) {
    return NONE.decided(Kind.ASK, Optional.of(reason));
  }

  public static HookDecision deny(String reason) {
    return NONE.decided(Kind.DENY, Optional.of(reason));
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

  private HookDecision decided(Kind decided, Optional<String> why) {
    return new HookDecision(Optional.of(decided), why, context, updatedInput, systemMessage);
  }
}
