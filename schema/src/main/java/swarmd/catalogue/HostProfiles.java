package swarmd.catalogue;

import static swarmd.catalogue.EventKind.*;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.HostProfile.HookMark;
import swarmd.catalogue.HostProfile.Mcp;
import swarmd.catalogue.HostProfile.Notifications;
import swarmd.catalogue.HostProfile.OwnFiles;
import swarmd.catalogue.HostProfile.Recognition;
import swarmd.catalogue.HostProfile.Traits;
import swarmd.catalogue.HostProfile.Variables;
import swarmd.catalogue.HostSettings.CommandForm;
import swarmd.catalogue.McpSettings.Form;

/** The hosts, as they were measured. */
public final class HostProfiles {
  private static final String NESTED_DENIAL =
      "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
          + "\"decision\":{\"behavior\":\"deny\",\"message\":\"MESSAGE\"}}}";

  /** Measured with 2.1.325. */
  public static final HostProfile CLAUDE =
      HostProfile.named("claude", "Claude Code")
          .program("claude")
          .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
          .events(TOOL_FAILED, SUBAGENT_START, SUBAGENT_STOP, BEFORE_COMPACTION)
          .events(PERMISSION_REQUEST, SETUP, NOTIFICATION, TOOL_BATCH, STOP_FAILURE)
          .events(AFTER_COMPACTION, PERMISSION_DENIED, TASK_CREATED, TASK_COMPLETED)
          .events(TEAMMATE_IDLE, PROMPT_EXPANSION, MESSAGE_DISPLAY, INSTRUCTIONS_LOADED)
          .events(CONFIG_CHANGE, CWD_CHANGED, DIRECTORY_ADDED, FILE_CHANGED, WORKTREE_CREATE)
          .events(WORKTREE_REMOVE, ELICITATION, ELICITATION_RESULT, BEFORE_MODEL_SWITCH)
          .events(AFTER_MODEL_SWITCH)
          .tools(ToolKind.SHELL, "Bash")
          .tools(ToolKind.READ, "Read", "NotebookRead")
          .tools(ToolKind.EDIT, "Edit", "Write", "MultiEdit", "NotebookEdit")
          .tools(ToolKind.SEARCH, "Grep", "Glob", "LS")
          .tools(ToolKind.AGENT, "Agent", "Task")
          .tools(ToolKind.TODO, "TodoWrite", "TaskCreate", "TaskUpdate")
          // Other hosts have taken over its names of events, but call the session otherwise.
          .recognisedBy(
              new Recognition(
                  Set.of(),
                  Optional.empty(),
                  Optional.of("sessionId"),
                  List.of("hook_event_name", "transcript_path")))
          .mcp(
              new Mcp(
                  "mcp__swarmd__",
                  Optional.empty(),
                  Optional.of("claudecode/toolUseId"),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.of(
                      new McpSettings(
                          List.of(".claude.json", "../.claude.json"),
                          ".mcp.json",
                          Form.SERVERS,
                          Map.of("type", "stdio")))))
          .settings(
              HostSettings.in(".claude")
                  .userFolderVariable("CLAUDE_CONFIG_DIR")
                  .localScope()
                  .dropsMalformed()
                  .timeoutUnit(Duration.ofSeconds(1))
                  // Not WorktreeCreate and WorktreeRemove: a hook there replaces git worktree.
                  .installedEvents(
                      "UserPromptSubmit",
                      "Stop",
                      "StopFailure",
                      "SessionStart",
                      "SessionEnd",
                      "PreToolUse",
                      "PostToolUse",
                      "PostToolUseFailure",
                      "PostToolBatch",
                      "SubagentStart",
                      "SubagentStop",
                      "PreCompact",
                      "Setup",
                      "PermissionRequest",
                      "Notification")
                  // The first and last cannot go by HTTP; a failed SessionEnd is shown to the user.
                  .httpExcept("SessionStart", "SessionEnd", "Setup")
                  .stopCapVariable("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP")
                  .commandFiles(CommandFormat.MARKDOWN)
                  .hookSyntax(HookSyntax.OURS.withCommas()))
          .variables(
              new Variables(
                  Optional.of("CLAUDE_PROJECT_DIR"),
                  Optional.of("CLAUDE_CODE_SESSION_ID"),
                  true,
                  Optional.of("CLAUDE_ENV_FILE"),
                  List.of("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_CHILD_SESSION")))
          .traits(new Traits(200_000, true, true, true, 8))
          .hookMark(HookMark.STREAM)
          .notifications(new Notifications(Set.of("permission_prompt"), Set.of("idle_prompt")))
          .ownFiles(
              new OwnFiles(".claude/rules", "CLAUDE.md", ".claude/commands", ".claude/skills"))
          .commands(claudeCommands())
          .permissionDenial(NESTED_DENIAL)
          .build();

