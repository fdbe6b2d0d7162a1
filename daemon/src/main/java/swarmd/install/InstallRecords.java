package swarmd.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.HostCatalogue;
import swarmd.hostfile.SettingsPlace;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/** Where hooks have been installed; `swarm doctor` looks at these files, too. */
final class InstallRecords {
  private static final Logger log = LoggerFactory.getLogger(InstallRecords.class);

  private final Path file;
  private final HostCatalogue hosts;

  InstallRecords(Path file, HostCatalogue hosts) {
    this.file = file;
    this.hosts = hosts;
  }

  Optional<InstallRecord> find(Path settings) throws IOException {
    return all().stream().filter(record -> record.place().file().equals(settings)).findFirst();
  }

  /** Others whose hooks a host runs besides those of this place. */
  List<SettingsPlace> beside(SettingsPlace place) throws IOException {
    return all().stream()
        .map(InstallRecord::place)
        .filter(place::isReadWith)
        .filter(other -> Files.exists(other.file()))
        .toList();
  }

  void put(InstallRecord record) throws IOException {
    List<InstallRecord> records = others(record.place().file());
    records.add(record);
    store(records);
  }

  void remove(Path settings) throws IOException {
    List<InstallRecord> others = others(settings);
    if (others.size() < all().size()) {
      store(others);
    }
  }

  private List<InstallRecord> others(Path settings) throws IOException {
    List<InstallRecord> others = new ArrayList<>(all());
    others.removeIf(record -> record.place().file().equals(settings));
    return others;
  }

  /** Without them an uninstall still finds our hooks, so a file that is broken is no obstacle. */
  private List<InstallRecord> all() throws IOException {
    List<InstallRecord> records = new ArrayList<>();
    if (Files.exists(file)) {
      try {
        for (JsonNode json : Json.parse(Files.readAllBytes(file)).path("installs")) {
          InstallRecord.of(json, hosts).ifPresent(records::add);
        }
      } catch (InvalidInput | IllegalArgumentException e) {
        log.warn("{} cannot be read and is made anew: {}", file, e.getMessage());
      }
    }
    return records;
  }

  private void store(List<InstallRecord> records) throws IOException {
    ObjectNode json = Json.object();
    ArrayNode installs = json.putArray("installs");
    records.forEach(record -> installs.add(record.json()));
    byte[] bytes = (Json.pretty(json) + "\n").getBytes(StandardCharsets.UTF_8);
    new SettingsFile(bytes, SettingsFile.PRIVATE).write(file);
  }
}
