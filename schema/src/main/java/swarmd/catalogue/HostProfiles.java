package swarmd.catalogue;

import static swarmd.catalogue.EventKind.*;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.HostProfile.HookMark;
import swarmd.catalogue.HostProfile.Notifications;
import swarmd.catalogue.HostProfile.OwnFiles;
import swarmd.catalogue.HostProfile.Recognition;
import swarmd.catalogue.HostProfile.Traits;
import swarmd.catalogue.HostProfile.Variables;

/** The hosts, as they were measured. */
public final class HostProfiles {

  /** Measured with 2.1.325. */
  public static final HostProfile CLAUDE =
      HostProfile.named("claude", "Claude Code")
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
          .permissionDenial(
              "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
                  + "\"decision\":{\"behavior\":\"deny\",\"message\":\"MESSAGE\"}}}")
          .build();

  /** Measured with 0.61.0. */
  public static final HostProfile GEMINI =
      HostProfile.named("gemini", "Gemini CLI")
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
          .permissionDenial(
              "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\","
                  + "\"decision\":{\"behavior\":\"deny\",\"message\":\"MESSAGE\"}}}")
          .build();

  /** Any other host: the names of the hook types, and Claude Code's of the common events. */
  public static final HostProfile GENERIC = generic();

  /** The host whose form of answers most others have taken over. */
  public static final HostProfile MOST_COPIED = CLAUDE;

  /** Gemini CLI first: it uses some of Claude Code's names, and sets its variables as well. */
  static final List<HostProfile> ALL = List.of(GEMINI, CLAUDE, GENERIC);

  private HostProfiles() {}

  private static HostProfile generic() {
    HostProfile.Builder generic = HostProfile.named("generic", "another host");
    for (HookType type : HookType.values()) {
      generic.event(type.label(), type.kind());
    }
    return generic
        .events(PROMPT_SUBMITTED, STOP, SESSION_START, SESSION_END, BEFORE_TOOL, AFTER_TOOL)
        .events(TOOL_FAILED, SUBAGENT_START, SUBAGENT_STOP, PERMISSION_REQUEST, NOTIFICATION)
        .event("Compaction", BEFORE_COMPACTION)
        .permissionQuestion("{\"continue\":true,\"decision\":\"ask\"}")
        .mayNotAskPermissions()
        .build();
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
