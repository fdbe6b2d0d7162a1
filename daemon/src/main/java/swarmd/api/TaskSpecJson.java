package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import swarmd.common.InvalidValue;
import swarmd.common.ListSize;
import swarmd.json.JsonFields;
import swarmd.swarm.NewTask;
import swarmd.swarm.TaskChange;
import swarmd.swarm.TaskSpec;

/** Reads and writes the fields of a task that its creator sets. */
public final class TaskSpecJson {
  private TaskSpecJson() {}

  static TaskSpec read(JsonFields fields) {
    return new TaskSpec(
        fields.requiredText(TaskSpec.TITLE),
        fields.text(TaskSpec.DESCRIPTION),
        fields.integer(TaskSpec.PRIORITY, 0),
        fields.integer(TaskSpec.WAVE, 0),
        fields.texts(TaskSpec.FILES, TaskSpec.GLOB),
        fields.texts(TaskSpec.TAGS, TaskSpec.TAG),
        fields.texts(TaskSpec.CHECKS, TaskSpec.CHECK),
        fields.integer(TaskSpec.MAX_ATTEMPTS, TaskSpec.DEFAULT_MAX_ATTEMPTS),
        fields.text(TaskSpec.KEY),
        fields.number(TaskSpec.NOT_BEFORE).orElse(0L),
        fields.duration(TaskSpec.RETRY_WAIT).orElse(Duration.ZERO));
  }

  /** Reads the fields that a change names; a task can only depend on tasks that exist. */
  public static TaskChange readChange(JsonFields fields) {
    Optional<String> title = fields.text(TaskSpec.TITLE);
    Optional<String> description = fields.text(TaskSpec.DESCRIPTION);
    Optional<Integer> priority = fields.number(TaskSpec.PRIORITY).map(Math::toIntExact);
    Optional<Integer> wave = fields.number(TaskSpec.WAVE).map(Math::toIntExact);
    Optional<List<Long>> dependsOn =
        ifPresent(fields, NewTask.DEPENDENCIES, () -> numbers(fields, NewTask.DEPENDENCIES));
    Optional<List<String>> files =
        ifPresent(fields, TaskSpec.FILES, () -> fields.texts(TaskSpec.FILES, TaskSpec.GLOB));
    Optional<List<String>> tags =
        ifPresent(fields, TaskSpec.TAGS, () -> fields.texts(TaskSpec.TAGS, TaskSpec.TAG));
    Optional<List<String>> checks =
        ifPresent(fields, TaskSpec.CHECKS, () -> fields.texts(TaskSpec.CHECKS, TaskSpec.CHECK));
    Optional<Long> notBefore = fields.number(TaskSpec.NOT_BEFORE);
    Optional<Duration> retryWait = fields.duration(TaskSpec.RETRY_WAIT);
    fields.rejectUnknown();
    return fields.create(
        () ->
            new TaskChange(
                title,
                description,
                priority,
                wave,
                dependsOn,
                files,
                tags,
                checks,
                notBefore,
                retryWait));
  }

  private static <T> Optional<T> ifPresent(JsonFields fields, ListSize list, Supplier<T> value) {
    return fields.node(list.field()).map(present -> value.get());
  }

  private static List<Long> numbers(JsonFields fields, ListSize size) {
    return fields.list(size).stream().map(node -> id(node, size.field())).toList();
  }

  private static long id(JsonNode node, String field) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return node.longValue();
    }
    throw new InvalidValue(field, "takes task ids (numbers)");
  }

  static void write(TaskSpec spec, ObjectNode json) {
    spec.key().ifPresent(value -> json.put("key", value));
    json.put("title", spec.title());
    spec.description().ifPresent(value -> json.put("description", value));
    json.put("priority", spec.priority());
    json.put("wave", spec.wave());
    spec.files().forEach(json.putArray("files")::add);
    spec.tags().forEach(json.putArray("tags")::add);
    spec.checks().forEach(json.putArray("checks")::add);
    json.put("max_attempts", spec.maxAttempts());
    if (spec.notBefore() > 0) {
      json.put("not_before", spec.notBefore());
    }
    if (!spec.retryWait().isZero()) {
      json.put("retry_ms", spec.retryWait().toMillis());
    }
  }
}