  /** Measured with 0.61.0. */
  public static final HostProfile GEMINI =
      HostProfile.named("gemini", "Gemini CLI")
          .program("gemini")
          .event("BeforeAgent", PROMPT_SUBMITTED)
          .event("AfterAgent", STOP)
          .events(SESSION_START, SESSION_END)
          .event("BeforeTool", BEFORE_TOOL)
          .event("AfterTool", AFTER_TOOL)
          .event("PreCompress", BEFORE_COMPACTION)
          .events(BEFORE_MODEL, AFTER_MODEL, BEFORE_TOOL_SELECTION, NOTIFICATION)
          .tools(ToolKind.SHELL, "run_shell_command")
          .tools(ToolKind.READ, "read_file")
          .tools(ToolKind.EDIT, "write_file", "replace")
          .tools(ToolKind.SEARCH, "grep_search", "search_file_content", "glob", "list_directory")
          .tools(ToolKind.TODO, "write_todos")
          .sameTool("Bash", "run_shell_command")
          .sameTool("Write", "write_file")
          .sameTool("Edit", "replace")
          .sameTool("Read", "read_file")
          .sameTool("Glob", "glob")
          .sameTool("Grep", "grep_search")
          .sameTool("LS", "list_directory")
          .sameTool("WebFetch", "web_fetch")
          .sameTool("WebSearch", "google_web_search")
          .sameTool("TodoWrite", "write_todos")
          .recognisedBy(
              new Recognition(
                  Set.of("SessionStart", "SessionEnd", "Notification"),
                  Optional.of("timestamp"),
                  Optional.empty(),
                  List.of()))
          .mcp(
              Mcp.named(
                  "mcp_swarmd_",
                  new McpSettings(
                      List.of("settings.json"),
                      ".gemini/settings.json",
                      Form.SERVERS,
                      Map.of("trust", true))))
          .settings(
              HostSettings.in(".gemini")
                  .userHomeVariable("GEMINI_CLI_HOME")
                  .comments()
                  .timeoutUnit(Duration.ofMillis(1))
                  .installedEvents(
                      "BeforeTool",
                      "AfterTool",
                      "BeforeAgent",
                      "AfterAgent",
                      "SessionStart",
                      "SessionEnd",
                      "PreCompress",
                      "Notification")
                  .modelEvents("BeforeModel")
                  .entryName("swarmd")
                  .commandFiles(CommandFormat.TOML)
                  .userPolicies()
                  .hookSyntax(
                      HookSyntax.OURS
                          .withSearchedNames()
                          .withVariable("GEMINI_PROJECT_DIR", "PROJECT_DIR")
                          .withVariable("GEMINI_SESSION_ID", "SESSION_ID")))
          .variables(
              new Variables(
                  Optional.of("GEMINI_PROJECT_DIR"),
                  Optional.of("GEMINI_SESSION_ID"),
                  false,
                  Optional.empty(),
                  List.of("GEMINI_CLI")))
          .traits(new Traits(1_048_576, false, false, false, 0))
          .hookMark(HookMark.SESSION)
          .notifications(new Notifications(Set.of("ToolPermission"), Set.of()))
          .commands(geminiCommands())
          // It has no such event, but one may be named in the command.
          .permissionDenial(NESTED_DENIAL)
          .build();

