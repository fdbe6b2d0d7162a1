package swarmd.hostfile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A program whose settings file can have hooks of ours, and which events it should send. */
public enum HostProgram {
  /** Not WorktreeCreate and WorktreeRemove: a hook there replaces git worktree. */
  CLAUDE(
      "Claude Code",
      ".claude",
      false,
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
      "Notification"),

  /** Not the events of the model: each costs a process per call, and little is handled there. */
  GEMINI(
      "Gemini CLI",
      ".gemini",
      true,
      "BeforeTool",
      "AfterTool",
      "BeforeAgent",
      "AfterAgent",
      "SessionStart",
      "SessionEnd",
      "PreCompress",
      "Notification");

  private final String title;
  private final String folder;
  private final boolean comments;
  private final String events;

  HostProgram(String title, String folder, boolean comments, String... events) {
    this.title = title;
    this.folder = folder;
    this.comments = comments;
    this.events = String.join(" ", events);
  }

  /** As in `swarm install claude`. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String title() {
    return title;
  }

  /** Whether it reads settings that have comments; Claude Code ignores such a file whole. */
  public boolean allowsComments() {
    return comments;
  }

  /** What the number of a hook's `timeout` counts. */
  public Duration timeoutUnit() {
    return this == CLAUDE ? Duration.ofSeconds(1) : Duration.ofMillis(1);
  }

  public List<String> events() {
    return List.of(events.split(" "));
  }

  String folder() {
    return folder;
  }

  /** Where the person's own settings are. */
  Path userFolder(UnaryOperator<String> environment, Path userHome) {
    return this == CLAUDE
        ? variable(environment, "CLAUDE_CONFIG_DIR").orElse(userHome.resolve(folder))
        : variable(environment, "GEMINI_CLI_HOME").orElse(userHome).resolve(folder);
  }

  private static Optional<Path> variable(UnaryOperator<String> environment, String name) {
    return Optional.ofNullable(environment.apply(name))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }
}
