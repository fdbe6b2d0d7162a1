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

/** A project's settings that make Claude Code send some events to a daemon. */
public final class HostSettings {
  private static final int LIMIT_SECONDS = 15;
  private static final String DIST = System.getProperty("swarmd.dist");

  private HostSettings() {}

  /** How an event gets to the daemon. */
  public enum Way {
    LAUNCHER,
    JAR,
    HTTP
  }

  public static JsonNode claude(Way way, RunningDaemon daemon, List<String> events) {
    ObjectNode settings = Api.object();
    for (String event : events) {
      ObjectNode entry = way == Way.HTTP ? http(daemon) : command(way, daemon);
      add(settings, event, "", entry.put("timeout", LIMIT_SECONDS));
    }
    return settings;
  }

  private static void add(ObjectNode settings, String event, String matcher, ObjectNode entry) {
    settings
        .withObject("/hooks")
        .withArray(event)
        .addObject()
        .put("matcher", matcher)
        .putArray("hooks")
        .add(entry);
  }

  private static ObjectNode command(String command) {
    return Api.object().put("type", "command").put("command", command);
  }

  private static ObjectNode command(Way way, RunningDaemon daemon) {
    return command(way == Way.JAR ? jar(daemon) : DIST + "/bin/swarm hook");
  }

  /** The command that the launcher runs. */
  private static String jar(RunningDaemon daemon) {
    return "java -XX:SharedArchiveFile=%s/cache/client.jsa -Xshare:auto -Xlog:disable"
            .formatted(daemon.home())
        + " -XX:+UseSerialGC -XX:-UsePerfData -Xint -Dswarmd.dist=%1$s -cp %1$s/lib/swarm-client.jar"
            .formatted(DIST)
        + " swarmd.client.Main hook";
  }

  private static ObjectNode http(RunningDaemon daemon) {
    try {
      Path file = daemon.home().resolve("http.json");
      JsonNode access = Api.json(Files.readString(file));
      ObjectNode entry =
          Api.object()
              .put("type", "http")
              .put("url", "http://127.0.0.1:%d/v1/hooks".formatted(access.get("port").asInt()));
      entry
          .putObject("headers")
          .put("Authorization", "Bearer " + access.get("hook_token").asText());
      return entry;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
