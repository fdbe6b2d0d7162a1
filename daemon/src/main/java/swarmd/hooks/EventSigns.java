package swarmd.hooks;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfile.Notifications;
import swarmd.hooks.HookResult.Decision;
import swarmd.sessions.CurrentCalls.Call;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SignsOfLife;
import swarmd.sessions.SignsOfLife.Subagents;
import swarmd.sessions.SignsOfLife.ToolCall;
import swarmd.text.Cut;

/**
 * Reads the signs of life from hook events: when an event arrives, since a long tool call sends
 * nothing more until it is over, and again when it is answered, since a denied call does not run
 * and a held agent does not stop.
 */
final class EventSigns {
  /** After this start, the session is in the middle of its turn. */
  private static final String COMPACTED = "compact";

  private static final int MAX_ID = 256;

  private static final UnaryOperator<SignsOfLife> UNCHANGED = UnaryOperator.identity();

  /** The arguments that say best what a tool call is about. */
  private static final List<String> DETAILS =
      List.of("command", "file_path", "notebook_path", "path", "url", "pattern", "description");

  private final LivingSessions living;

  EventSigns(LivingSessions living) {
    this.living = living;
  }

  void arrived(HookEvent event, long now) {
    if (!event.hasSession()) {
      return;
    }
    if (event.is(EventKind.SESSION_END) || startsAfresh(event)) {
      living.forget(event.project().get(), event.session().get());
    }
    if (!event.is(EventKind.SESSION_END)) {
      update(event, signs -> onArrival(event, signs, now));
    }
    if (event.is(EventKind.BEFORE_TOOL) || event.is(EventKind.PERMISSION_REQUEST)) {
      living
          .calls()
          .began(event.project().get(), event.session().get(), event.agent(), shown(event, now));
    }
  }

  void answered(HookEvent event, HookResult result, long now) {
    UnaryOperator<SignsOfLife> change = onAnswer(event, result, now);
    if (change != UNCHANGED && event.hasSession()) {
      update(event, change);
    }
  }

  private static SignsOfLife onArrival(HookEvent event, SignsOfLife signs, long now) {
    Optional<String> agent = event.agent();
    return switch (event.kind()) {
      case PROMPT_SUBMITTED, SUBAGENT_START -> signs.turnStarted(agent, now);
      case BEFORE_TOOL -> signs.callOpened(agent, call(event), now);
      case AFTER_TOOL, TOOL_FAILED, PERMISSION_DENIED -> signs.callClosed(agent, call(event), now);
      case TOOL_BATCH -> signs.callsClosed(agent, now);
      case PERMISSION_REQUEST -> signs.permissionAwaited(agent, now);
      case STOP_FAILURE -> signs.turnEnded(agent, Subagents.GO_ON, now);
      case NOTIFICATION -> onNotification(event, signs, now);
      default -> signs.active(agent, now);
    };
  }

  private static SignsOfLife onNotification(HookEvent event, SignsOfLife signs, long now) {
    Notifications types = event.host().notifications();
    String type = event.text("notification_type").orElse("");
    if (types.permission().contains(type)) {
      // it names no subagent: a subagent's prompt that is known already is not another one
      return event.agent().isEmpty() && signs.isSubagentsPermissionAwaited()
          ? signs
          : signs.permissionAwaited(event.agent(), now);
    }
    return types.idle().contains(type)
        ? signs.turnEnded(event.agent(), Subagents.GO_ON, now)
        : signs.active(event.agent(), now);
  }

  private static UnaryOperator<SignsOfLife> onAnswer(HookEvent event, HookResult result, long now) {
    boolean denied = result.is(Decision.DENY);
    Optional<String> agent = event.agent();
    return switch (event.kind()) {
      case BEFORE_TOOL -> denied ? signs -> signs.callClosed(agent, call(event), now) : UNCHANGED;
      case PERMISSION_REQUEST ->
          denied || result.is(Decision.ALLOW) ? signs -> signs.active(agent, now) : UNCHANGED;
      case PROMPT_SUBMITTED ->
          denied ? signs -> signs.turnEnded(agent, Subagents.GO_ON, now) : UNCHANGED;
      case STOP -> denied ? UNCHANGED : signs -> signs.turnEnded(agent, subagentsAfter(event), now);
      case SUBAGENT_STOP ->
          denied || agent.isEmpty() ? UNCHANGED : signs -> signs.subagentEnded(agent.get(), now);
      default -> UNCHANGED;
    };
  }

  private static Subagents subagentsAfter(HookEvent stop) {
    if (!(stop.fields().get("background_tasks") instanceof List<?> background)) {
      return Subagents.UNKNOWN;
    }
    return background.isEmpty() ? Subagents.ENDED : Subagents.GO_ON;
  }

  private static Call shown(HookEvent event, long now) {
    return new Call(
        Cut.to(MAX_ID, event.text("tool_name").orElse("a tool")),
        detail(event.object("tool_input")).map(text -> Cut.toLine(MAX_ID, Cut.to(MAX_ID, text))),
        now);
  }

  /** A loop, because every tool call comes through here. */
  private static Optional<String> detail(Map<?, ?> input) {
    for (String name : DETAILS) {
      if (input.get(name) instanceof String text) {
        return Optional.of(text);
      }
    }
    return Optional.empty();
  }

  private static boolean startsAfresh(HookEvent event) {
    return event.is(EventKind.SESSION_START)
        && event.text("source").filter(COMPACTED::equals).isEmpty();
  }

  private static ToolCall call(HookEvent event) {
    Optional<String> number = event.text("tool_use_id").map(id -> Cut.to(MAX_ID, id));
    return new ToolCall(
        number.orElseGet(() -> "tool:" + Cut.to(MAX_ID, event.text("tool_name").orElse(""))),
        number.isPresent());
  }

  private void update(HookEvent event, UnaryOperator<SignsOfLife> change) {
    living.update(event.project().get(), event.session().get(), change);
  }
}
