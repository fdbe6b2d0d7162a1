package swarmd.catalogue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every event that a host can send, and all that is the same for it in every host. Runs in a JVM
 * that starts for a single hook, so there are no lambdas, streams or regular expressions here.
 */
public enum EventKind {
  PROMPT_SUBMITTED(
      "UserPromptSubmit",
      facts().reads("prompt", "submitted_prompt", "messages").carriesContext().refusable()),
  STOP(
      "Stop",
      facts()
          .reads("stop_hook_active", "last_assistant_message", "background_tasks", "messages")
          .reads("prompt", "prompt_response")
          // Why it stops, in whichever way a host says it.
          .reads("stop_reason", "end_turn_reason", "reason", "error", "error_status")
          .reads("user_requested")
          .sequential()),
  SESSION_START(
      "SessionStart", facts().reads("source", "model").carriesContext().matchedBy("source")),
  SESSION_END(
      "SessionEnd",
      facts()
          .requires("cwd", "session_id")
          .sensitive()
          .reads("reason")
          .within(TimeLimit.SESSION_END)
          .matchedBy("reason")),
  BEFORE_TOOL(
      "PreToolUse",
      facts()
          .reads("tool_name", "tool_input", "tool_use_id")
          .carriesContext()
          .refusable()
          .sequential()
          .within(TimeLimit.TOOL)
          .matchedBy("tool_name")),
  AFTER_TOOL(
      "PostToolUse",
      facts()
          .reads("tool_name", "tool_input", "tool_use_id", "tool_response", "error", "is_interrupt")
          .carriesContext()
          .within(TimeLimit.TOOL)
          .matchedBy("tool_name")),
  TOOL_FAILED(
      "PostToolUseFailure",
      facts()
          .reads("tool_name", "tool_input", "tool_use_id", "tool_response", "error", "is_interrupt")
          .carriesContext()
          .within(TimeLimit.TOOL)
          .matchedBy("tool_name")),
  SUBAGENT_START(
      "SubagentStart",
      facts().requires("cwd", "session_id").carriesContext().matchedBy("agent_type")),
  SUBAGENT_STOP(
      "SubagentStop",
      facts()
          .requires("cwd", "session_id")
          .reads("stop_hook_active", "last_assistant_message", "background_tasks")
          .reads("stop_reason", "end_turn_reason", "reason", "error", "error_status")
          .reads("user_requested")
          .matchedBy("agent_type")),
  BEFORE_COMPACTION(
      "PreCompact", facts().requires("cwd", "session_id").reads("trigger").matchedBy("trigger")),
  SETUP_INIT(
      "setup-init",
      facts().requires("cwd", "session_id").sensitive().reads("trigger").matchedBy("trigger")),
  SETUP_MAINTENANCE(
      "setup-maintenance",
      facts().requires("cwd", "session_id").sensitive().reads("trigger").matchedBy("trigger")),
  PERMISSION_REQUEST(
      "PermissionRequest",
      facts()
          .requires("cwd", "session_id", "tool_name")
          .sensitive()
          .reads("tool_name", "tool_input", "tool_use_id", "permission_suggestions")
          .refusable()
          .sequential()
          .matchedBy("tool_name")),

  // From here on: recorded, and answered by the user's own hooks only.
  SETUP("Setup", facts().reads("trigger").matchedBy("trigger")),
  NOTIFICATION(
      "Notification", facts().reads("notification_type", "message").matchedBy("notification_type")),
  TOOL_BATCH("PostToolBatch", facts().reads("tool_calls").carriesContext()),
  STOP_FAILURE(
      "StopFailure",
      facts()
          .reads("error", "error_details", "last_assistant_message")
          .reads("error_status", "stop_reason", "end_turn_reason", "reason")
          .matchedBy("error")),
  AFTER_COMPACTION("PostCompact", facts().reads("trigger").matchedBy("trigger")),
  PERMISSION_DENIED(
      "PermissionDenied",
      facts().reads("tool_name", "tool_input", "tool_use_id").matchedBy("tool_name")),
  TASK_CREATED("TaskCreated", facts()),
  TASK_COMPLETED("TaskCompleted", facts()),
  TEAMMATE_IDLE("TeammateIdle", facts()),
  PROMPT_EXPANSION(
      "UserPromptExpansion",
      facts().reads("command_name", "command_args", "prompt").matchedBy("command_name")),
  MESSAGE_DISPLAY("MessageDisplay", facts()),
  INSTRUCTIONS_LOADED(
      "InstructionsLoaded", facts().reads("load_reason", "file_path").matchedBy("load_reason")),
  CONFIG_CHANGE("ConfigChange", facts().reads("source", "file_path").matchedBy("source")),
  CWD_CHANGED("CwdChanged", facts()),
  DIRECTORY_ADDED("DirectoryAdded", facts()),
  FILE_CHANGED("FileChanged", facts().reads("file_path").matchedBy("file_path")),
  WORKTREE_CREATE("WorktreeCreate", facts()),
  WORKTREE_REMOVE("WorktreeRemove", facts()),
  ELICITATION("Elicitation", facts().reads("mcp_server_name").matchedBy("mcp_server_name")),
  ELICITATION_RESULT(
      "ElicitationResult", facts().reads("mcp_server_name").matchedBy("mcp_server_name")),
  BEFORE_MODEL_SWITCH("PreModelSwitch", facts()),
  AFTER_MODEL_SWITCH("PostModelSwitch", facts()),
  BEFORE_MODEL("BeforeModel", facts().reads("llm_request")),
  AFTER_MODEL("AfterModel", facts().reads("llm_request", "llm_response", "messages")),
  BEFORE_TOOL_SELECTION("BeforeToolSelection", facts().reads("llm_request")),

