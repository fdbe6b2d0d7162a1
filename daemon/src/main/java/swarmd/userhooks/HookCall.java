package swarmd.userhooks;

import java.nio.file.Path;
import java.util.Map;
import swarmd.hooks.HookEvent;
import swarmd.json.Json;
import swarmd.time.Deadline;

/**
 * What a hook is told.
 *
 * @param payload the event's fields, with what earlier hooks have changed
 * @param directory the project's
 * @param until when its event's time is over
 */
record HookCall(HookEvent event, Map<String, Object> payload, Path directory, Deadline until) {

  byte[] json() {
    return Json.bytes(Json.object(payload));
  }

  HookCall with(Map<String, Object> changed) {
    return new HookCall(event, changed, directory, until);
  }
}
