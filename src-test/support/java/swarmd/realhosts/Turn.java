package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.McpTool;

/**
 * A model's answer: text and tool calls. Without a tool call, the host's turn ends.
 *
 * @param refusal the API answers with an error instead
 */
public record Turn(String text, List<Use> uses, Optional<Refusal> refusal) implements Step {

  private Turn(String text, List<Use> uses) {
    this(text, uses, Optional.empty());
  }

  /** An error of the API, after which the host does not try again. */
  public record Refusal(int status, String type, String message, Map<String, String> headers) {}

  /** The API refuses the request with this status. */
  public static Turn refused(int status, String type, String message, Map<String, String> headers) {
    return new Turn("", List.of(), Optional.of(new Refusal(status, type, message, headers)));
  }

  public static Turn say(String text) {
    return new Turn(text, List.of());
  }

  public static Turn shell(String... commands) {
    return new Turn("", Stream.of(commands).<Use>map(Shell::new).toList());
  }

  public static Turn background(String command) {
    return new Turn("", List.of(new BackgroundShell(command)));
  }

  /** Calls one of swarmd's own tools by MCP. */
  public static Turn tool(McpTool tool, JsonNode arguments) {
    return new Turn("", List.of(new OwnTool(tool, arguments)));
  }

  public static Turn write(String file, String content) {
    return new Turn("", List.of(new Write(file, content)));
  }

  public static Turn read(String file) {
    return new Turn("", List.of(new Read(file)));
  }

  public static Turn edit(String file, String from, String to) {
    return new Turn("", List.of(new Edit(file, from, to)));
  }

  /** Starts a subagent, whose turns are those of its lane; the main agent does not wait for it. */
  public static Turn subagent(String lane, String prompt) {
    return subagent(lane, prompt, Subagent.Kind.BACKGROUND);
  }

  public static Turn subagent(String lane, String prompt, Subagent.Kind kind) {
    return new Turn("", List.of(new Subagent(ModelInput.marker(lane) + " " + prompt, kind)));
  }

  /** A subagent in a git worktree of its own. */
  public static Turn isolatedSubagent(String lane, String prompt) {
    return subagent(lane, prompt, Subagent.Kind.ISOLATED);
  }

  @Override
  public Turn turn(ModelInput input) {
    return this;
  }

  /** A tool that every host has under its own name. */
  public sealed interface Use {}

  public record Shell(String command) implements Use {}

  /** The host goes on while it runs. */
  public record BackgroundShell(String command) implements Use {}

  public record Write(String file, String content) implements Use {}

  /** Not in Codex, which reads with its shell. */
  public record Read(String file) implements Use {}

  public record Edit(String file, String from, String to) implements Use {}

  public record OwnTool(McpTool tool, JsonNode arguments) implements Use {
    /** Its name in the host. */
    String nameIn(HostProfile host) {
      return host.mcp().orElseThrow().toolPrefix() + tool.label();
    }
  }

  public record Subagent(String prompt, Kind kind) implements Use {
    /** How a subagent runs. */
    public enum Kind {
      /** As Claude Code does it unless told otherwise. */
      BACKGROUND,
      /** The main agent waits for it. */
      FOREGROUND,
      /** In a git worktree of its own. */
      ISOLATED
    }
  }
}
