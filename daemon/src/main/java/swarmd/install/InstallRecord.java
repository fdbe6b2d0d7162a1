package swarmd.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.AddedFiles.Added;
import swarmd.json.Json;

/**
 * The changes of an install, so that an uninstall can undo them.
 *
 * @param written the hash of the file that it wrote
 * @param original the hash of the file before, if there was one
 * @param restorable whether only installs have changed the file since
 * @param madeFolders how many folders it made, one in the other, the file's own last
 * @param commands the files of our slash commands
 * @param policies the file of our rule about tools
 */
record InstallRecord(
    SettingsPlace place,
    String version,
    String written,
    Optional<String> original,
    boolean restorable,
    int madeFolders,
    Optional<String> cap,
    Optional<String> capBefore,
    Added commands,
    Added policies,
    Optional<Trust> trust) {

  /**
   * The person's trust in our hooks, as it was written into another file of the host.
   *
   * @param written the hash of the file that the install wrote, unless it was edited between two
   *     installs and cannot be restored
   * @param original the hash of the file before, if there was one
   * @param hashes of our hooks, by their keys in the file
   */
  record Trust(Path file, String written, Optional<String> original, Map<String, String> hashes) {
    /** In place of a hash: no file has it. */
    static final String EDITED = "edited";

    static Optional<Trust> of(JsonNode json) {
      return json.isObject()
          ? Optional.of(
              new Trust(
                  Path.of(json.path("file").asText()),
                  json.path("written").asText(),
                  text(json, "original"),
                  texts(json.path("hashes"))))
          : Optional.empty();
    }

    ObjectNode json() {
      ObjectNode json = Json.object().put("file", file.toString()).put("written", written);
      original.ifPresent(hash -> json.put("original", hash));
      hashes.forEach(json.putObject("hashes")::put);
      return json;
    }
  }

  /** Empty for a host that this version does not support. */
  static Optional<InstallRecord> of(JsonNode json, HostCatalogue hosts) {
    return hosts.find(json.path("host").asText()).map(host -> of(json, host));
  }

  private static InstallRecord of(JsonNode json, HostProfile host) {
    SettingsPlace place =
        new SettingsPlace(
            host,
            Scope.valueOf(json.path("scope").asText().toUpperCase(Locale.ROOT)),
            Path.of(json.path("file").asText()));
    return new InstallRecord(
        place,
        json.path("version").asText(),
        json.path("written").asText(),
        text(json, "original"),
        json.path("restorable").asBoolean(),
        json.path("made_folders").asInt(json.path("made_folder").asBoolean() ? 1 : 0),
        text(json, "cap"),
        text(json, "cap_before"),
        new Added(texts(json.path("commands")), json.path("made_command_folder").asBoolean()),
        new Added(texts(json.path("policies")), json.path("made_policy_folder").asBoolean()),
        Trust.of(json.path("trust")));
  }

  InstallRecord withWritten(String hash) {
    return new InstallRecord(
        place,
        version,
        hash,
        original,
        restorable,
        madeFolders,
        cap,
        capBefore,
        commands,
        policies,
        trust);
  }

  private static Optional<String> text(JsonNode json, String name) {
    return Optional.of(json.path(name).asText()).filter(value -> !value.isEmpty());
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.properties().forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
    return texts;
  }

  InstallRecord with(
      String newVersion, Added newCommands, Added newPolicies, Optional<Trust> newTrust) {
    return new InstallRecord(
        place,
        newVersion,
        written,
        original,
        restorable,
        madeFolders,
        cap,
        capBefore,
        newCommands,
        newPolicies,
        newTrust);
  }

  ObjectNode json() {
    ObjectNode json =
        Json.object()
            .put("file", place.file().toString())
            .put("host", place.host().id())
            .put("scope", place.scope().name().toLowerCase(Locale.ROOT))
            .put("version", version)
            .put("written", written)
            .put("restorable", restorable)
            .put("made_folders", madeFolders);
    original.ifPresent(hash -> json.put("original", hash));
    cap.ifPresent(value -> json.put("cap", value));
    capBefore.ifPresent(value -> json.put("cap_before", value));
    put(json, "commands", "made_command_folder", commands);
    put(json, "policies", "made_policy_folder", policies);
    trust.ifPresent(written -> json.set("trust", written.json()));
    return json;
  }

  private static void put(ObjectNode json, String files, String madeFolder, Added added) {
    if (!added.hashes().isEmpty()) {
      added.hashes().forEach(json.putObject(files)::put);
      json.put(madeFolder, added.madeFolder());
    }
  }
}
