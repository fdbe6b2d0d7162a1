package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.Checked;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskBranch;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;

/**
 * A task as an answer of the team's database brings it, so that a client need not wait for the
 * copy. Whether a pending one is blocked follows from other tasks, so only the copy knows it.
 */
public final class TaskRow {
  private final JsonNode row;

  public TaskRow(JsonNode row) {
    this.row = row;
  }

  /** The row with this id, unless the answer does not have it or it is pending. */
  static Optional<TaskRow> of(JsonNode answer, long id) {
    for (JsonNode row : answer.path("tasks")) {
      if (row.get("id").asLong() == id) {
        return Optional.of(new TaskRow(row)).filter(found -> found.status() != TaskStatus.PENDING);
      }
    }
    return Optional.empty();
  }

  public long swarm() {
    return row.get("swarm_id").asLong();
  }

  public Task in(SwarmId swarm) {
    return new Task(
        row.get("id").asLong(),
        swarm,
        spec(),
        dependsOn(),
        row.get("created_at").asLong(),
        state(),
        branch());
  }

  private TaskSpec spec() {
    return new TaskSpec(
        row.get("title").asText(),
        text("description"),
        row.get("priority").asInt(),
        row.get("wave").asInt(),
        texts(row.get("files")),
        texts(row.get("tags")),
        texts(row.get("checks")),
        row.get("max_attempts").asInt(),
        text("key"),
        row.get("not_before").asLong(),
        Duration.ofMillis(row.get("retry_ms").asLong()));
  }

  private TaskState state() {
    return new TaskState(
        status(),
        text("agent"),
        text("session"),
        text("workstation"),
        row.get("attempts").asInt(),
        text("result"),
        text("error"),
        number("claimed_at"),
        number("finished_at"),
        lease(),
        checked(),
        row.get("held_before").asBoolean());
  }

  private TaskStatus status() {
    return TaskStatus.of(row.get("status").asText()).orElseThrow();
  }

  private Optional<Lease> lease() {
    return text("token")
        .map(
            token ->
                new Lease(
                    token,
                    row.get("fence").asLong(),
                    row.get("lease_ms").asLong(),
                    row.get("expires_at").asLong()));
  }

  private Optional<Checked> checked() {
    return row.hasNonNull("checked")
        ? Optional.of(
            new Checked(
                texts(row.get("checked")),
                text("checked_commit"),
                row.get("checked_changed").asInt()))
        : Optional.empty();
  }

  private Optional<TaskBranch> branch() {
    return text("branch")
        .map(
            name ->
                new TaskBranch(
                    name,
                    row.get("target").asText(),
                    row.get("branch_fence").asLong(),
                    text("landed")));
  }

  private List<Long> dependsOn() {
    List<Long> ids = new ArrayList<>();
    row.get("depends_on").forEach(id -> ids.add(id.asLong()));
    return List.copyOf(ids);
  }

  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return List.copyOf(texts);
  }

  private Optional<String> text(String column) {
    return row.hasNonNull(column) ? Optional.of(row.get(column).asText()) : Optional.empty();
  }

  private Optional<Long> number(String column) {
    return row.hasNonNull(column) ? Optional.of(row.get(column).asLong()) : Optional.empty();
  }
}
