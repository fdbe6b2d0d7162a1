package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.common.InvalidValue;
import swarmd.common.ListSize;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;
import swarmd.swarm.BulkStep;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskStatus;

/** Reads a step of many tasks: which ones, and what to do with them. */
public final class BulkJson {
  private static final TextLength STEP = TextLength.notBlank(20, "step");
  private static final String WHERE = "where";
  private static final String CHANGE = "change";
  private static final ListSize STATUSES = ListSize.upTo(TaskStatus.values().length, "status");
  private static final TextLength STATUS = TextLength.notBlank(20, "status");

  private BulkJson() {}

  /**
   * A step of many tasks.
   *
   * @param dryRun whether the tasks are only listed
   */
  public record Bulk(BulkStep step, boolean dryRun, Where where) {
    public TaskFilter filter(String project) {
      return new TaskFilter(
          Optional.of(project),
          where.swarm,
          where.statuses,
          where.agent,
          where.tags,
          where.wave,
          where.search,
          Order.ID,
          false,
          0,
          Math.toIntExact(TaskFilter.LIMIT.max()));
    }
  }

  /** The conditions that a task has to meet. */
  record Where(
      Optional<String> swarm,
      Set<TaskStatus> statuses,
      Optional<String> agent,
      List<String> tags,
      Optional<Integer> wave,
      Optional<String> search) {}

  public static Bulk read(JsonFields fields) {
    String name = fields.requiredText(STEP);
    boolean dryRun = fields.flag("dry_run");
    Where where = where(fields);
    Optional<JsonNode> change = fields.node(CHANGE);
    fields.rejectUnknown();
    if (change.isPresent() != name.equals("edit")) {
      throw new InvalidValue(
          CHANGE, change.isPresent() ? "belongs to the step 'edit'" : "is missing");
    }
    BulkStep step =
        switch (name) {
          case "cancel" -> new BulkStep.Cancel();
          case "retry" -> new BulkStep.Retry();
          case "reopen" -> new BulkStep.Reopen();
          case "edit" ->
              new BulkStep.Edit(
                  TaskSpecJson.readChange(JsonFields.of(change.orElseThrow(), CHANGE + ".")));
          default ->
              throw new InvalidValue(
                  STEP.field(), "must be cancel, retry, reopen or edit, not '" + name + "'");
        };
    return new Bulk(step, dryRun, where);
  }

  /** An empty condition would select every task. */
  private static void refuseEmpty(JsonNode where) {
    where
        .properties()
        .forEach(
            condition -> {
              JsonNode value = condition.getValue();
              if (value.isTextual() && value.textValue().isBlank()
                  || value.isArray() && value.isEmpty()) {
                throw new InvalidValue(
                    WHERE + "." + condition.getKey(), "must not be empty; leave it out for all");
              }
            });
  }

  private static Where where(JsonFields fields) {
    JsonNode node =
        fields.node(WHERE).orElseThrow(() -> new InvalidValue(WHERE, "is missing; {} for all"));
    refuseEmpty(node);
    JsonFields where = JsonFields.of(node, WHERE + ".");
    Set<TaskStatus> statuses = new HashSet<>();
    for (String label : where.texts(STATUSES, STATUS)) {
      statuses.add(
          TaskStatus.of(label)
              .orElseThrow(() -> new InvalidValue(STATUS.field(), "has no value '" + label + "'")));
    }
    Where read =
        new Where(
            where.text(SwarmId.NAME),
            statuses,
            where.text(ClaimRequest.AGENT),
            where.texts(TaskSpec.TAGS, TaskSpec.TAG),
            where.number(TaskSpec.WAVE).map(Math::toIntExact),
            where.text(TaskFilter.SEARCH));
    where.rejectUnknown();
    return read;
  }
}
