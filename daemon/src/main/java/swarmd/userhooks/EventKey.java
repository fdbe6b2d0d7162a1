package swarmd.userhooks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookType;

/** What an event is called here, whatever its host, a type or a settings file call it. */
public record EventKey(String name) {
  private static final String SETUP = "Setup";
  private static final String POST_TOOL_USE = "PostToolUse";
  private static final String POST_TOOL_USE_FAILURE = "PostToolUseFailure";

  /** Claude Code's names; Gemini CLI's where Claude Code has no such event. */
  private static final List<String> NAMES =
      List.of(
          "PreToolUse",
          POST_TOOL_USE,
          POST_TOOL_USE_FAILURE,
          "PermissionRequest",
          "UserPromptSubmit",
          "SessionStart",
          "SessionEnd",
          "Stop",
          "SubagentStart",
          "SubagentStop",
          "PreCompact",
          "Notification",
          "PostToolBatch",
          "StopFailure",
          "PostCompact",
          "PermissionDenied",
          "TaskCreated",
          "TaskCompleted",
          "TeammateIdle",
          "UserPromptExpansion",
          "MessageDisplay",
          "InstructionsLoaded",
          "ConfigChange",
          "CwdChanged",
          "DirectoryAdded",
          "FileChanged",
          "WorktreeCreate",
          "WorktreeRemove",
          "Elicitation",
          "ElicitationResult",
          "PreModelSwitch",
          "PostModelSwitch",
          "BeforeModel",
          "AfterModel",
          "BeforeToolSelection");

  /** Gemini CLI's, and others that people know its events by. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("BeforeTool", "PreToolUse"),
          Map.entry("AfterTool", POST_TOOL_USE),
          Map.entry("BeforeAgent", "UserPromptSubmit"),
          Map.entry("AfterAgent", "Stop"),
          Map.entry("PreCompress", "PreCompact"),
          Map.entry("Compaction", "PreCompact"),
          Map.entry("session-startup", "SessionStart"),
          Map.entry("session-clear", "SessionEnd"),
          Map.entry("allow-tool", "PreToolUse"),
          Map.entry("block-tool", "PreToolUse"));

  private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");
  private static final Map<String, List<EventKey>> KNOWN = known();

  private static Map<String, List<EventKey>> known() {
    Map<String, List<EventKey>> keys = new LinkedHashMap<>();
    for (String name : NAMES) {
      put(keys, name, List.of(new EventKey(name)));
    }
    ALIASES.forEach((alias, name) -> put(keys, alias, List.of(new EventKey(name))));
    for (HookType type : HookType.values()) {
      keys.put(type.label(), ofType(type));
    }
    List<EventKey> setups = new ArrayList<>(List.of(new EventKey(SETUP)));
    setups.addAll(ofType(HookType.SETUP_INIT));
    setups.addAll(ofType(HookType.SETUP_MAINTENANCE));
    put(keys, SETUP, List.copyOf(setups));
    return keys;
  }

  /** Some write names in small letters. */
  private static void put(Map<String, List<EventKey>> keys, String name, List<EventKey> named) {
    keys.put(name, named);
    keys.put(NEXT_WORD.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT), named);
  }

  private static List<EventKey> ofType(HookType type) {
    return switch (type) {
      case KEYWORD_DETECTOR -> List.of(new EventKey("UserPromptSubmit"));
      case RALPH, AUTOPILOT, PERSISTENT_MODE, STOP_CONTINUATION -> List.of(new EventKey("Stop"));
      case SESSION_START -> List.of(new EventKey("SessionStart"));
      case SESSION_END -> List.of(new EventKey("SessionEnd"));
      case PRE_TOOL_USE -> List.of(new EventKey("PreToolUse"));
      case POST_TOOL_USE ->
          List.of(new EventKey(POST_TOOL_USE), new EventKey(POST_TOOL_USE_FAILURE));
      case SUBAGENT_START -> List.of(new EventKey("SubagentStart"));
      case SUBAGENT_STOP -> List.of(new EventKey("SubagentStop"));
      case PRE_COMPACT -> List.of(new EventKey("PreCompact"));
      case PERMISSION_REQUEST -> List.of(new EventKey("PermissionRequest"));
      case SETUP_INIT, SETUP_MAINTENANCE -> List.of(new EventKey(type.label()));
    };
  }

  public static boolean isKnown(String name) {
    return KNOWN.containsKey(name);
  }

  /** The events that are meant by a name; what nobody knows is an event of that name. */
  public static List<EventKey> named(String name) {
    List<EventKey> keys = KNOWN.get(name);
    return keys == null ? List.of(new EventKey(name)) : keys;
  }

  /** Whether one of these names means this event; "*" means all. */
  boolean isAmong(Set<String> names) {
    return names.contains("*") || names.stream().anyMatch(other -> named(other).contains(this));
  }

  static EventKey of(HookEvent event) {
    if (event.types().isEmpty()) {
      return named(event.name()).get(0);
    }
    HookType type = event.types().get(0);
    return type == HookType.POST_TOOL_USE && event.name().equals(POST_TOOL_USE_FAILURE)
        ? new EventKey(POST_TOOL_USE_FAILURE)
        : KNOWN.get(type.label()).get(0);
  }

  /** What the event is for the hooks of the house. */
  public List<HookType> types() {
    if (name.equals("Stop")) {
      return HookType.STOP;
    }
    for (HookType type : HookType.values()) {
      if (ofType(type).contains(this)) {
        return List.of(type);
      }
    }
    return List.of();
  }

  /** Whether the event is about the use of a tool. */
  public boolean isAboutTool() {
    return matchedField().filter("tool_name"::equals).isPresent();
  }

  /** Where each is to see what the ones before have said. */
  boolean isSequential() {
    return switch (name) {
      case "PreToolUse", "PermissionRequest", "Stop" -> true;
      default -> false;
    };
  }

  /** The field that a matcher which is a string is about, as in Claude Code; others ignore it. */
  public Optional<String> matchedField() {
    return switch (name) {
      case "PreToolUse",
          POST_TOOL_USE,
          POST_TOOL_USE_FAILURE,
          "PermissionRequest",
          "PermissionDenied" ->
          Optional.of("tool_name");
      case "SessionStart", "ConfigChange" -> Optional.of("source");
      case "SessionEnd" -> Optional.of("reason");
      case "Notification" -> Optional.of("notification_type");
      case "SubagentStart", "SubagentStop" -> Optional.of("agent_type");
      case "PreCompact", "PostCompact", SETUP, "setup-init", "setup-maintenance" ->
          Optional.of("trigger");
      case "StopFailure" -> Optional.of("error");
      case "InstructionsLoaded" -> Optional.of("load_reason");
      case "Elicitation", "ElicitationResult" -> Optional.of("mcp_server_name");
      case "UserPromptExpansion" -> Optional.of("command_name");
      case "FileChanged" -> Optional.of("file_path");
      default -> Optional.empty();
    };
  }
}
