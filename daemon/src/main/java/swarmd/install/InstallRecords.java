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
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.HostCatalogue;
import swarmd.hostfile.SettingsPlace;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/** The settings files with our hooks; `swarm doctor` checks them as well. */
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

  /** Other files whose hooks the host runs together with those of this one. */
  List<SettingsPlace> readWith(SettingsPlace place) throws IOException {
    return all().stream()
        .map(InstallRecord::place)
        .filter(place::isReadWith)
        .filter(other -> Files.exists(other.file()))
        .toList();
  }

  /** Other installs that add files to the same folder. */
  List<InstallRecord> sharing(SettingsPlace place, Function<SettingsPlace, Optional<Path>> folder)
      throws IOException {
    return all().stream()
        .filter(other -> !other.place().file().equals(place.file()))
        .filter(other -> folder.apply(other.place()).equals(folder.apply(place)))
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

  /** An uninstall finds our hooks without records too, so a broken file is only logged. */
  List<InstallRecord> all() throws IOException {
    List<InstallRecord> records = new ArrayList<>();
    if (Files.exists(file)) {
      try {
        for (JsonNode json : Json.parse(Files.readAllBytes(file)).path("installs")) {
          InstallRecord.of(json, hosts).ifPresent(records::add);
        }
      } catch (InvalidInput | IllegalArgumentException e) {
        log.warn(
            "Ignoring the install records in {}, which cannot be read: {}", file, e.getMessage());
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
