package swarmd.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/** What installs have found in the files that name our MCP server, by file. */
final class McpRecords {
  private static final Logger log = LoggerFactory.getLogger(McpRecords.class);

  private final Path file;

  McpRecords(Path file) {
    this.file = file;
  }

  Optional<McpFile.Found> find(Path settings) throws IOException {
    JsonNode record = all().path(settings.toString());
    return record.isObject()
        ? Optional.of(
            new McpFile.Found(
                Optional.of(record.path("original").asText()).filter(hash -> !hash.isEmpty()),
                record.path("had_servers").asBoolean(),
                record.path("made_folders").asInt()))
        : Optional.empty();
  }

  void put(Path settings, McpFile.Found found) throws IOException {
    ObjectNode all = all();
    ObjectNode record = all.putObject(settings.toString());
    record.put("had_servers", found.hadServers()).put("made_folders", found.madeFolders());
    found.original().ifPresent(hash -> record.put("original", hash));
    store(all);
  }

  void remove(Path settings) throws IOException {
    ObjectNode all = all();
    all.remove(settings.toString());
    store(all);
  }

  private ObjectNode all() throws IOException {
    if (Files.exists(file)) {
      try {
        if (Json.parse(Files.readAllBytes(file)) instanceof ObjectNode all) {
          return all;
        }
      } catch (InvalidInput e) {
        log.warn("Ignoring {}, which cannot be read: {}", file, e.getMessage());
      }
    }
    return Json.object();
  }

  private void store(ObjectNode all) throws IOException {
    byte[] bytes = (Json.pretty(all) + "\n").getBytes(StandardCharsets.UTF_8);
    new SettingsFile(bytes, SettingsFile.PRIVATE).write(file);
  }
}
