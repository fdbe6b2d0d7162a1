package swarmd.userhooks;

import java.nio.file.Path;
import java.util.Map;
import swarmd.hooks.HookEvent;
import swarmd.json.Json;

/**
 * What a hook is told.
 *
 * @param payload the event's fields, with what earlier hooks have changed
 * @param directory the project's
 */
record HookCall(HookEvent event, Map<String, Object> payload, Path directory) {

  byte[] json() {
    return Json.bytes(Json.object(payload));
  }

  HookCall with(Map<String, Object> changed) {
    return new HookCall(event, changed, directory);
  }
}