  /** Measured with 0.166.0. It drops an answer that has any field it does not know. */
  public static final HostProfile CODEX =
      HostProfile.named("codex", "Codex")
          .program("codex")
          .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
          .events(SUBAGENT_START, SUBAGENT_STOP, BEFORE_COMPACTION, PERMISSION_REQUEST)
          .events(AFTER_COMPACTION)
          .event("PreModelRequest", BEFORE_MODEL)
          .tools(ToolKind.SHELL, "Bash", "exec_command")
          .tools(ToolKind.EDIT, "apply_patch")
          .tools(ToolKind.AGENT, "spawn_agent")
          .tools(ToolKind.TODO, "update_plan")
          .sameTool("Bash", "exec_command")
          .sameTool("Edit", "apply_patch")
          .sameTool("Agent", "spawn_agent")
          .recognisedOnlyBy("hook_event_name", "turn_id", "model")
          .mcp(
              new Mcp(
                  "mcp__swarmd__",
                  Optional.empty(),
                  Optional.empty(),
                  Optional.of("sessionId"),
                  Optional.of("threadId"),
                  Optional.of(
                      new McpSettings(
                          List.of("config.toml"),
                          ".codex/config.toml",
                          Form.TABLE,
                          Map.of("startup_timeout_sec", 60)))))
          .settings(
              HostSettings.in(".codex")
                  .userFolderVariable("CODEX_HOME")
                  .hookFile("hooks.json")
                  .dropsMalformed()
                  .timeoutUnit(Duration.ofSeconds(1))
                  .sessionEndLimit(Duration.ofSeconds(3))
                  .commands(new CommandForm(true, false, false))
                  .trustsEachHook()
                  .installedEvents(
                      "UserPromptSubmit",
                      "Stop",
                      "SessionStart",
                      "SessionEnd",
                      "PreToolUse",
                      "PostToolUse",
                      "SubagentStart",
                      "SubagentStop",
                      "PreCompact",
                      "PermissionRequest"))
          .variables(
              new Variables(
                  Optional.empty(),
                  Optional.of("CODEX_SESSION_ID"),
                  true,
                  Optional.of("CODEX_THREAD_ID"),
                  Optional.empty(),
                  List.of("CODEX_TOOL_CALL_ID")))
          // 2,500 tokens, which it counts as four bytes each.
          .traits(new Traits(200_000, false, false, true, 0, 9_900))
          .permissionsLeaveSandbox()
          .permissionDenial(NESTED_DENIAL)
          .build();

  /** Measured with 1.0.102. */
  public static final HostProfile COPILOT =
      HostProfile.named("copilot", "Copilot CLI")
          .program("copilot")
          .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
          .events(TOOL_FAILED, SUBAGENT_START, SUBAGENT_STOP, BEFORE_COMPACTION)
          .events(PERMISSION_REQUEST, NOTIFICATION)
          // A subagent sends it before its SubagentStop; it is not the session's.
          .withField("agent_id", STOP, OTHER)
          .tools(ToolKind.SHELL, "Bash", "bash")
          .tools(ToolKind.READ, "Read", "view")
          .tools(ToolKind.EDIT, "Write", "Edit", "create", "edit", "apply_patch")
          .tools(ToolKind.SEARCH, "Grep", "Glob", "grep", "glob")
          .tools(ToolKind.AGENT, "Agent", "task")
          .sameTool("Bash", "bash")
          .sameTool("Read", "view")
          .sameTool("Write", "create")
          .sameTool("Edit", "edit")
          .sameTool("Agent", "task")
          .recognisedOnlyBy()
          .mcp(
              Mcp.named(
                      "swarmd-",
                      new McpSettings(
                          List.of("../mcp-config.json"),
                          ".github/mcp.json",
                          Form.SERVERS,
                          Map.of("type", "local", "tools", List.of("*"))))
                  .asking("swarmd/"))
          .settings(
              HostSettings.in(".copilot/hooks")
                  .userFolderIn("COPILOT_HOME", "hooks")
                  .projectFolder(".github/hooks")
                  .hookFile("swarmd.json")
                  .version(1)
                  .timeoutUnit(Duration.ofSeconds(1))
                  // Two payloads do not name their event, and a hook that fails denies the tool.
                  .commands(new CommandForm(true, true, true))
                  .installedEvents(
                      "UserPromptSubmit",
                      "Stop",
                      "SessionStart",
                      "SessionEnd",
                      "PreToolUse",
                      "PostToolUse",
                      "PostToolUseFailure",
                      "SubagentStart",
                      "SubagentStop",
                      "PreCompact",
                      "PermissionRequest")
                  .commandFiles(CommandFormat.SKILL, "../skills"))
          .variables(
              new Variables(
                  Optional.of("COPILOT_PROJECT_DIR"),
                  // In the shell of a subagent it is neither the session's id nor the subagent's.
                  Optional.of("COPILOT_AGENT_SESSION_ID"),
                  true,
                  Optional.empty(),
                  Optional.empty(),
                  List.of("COPILOT_CLI", "COPILOT_HOOK_DIR")))
          .traits(new Traits(200_000, false, false, true, 8))
          .commands(copilotCommands())
          .permissionDenial("{\"behavior\":\"deny\",\"message\":\"MESSAGE\"}")
          .build();

