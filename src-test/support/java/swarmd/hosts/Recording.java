package swarmd.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import swarmd.json.Json;

/** A recorded payload of a real host. */
public record Recording(String host, String event, String label, ObjectNode payload) {
  private static final Path FOLDER =
      Path.of(System.getProperty("swarmd.repository"), "src-test/support/resources/recordings");

  public static List<Recording> all() {
    List<Recording> recordings = new ArrayList<>();
    files().forEach(file -> recordings.addAll(in(file)));
    return recordings;
  }

  /** Those that tell by themselves what they are, without the command that sends them. */
  public static List<Recording> plain() {
    return all().stream()
        .filter(recording -> recording.tellsHost() && recording.payload.has("hook_event_name"))
        .toList();
  }

  static List<Path> files() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The example of an event. */
  public static Recording of(String file) {
    return in(FOLDER.resolve(file + ".json")).get(0);
  }

  private static List<Recording> in(Path file) {
    JsonNode json = read(file);
    String host = host(file.getFileName().toString());
    String event = json.get("event").textValue();
    List<Recording> recordings = new ArrayList<>();
    recordings.add(new Recording(host, event, "example", (ObjectNode) json.get("example")));
    json.path("variants")
        .properties()
        .forEach(
            variant ->
                recordings.add(
                    new Recording(host, event, variant.getKey(), (ObjectNode) variant.getValue())));
    return recordings;
  }

  private static String host(String fileName) {
    return Stream.of("gemini", "codex", "copilot", "qwen")
        .filter(id -> fileName.startsWith(id + "-"))
        .findFirst()
        .orElse("claude");
  }

  private static JsonNode read(Path file) {
    try {
      return Json.parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the payload tells its host; otherwise only the command that sends it does. */
  boolean tellsHost() {
    return switch (host) {
      case "copilot" -> false;
      case "codex" -> payload.has("turn_id");
      default -> true;
    };
  }

  byte[] bytes() {
    return Json.bytes(payload);
  }

  String text(String field) {
    return payload.path(field).textValue();
  }

  @Override
  public String toString() {
    return host + " " + event + " " + label;
  }
}
