package swarmd.userhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.files.WatchedFile;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.time.Time;

/** Which configurations of hooks a person has agreed to, by the project's directory. */
final class Trust {
  private static final Logger log = LoggerFactory.getLogger(Trust.class);

  private final Path file;
  private final Time time;
  private final WatchedFile<Map<String, Agreed>> agreed;

  Trust(Path file, Time time) {
    this.file = file;
    this.time = time;
    agreed = new WatchedFile<>(file, Trust::readOrNothing, time);
  }

  private record Agreed(String hash, long at) {}

  /** The hash that was agreed to. Looks at the disk. */
  Optional<String> trusted(String project) {
    return Optional.ofNullable(agreed.content().get(project)).map(Agreed::hash);
  }

  synchronized void add(String project, String hash) throws IOException {
    Map<String, Agreed> all = new LinkedHashMap<>(read(file));
    all.put(project, new Agreed(hash, time.millis()));
    write(all);
  }

  /** Whether there was something to take back. */
  synchronized boolean remove(String project) throws IOException {
    Map<String, Agreed> all = new LinkedHashMap<>(read(file));
    boolean was = all.remove(project) != null;
    if (was) {
      write(all);
    }
    return was;
  }

  /** What cannot be read trusts nobody. */
  private static Map<String, Agreed> readOrNothing(Path file) {
    try {
      return read(file);
    } catch (IOException e) {
      log.warn("No project's hooks are trusted: {}", e.getMessage());
      return Map.of();
    }
  }

  private static Map<String, Agreed> read(Path file) throws IOException {
    try {
      Map<String, Agreed> all = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry :
          Json.parse(Files.readAllBytes(file)).path("projects").properties()) {
        all.put(
            entry.getKey(),
            new Agreed(
                entry.getValue().path("sha256").asText(), entry.getValue().path("at").asLong()));
      }
      return all;
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (InvalidInput e) {
      throw new IOException(file + " cannot be read, mend or remove it: " + e.getMessage(), e);
    }
  }

  /** Whole or not at all, and for nobody else's eyes. */
  private void write(Map<String, Agreed> all) throws IOException {
    ObjectNode json = Json.object();
    ObjectNode projects = json.putObject("projects");
    all.forEach(
        (project, entry) ->
            projects.putObject(project).put("sha256", entry.hash).put("at", entry.at));
    PrivateFile.replace(file, Json.pretty(json) + "\n");
  }
}
