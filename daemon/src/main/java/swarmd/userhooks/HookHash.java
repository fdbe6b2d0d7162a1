package swarmd.userhooks;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import swarmd.files.Sha256;
import swarmd.json.Json;
import swarmd.userhooks.UserHook.Origin;

/** Identifies one configuration of a project's hooks. */
final class HookHash {
  private HookHash() {}

  /** Covers everything that has an effect; empty if the project configures nothing. */
  static Optional<String> of(List<HookFile> files) {
    List<HookFile> projects =
        files.stream()
            .filter(file -> file.origin() == Origin.PROJECT || file.origin() == Origin.LOCAL)
            .filter(file -> !file.isEmpty())
            .toList();
    return projects.isEmpty() ? Optional.empty() : Optional.of(Sha256.hex(canonical(projects)));
  }

  private static byte[] canonical(List<HookFile> files) {
    ObjectNode all = Json.object();
    ArrayNode list = all.putArray("files");
    for (HookFile file : files) {
      list.add(UserHookJson.content(file));
    }
    return Json.exactBytes(all);
  }
}
