package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.Store;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.testing.Api;

/** A client gets a task from the answer of the team's database, and later from the copy. */
class TaskRowTest {
  private static final String ANSWER =
      """
      {"swarms": [{"id": 3, "version": 1, "project": "p", "name": "default", "state": "open",
         "state_at": 0, "paused_at": null, "max_claimed": null, "tag_limits": {}, "checks": [],
         "open_wave": 0}],
       "tasks": [{"id": 7, "swarm_id": 3, "version": 5, "revision": 4, "title": "sweep",
         "description": "all of it", "priority": 2, "wave": 1, "depends_on": [5, 6], "open_deps": 0,
         "files": ["src/**"], "tags": ["home"], "checks": ["test"], "status": "claimed",
         "agent": "ann", "session": "s1", "workstation": "desk", "attempts": 2, "max_attempts": 4,
         "key": "sweep", "not_before": 11, "retry_ms": 12, "result": "clean", "error": "a stain",
         "created_at": 13, "claimed_at": 14, "finished_at": 15, "token": "secret", "fence": 16,
         "lease_ms": 17, "expires_at": 18, "checked": ["test"], "checked_commit": "abc",
         "checked_changed": 19, "held_before": true, "branch": "swarm/7", "target": "main",
         "branch_fence": 20, "landed": "def"}]}
      """;

  private final SqliteFile file = new SqliteFile();
  private final Store store = file.open();

  @AfterEach
  void close() {
    file.close();
  }

  private Task copied(JsonNode answer) {
    store.writeBehind(
        transaction ->
            transaction.get(CopyRepository.class).put(answer.get("tasks"), answer.get("swarms")));
    return Answers.await(
            store.read(snapshot -> snapshot.get(TaskQueries.class).find(7).stream().toList()))
        .get(0);
  }

  @Test
  void the_answer_alone_gives_the_same_task_as_the_copy() {
    JsonNode answer = Api.json(ANSWER);
    Task copied = copied(answer);

    assertThat(TaskRow.of(answer, 7).orElseThrow().in(copied.swarm())).isEqualTo(copied);
  }

  @Test
  void the_same_holds_for_a_task_that_has_nothing_but_a_title() {
    JsonNode answer = Api.json(ANSWER);
    ObjectNode task = (ObjectNode) answer.at("/tasks/0");
    task.put("held_before", false);
    for (String absent :
        new String[] {
          "description",
          "agent",
          "session",
          "workstation",
          "key",
          "result",
          "error",
          "claimed_at",
          "finished_at",
          "token",
          "fence",
          "lease_ms",
          "expires_at",
          "checked",
          "checked_commit",
          "checked_changed",
          "branch",
          "target",
          "branch_fence",
          "landed"
        }) {
      task.putNull(absent);
    }
    task.put("status", "done").put("wave", 0);
    Task copied = copied(answer);

    assertThat(TaskRow.of(answer, 7).orElseThrow().in(copied.swarm())).isEqualTo(copied);
  }

  @Test
  void only_the_copy_knows_whether_a_pending_task_is_blocked() {
    ObjectNode answer = (ObjectNode) Api.json(ANSWER);
    ((ObjectNode) answer.at("/tasks/0")).put("status", "pending");

    assertThat(TaskRow.of(answer, 7)).isEmpty();
    assertThat(TaskRow.of(answer, 8)).isEmpty();
  }
}