  /** Measured with 0.24.4. It descends from Gemini CLI, but has Claude Code's hooks. */
  public static final HostProfile QWEN =
      HostProfile.named("qwen", "Qwen Code")
          .program("qwen")
          .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
          .events(TOOL_FAILED, SUBAGENT_START, SUBAGENT_STOP, BEFORE_COMPACTION)
          .events(PERMISSION_REQUEST, NOTIFICATION, TOOL_BATCH, STOP_FAILURE, AFTER_COMPACTION)
          .events(PERMISSION_DENIED, PROMPT_EXPANSION, MESSAGE_DISPLAY, INSTRUCTIONS_LOADED)
          .event("TodoCreated", TASK_CREATED)
          .event("TodoCompleted", TASK_COMPLETED)
          // It sends one for every request to its model; only the person's has this field.
          .withoutField("submitted_prompt", PROMPT_SUBMITTED, BEFORE_MODEL)
          .tools(ToolKind.SHELL, "run_shell_command")
          .tools(ToolKind.READ, "read_file")
          .tools(ToolKind.EDIT, "write_file", "edit", "notebook_edit")
          .tools(ToolKind.SEARCH, "grep_search", "glob", "list_directory")
          .tools(ToolKind.AGENT, "agent")
          .tools(ToolKind.TODO, "todo_write")
          .sameTool("Bash", "run_shell_command")
          .sameTool("Read", "read_file")
          .sameTool("Write", "write_file")
          .sameTool("Edit", "edit")
          .sameTool("Agent", "agent")
          .sameTool("TodoWrite", "todo_write")
          .recognisedOnlyBy("hook_event_name", "timestamp", "permission_mode")
          .mcp(
              Mcp.named(
                  "mcp__swarmd__",
                  new McpSettings(
                      List.of("settings.json"),
                      ".qwen/settings.json",
                      Form.SERVERS,
                      Map.of("trust", true))))
          .settings(
              HostSettings.in(".qwen")
                  .comments()
                  .timeoutUnit(Duration.ofMillis(1))
                  .httpTimeoutUnit(Duration.ofSeconds(1))
                  .commands(new CommandForm(true, false, false))
                  // The first names the host's process; a failed http hook would permit.
                  .httpExcept("SessionStart", "SessionEnd", "PermissionRequest")
                  .installedEvents(
                      "UserPromptSubmit",
                      "Stop",
                      "SessionStart",
                      "SessionEnd",
                      "PreToolUse",
                      "PostToolUse",
                      "PostToolUseFailure",
                      "PostToolBatch",
                      "SubagentStart",
                      "SubagentStop",
                      "PreCompact",
                      "PermissionRequest",
                      "Notification")
                  .commandFiles(CommandFormat.MARKDOWN_WITH_BRACES))
          .variables(
              new Variables(
                  Optional.of("QWEN_PROJECT_DIR"),
                  Optional.of("QWEN_CODE_SESSION_ID"),
                  true,
                  Optional.of("QWEN_CODE_AGENT_ID"),
                  Optional.empty(),
                  List.of("QWEN_CODE_PROJECT_DIR", "QWEN_CODE_PROMPT_ID")))
          .traits(new Traits(200_000, false, false, false, 7))
          .notifications(new Notifications(Set.of("permission_prompt"), Set.of("idle_prompt")))
          .permissionDenial(NESTED_DENIAL)
          .build();

  /** Measured with 1.18.33. Its plugin, which we write, sends these events in our own form. */
  public static final HostProfile OPENCODE =
      HostProfile.named("opencode", "OpenCode")
          .program("opencode")
          .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
          .events(SUBAGENT_START, SUBAGENT_STOP, BEFORE_COMPACTION, PERMISSION_REQUEST)
          .tools(ToolKind.SHELL, "bash")
          .tools(ToolKind.READ, "read")
          .tools(ToolKind.EDIT, "write", "edit", "multiedit", "patch", "apply_patch")
          .tools(ToolKind.SEARCH, "grep", "glob", "list")
          .tools(ToolKind.AGENT, "task")
          .tools(ToolKind.TODO, "todowrite")
          .sameTool("Bash", "bash")
          .sameTool("Read", "read")
          .sameTool("Write", "write")
          .sameTool("Edit", "edit")
          .sameTool("Agent", "task")
          .sameTool("Grep", "grep")
          .sameTool("Glob", "glob")
          .sameTool("TodoWrite", "todowrite")
          .recognisedOnlyBy()
          .mcp(
              Mcp.named(
                  "swarmd_",
                  new McpSettings(
                      List.of("../opencode.jsonc", "../opencode.json"),
                      "opencode.json",
                      Form.WORDS,
                      // it waits 5 s for a list of tools otherwise
                      Map.of("type", "local", "timeout", 60_000))))
          .settings(
              HostSettings.in(".config/opencode/plugins")
                  .userFolderIn("XDG_CONFIG_HOME", "opencode/plugins")
                  .projectFolder(".opencode/plugins")
                  .plugin("swarmd.js")
                  .commandFiles(CommandFormat.MARKDOWN, "../commands"))
          .variables(
              new Variables(
                  Optional.empty(),
                  Optional.empty(),
                  true,
                  Optional.of("SWARM_AGENT"),
                  Optional.empty(),
                  List.of("OPENCODE", "OPENCODE_PID")))
          .lettingSubagentsStop()
          .permissionDenial("{\"continue\":true,\"decision\":\"deny\",\"reason\":\"MESSAGE\"}")
          .build();

