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
 * @param commands the files of our slash commands
 * @param policies the file of our rule about tools
 */
record InstallRecord(
    SettingsPlace place,
    String version,
    String written,
    Optional<String> original,
    boolean restorable,
    boolean madeFolder,
    Optional<String> cap,
    Optional<String> capBefore,
    Added commands,
    Added policies) {

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
        json.path("made_folder").asBoolean(),
        text(json, "cap"),
        text(json, "cap_before"),
        new Added(texts(json.path("commands")), json.path("made_command_folder").asBoolean()),
        new Added(texts(json.path("policies")), json.path("made_policy_folder").asBoolean()));
  }

  InstallRecord withWritten(String hash) {
    return new InstallRecord(
        place, version, hash, original, restorable, madeFolder, cap, capBefore, commands, policies);
  }

  private static Optional<String> text(JsonNode json, String name) {
    return Optional.of(json.path(name).asText()).filter(value -> !value.isEmpty());
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new TreeMap<>();
    object.properties().forEach(field -> texts.put(field.getKey(), field.getValue().asText()));
    return texts;
  }

  InstallRecord with(String newVersion, Added newCommands, Added newPolicies) {
    return new InstallRecord(
        place,
        newVersion,
        written,
        original,
        restorable,
        madeFolder,
        cap,
        capBefore,
        newCommands,
        newPolicies);
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
            .put("made_folder", madeFolder);
    original.ifPresent(hash -> json.put("original", hash));
    cap.ifPresent(value -> json.put("cap", value));
    capBefore.ifPresent(value -> json.put("cap_before", value));
    put(json, "commands", "made_command_folder", commands);
    put(json, "policies", "made_policy_folder", policies);
    return json;
  }

  private static void put(ObjectNode json, String files, String madeFolder, Added added) {
    if (!added.hashes().isEmpty()) {
      added.hashes().forEach(json.putObject(files)::put);
      json.put(madeFolder, added.madeFolder());
    }
  }
}