  /** An event that is in no host's profile; only its name is known. */
  OTHER("", facts());

  /** How long the handlers of an event may take; what depends on it is in HookLimits. */
  public enum TimeLimit {
    TOOL,
    SESSION_END,
    USUAL
  }

  /** What every event keeps besides the fields of its own. */
  private static final Set<String> LISTED_ALWAYS =
      Set.of(
          "session_id",
          "transcript_path",
          "cwd",
          "hook_event_name",
          "timestamp",
          "prompt_id",
          "permission_mode",
          "agent_id",
          "agent_type");

  private final String canonicalName;

  @SuppressWarnings("ImmutableEnumChecker") // nothing changes it once the constant exists
  private final Facts facts;

  EventKind(String canonicalName, Facts facts) {
    this.canonicalName = canonicalName;
    this.facts = facts;
  }

  /** The name that user hooks and settings use: Claude Code's, or the only host's that has it. */
  public String canonicalName() {
    return canonicalName;
  }

  /** The types whose handlers it meets, in the order in which they are called. */
  public List<HookType> hookTypes() {
    return HookTypes.BY_KIND.get(this);
  }

  /** The normalised fields without which the event cannot be answered. */
  public List<String> requiredFields() {
    return facts.required;
  }

  /** Whether nobody gets the fields that are not listed, not even the user's own hooks. */
  public boolean isSensitive() {
    return facts.sensitive;
  }

  /** Whether a field of the payload is listed, so that the built-in hooks can rely on it. */
  public boolean lists(String field) {
    return LISTED_ALWAYS.contains(field) || facts.listed.contains(field);
  }

  public TimeLimit timeLimit() {
    return facts.limit;
  }

  /** Whether each user hook sees the decisions of those before it. */
  public boolean isSequential() {
    return facts.sequential;
  }

  /** Whether a host can pass context on to the model with the answer. */
  public boolean carriesContext() {
    return facts.context;
  }

  /** Whether the host is about to do something that can still be left undone. */
  public boolean isRefusable() {
    return facts.refusable;
  }

  /** The field that a matcher which is a plain string is compared with. */
  public Optional<String> matchedField() {
    return facts.matched;
  }

  public boolean isAboutTool() {
    return facts.matched.isPresent() && facts.matched.get().equals("tool_name");
  }

  /** After a tool, whether it succeeded or failed. */
  public boolean isAfterTool() {
    return this == AFTER_TOOL || this == TOOL_FAILED;
  }

  /** A setup event says by its trigger which of the two it is. */
  public EventKind withTrigger(Optional<String> trigger) {
    if (this != SETUP || trigger.isEmpty()) {
      return this;
    }
    return switch (trigger.get()) {
      case "init" -> SETUP_INIT;
      case "maintenance" -> SETUP_MAINTENANCE;
      default -> SETUP;
    };
  }

  /** The kind whose name a host uses for events of this kind. */
  EventKind family() {
    return this == SETUP_INIT || this == SETUP_MAINTENANCE ? SETUP : this;
  }

  private static Facts facts() {
    return new Facts();
  }

  /** In a class of its own, since the two enums refer to each other. */
  private static final class HookTypes {
    private static final Map<EventKind, List<HookType>> BY_KIND = byKind();

    private static Map<EventKind, List<HookType>> byKind() {
      Map<EventKind, List<HookType>> all = new EnumMap<>(EventKind.class);
      for (EventKind kind : values()) {
        List<HookType> types = new ArrayList<>();
        for (HookType type : HookType.values()) {
          if (type.handles(kind)) {
            types.add(type);
          }
        }
        all.put(kind, List.copyOf(types));
      }
      return all;
    }
  }

  /** What is true of one kind, written down as a sentence. */
  private static final class Facts {
    private List<String> required = List.of();
    private Set<String> listed = Set.of();
    private boolean sensitive;
    private TimeLimit limit = TimeLimit.USUAL;
    private boolean sequential;
    private boolean context;
    private boolean refusable;
    private Optional<String> matched = Optional.empty();

    private Facts requires(String... fields) {
      required = List.of(fields);
      return this;
    }

    private Facts sensitive() {
      sensitive = true;
      return this;
    }

    private Facts reads(String... fields) {
      Set<String> all = new HashSet<>(listed);
      all.addAll(List.of(fields));
      listed = Set.copyOf(all);
      return this;
    }

    private Facts within(TimeLimit timeLimit) {
      limit = timeLimit;
      return this;
    }

    private Facts sequential() {
      sequential = true;
      return this;
    }

    private Facts carriesContext() {
      context = true;
      return this;
    }

    private Facts refusable() {
      refusable = true;
      return this;
    }

    private Facts matchedBy(String field) {
      matched = Optional.of(field);
      return this;
    }
  }
}