  /** Any other host: the names of the hook types, and Claude Code's of the common events. */
  public static final HostProfile GENERIC = generic();

  /** The host whose form of answers most others have taken over. */
  public static final HostProfile MOST_COPIED = CLAUDE;

  /** Those first that use names of the others, and set their variables as well. */
  static final List<HostProfile> ALL =
      List.of(QWEN, COPILOT, CODEX, OPENCODE, GEMINI, CLAUDE, GENERIC);

  private HostProfiles() {}

  private static HostProfile generic() {
    HostProfile.Builder generic = HostProfile.named("generic", "another host");
    for (HookType type : HookType.values()) {
      generic.event(type.label(), type.kind());
    }
    return generic
        .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
        .events(TOOL_FAILED, SUBAGENT_START, SUBAGENT_STOP, PERMISSION_REQUEST, NOTIFICATION)
        .events(STOP_FAILURE)
        .event("Compaction", BEFORE_COMPACTION)
        .permissionQuestion("{\"continue\":true,\"decision\":\"ask\"}")
        .mayNotAskPermissions()
        .build();
  }

  private static String[] copilotCommands() {
    return new String[] {
      "add-dir",
      "agent",
      "allow-all",
      "app",
      "ask",
      "autopilot",
      "changelog",
      "chronicle",
      "clear",
      "collect-debug-logs",
      "compact",
      "computer",
      "config",
      "context",
      "copy",
      "cwd",
      "delegate",
      "diagnose",
      "diff",
      "env",
      "exit",
      "experimental",
      "feedback",
      "fleet",
      "footer",
      "fork",
      "help",
      "ide",
      "init",
      "instructions",
      "keep-alive",
      "limits",
      "list-dirs",
      "login",
      "logout",
      "lsp",
      "mcp",
      "memory",
      "model",
      "move",
      "new",
      "permissions",
      "plan",
      "plugin",
      "pr",
      "quit",
      "refine",
      "remote",
      "rename",
      "research",
      "reset-allowed-tools",
      "restart",
      "resume",
      "review",
      "rewind",
      "rubber-duck",
      "sandbox",
      "search",
      "security-review",
      "session",
      "settings",
      "share",
      "skills",
      "statusline",
      "subagents",
      "tasks",
      "terminal-setup",
      "theme",
      "update",
      "usage",
      "user",
      "version",
      "vim",
      "voice",
      "worktree",
    };
  }

  private static String[] claudeCommands() {
    return new String[] {
      "add-dir",
      "agents",
      "auto-mode-setup",
      "autocompact",
      "bashes",
      "batch",
      "btw",
      "chrome",
      "claude-api",
      "code-review",
      "color",
      "context",
      "copy",
      "cost",
      "dataviz",
      "debug",
      "deep-research",
      "desktop",
      "doctor",
      "effort",
      "export",
      "extra-usage",
      "fast",
      "feedback",
      "fewer-permission-prompts",
      "focus",
      "goal",
      "heapdump",
      "ide",
      "insights",
      "install-github-app",
      "install-slack-app",
      "keybindings",
      "list-agents",
      "loop",
      "mobile",
      "output-style",
      "passes",
      "plan",
      "plugin",
      "plugin-authoring",
      "pr-comments",
      "privacy-settings",
      "recap",
      "release-notes",
      "reload-plugins",
      "reload-skills",
      "remote-control",
      "remote-env",
      "rename",
      "review",
      "rewind",
      "run",
      "run-skill-generator",
      "sandbox",
      "security-review",
      "simplify",
      "skills",
      "stats",
      "statusline",
      "stickers",
      "tasks",
      "team-onboarding",
      "terminal-setup",
      "todos",
      "update-config",
      "usage",
      "verify",
      "workflow-authoring"
    };
  }

  private static String[] geminiCommands() {
    return new String[] {
      "about",
      "agents",
      "auth",
      "chat",
      "commands",
      "compress",
      "copy",
      "corgi",
      "directory",
      "docs",
      "editor",
      "extensions",
      "footer",
      "ide",
      "plan",
      "policies",
      "privacy",
      "restore",
      "rewind",
      "setup-github",
      "shells",
      "shortcuts",
      "skills",
      "stats",
      "terminal-setup",
      "tools"
    };
  }
}
