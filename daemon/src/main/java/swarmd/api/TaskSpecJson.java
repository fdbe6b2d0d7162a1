package swarmd.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.json.JsonFields;
import swarmd.swarm.TaskSpec;

/** Reads and writes the fields of a task that its creator sets. */
final class TaskSpecJson {
  private TaskSpecJson() {}

  static TaskSpec read(JsonFields fields) {
    return new TaskSpec(
        fields.requiredText(TaskSpec.TITLE),
        fields.text(TaskSpec.DESCRIPTION),
        fields.integer(TaskSpec.PRIORITY, 0),
        fields.integer(TaskSpec.WAVE, 0),
        fields.texts(TaskSpec.FILES, TaskSpec.GLOB),
        fields.integer(TaskSpec.MAX_ATTEMPTS, TaskSpec.DEFAULT_MAX_ATTEMPTS));
  }

  static void write(TaskSpec spec, ObjectNode json) {
    json.put("title", spec.title());
    spec.description().ifPresent(value -> json.put("description", value));
    json.put("priority", spec.priority());
    json.put("wave", spec.wave());
    spec.files().forEach(json.putArray("files")::add);
    json.put("max_attempts", spec.maxAttempts());
  }
}
