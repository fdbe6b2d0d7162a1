package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import swarmd.testing.Api;
import swarmd.testing.RunningDaemon;

/** A project's settings in which a host is told to send its hook events to a daemon. */
public final class HostSettings {
  static final List<String> CLAUDE_EVENTS =
      List.of(
          "SessionStart",
          "SessionEnd",
          "Setup",
          "UserPromptSubmit",
          "PreToolUse",
          "PostToolUse",
          "PostToolUseFailure",
          "PermissionRequest",
          "SubagentStart",
          "SubagentStop",
          "PreCompact",
          "Stop");
  static final List<String> GEMINI_EVENTS =
      List.of(
          "SessionStart",
          "SessionEnd",
          "BeforeAgent",
          "AfterAgent",
          "BeforeTool",
          "AfterTool",
          "PreCompress");

  /** Claude Code has no http hooks for these. */
  private static final List<String> COMMAND_ONLY = List.of("SessionStart", "Setup");

  private static final int LIMIT_SECONDS = 15;

  private HostSettings() {}

  /** How an event gets to the daemon. */
  public enum Way {
    LAUNCHER,
    JAR,
    HTTP
  }

  public static JsonNode claude(Way way, RunningDaemon daemon) {
    return claude(way, daemon, CLAUDE_EVENTS);
  }

  public static JsonNode claude(Way way, RunningDaemon daemon, List<String> events) {
    ObjectNode settings = Api.object();
    for (String event : events) {
      boolean http = way == Way.HTTP && !COMMAND_ONLY.contains(event);
      ObjectNode entry = http ? http(daemon) : command(way);
      add(settings, event, "", entry.put("timeout", LIMIT_SECONDS));
    }
    return settings;
  }

  /** Gemini CLI runs commands only, and counts in milliseconds. */
  public static JsonNode gemini() {
    ObjectNode settings = Api.object();
    for (String event : GEMINI_EVENTS) {
      add(settings, event, "*", command(Way.LAUNCHER).put("timeout", LIMIT_SECONDS * 1_000));
    }
    return settings;
  }

  public static void add(ObjectNode settings, String event, String matcher, ObjectNode entry) {
    settings
        .withObject("/hooks")
        .withArray(event)
        .addObject()
        .put("matcher", matcher)
        .putArray("hooks")
        .add(entry);
  }

  public static ObjectNode command(String command) {
    return Api.object().put("type", "command").put("command", command);
  }

  private static ObjectNode command(Way way) {
    String dist = System.getProperty("swarmd.dist");
    return command(
        way == Way.JAR
            ? "java -XX:+UseSerialGC -Xint -Dswarmd.dist=%s -cp %s swarmd.client.Main hook"
                .formatted(dist, dist + "/lib/swarm-client.jar")
            : dist + "/bin/swarm hook");
  }

  private static ObjectNode http(RunningDaemon daemon) {
    try {
      Path file = daemon.home().resolve("http.json");
      JsonNode access = Api.json(Files.readString(file));
      ObjectNode entry =
          Api.object()
              .put("type", "http")
              .put("url", "http://127.0.0.1:%d/v1/hooks".formatted(access.get("port").asInt()));
      entry.putObject("headers").put("Authorization", "Bearer " + access.get("token").asText());
      return entry;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
