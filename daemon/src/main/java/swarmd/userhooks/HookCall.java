package swarmd.userhooks;

import java.nio.file.Path;
import java.util.Map;
import swarmd.hooks.HookEvent;
import swarmd.json.Json;
import swarmd.time.Deadline;

/**
 * The input of one hook.
 *
 * @param payload the event's fields, including changes by earlier hooks
 * @param directory the project's
 * @param until the deadline of the event
 */
record HookCall(HookEvent event, Map<String, Object> payload, Path directory, Deadline until) {

  byte[] json() {
    return Json.bytes(Json.object(payload));
  }

  HookCall with(Map<String, Object> changed) {
    return new HookCall(event, changed, directory, until);
  }
}
