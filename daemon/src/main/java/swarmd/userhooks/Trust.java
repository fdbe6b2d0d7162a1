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

/** The hook configurations that the user has agreed to, by project directory. */
final class Trust {
  private static final Logger log = LoggerFactory.getLogger(Trust.class);

  private static final String GUARDS = "judges_permissions";

  private final Path file;
  private final Time time;
  private final WatchedFile<Consents> consents;

  Trust(Path file, Time time) {
    this.file = file;
    this.time = time;
    consents = new WatchedFile<>(file, Trust::readOrNone, time);
  }

  /**
   * What the user has agreed to.
   *
   * @param guards whether it judges permission requests, so that its absence must not go unnoticed
   */
  record Consent(String hash, long at, boolean guards) {}

  private record Consents(boolean readable, Map<String, Consent> byProject) {}

  /** The trusted configuration of a project. Reads the disk. */
  Optional<Consent> consent(String project) {
    return Optional.ofNullable(consents.content().byProject.get(project));
  }

  /** Why no project's hooks run, if that is so. Reads the disk. */
  Optional<String> problem() {
    return consents.content().readable
        ? Optional.empty()
        : Optional.of(file + " cannot be read, so no project's hooks run");
  }

  synchronized void add(String project, String hash, boolean guards) throws IOException {
    Map<String, Consent> all = new LinkedHashMap<>(read(file));
    all.put(project, new Consent(hash, time.millis(), guards));
    write(all);
  }

  /** Returns whether the project was trusted. */
  synchronized boolean remove(String project) throws IOException {
    Map<String, Consent> all = new LinkedHashMap<>(read(file));
    boolean was = all.remove(project) != null;
    if (was) {
      write(all);
    }
    return was;
  }

  /** An unreadable file trusts no project. */
  private static Consents readOrNone(Path file) {
    try {
      return new Consents(true, read(file));
    } catch (IOException e) {
      log.warn("No project's hooks are trusted: {}", e.getMessage());
      return new Consents(false, Map.of());
    }
  }

  private static Map<String, Consent> read(Path file) throws IOException {
    try {
      Map<String, Consent> all = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry :
          Json.parse(Files.readAllBytes(file)).path("projects").properties()) {
        all.put(
            entry.getKey(),
            new Consent(
                entry.getValue().path("sha256").asText(),
                entry.getValue().path("at").asLong(),
                entry.getValue().path(GUARDS).asBoolean(true))); // unknown in older files
      }
      return all;
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (InvalidInput e) {
      throw new IOException(file + " cannot be read; fix or remove it: " + e.getMessage(), e);
    }
  }

  private void write(Map<String, Consent> all) throws IOException {
    ObjectNode json = Json.object();
    ObjectNode projects = json.putObject("projects");
    all.forEach(
        (project, entry) ->
            projects
                .putObject(project)
                .put("sha256", entry.hash)
                .put("at", entry.at)
                .put(GUARDS, entry.guards));
    PrivateFile.replace(file, Json.pretty(json) + "\n");
  }
}
