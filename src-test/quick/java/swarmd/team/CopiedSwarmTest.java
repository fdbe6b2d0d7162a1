package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.Store;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.TaskQueries;
import swarmd.testing.Api;

/** Answers of the team's database may arrive in another order than they were made. */
class CopiedSwarmTest {
  private static final String TASK =
      """
      {"id": 1, "swarm_id": 1, "version": 1, "revision": 1, "title": "sweep", "priority": 0,
       "wave": 0, "depends_on": [], "open_deps": 0, "files": [], "tags": [], "checks": [],
       "status": "pending", "attempts": 0, "max_attempts": 3, "not_before": 0, "retry_ms": 0,
       "created_at": 0, "held_before": false}
      """;

  private final SqliteFile file = new SqliteFile();
  private final Store store = file.open();

  @AfterEach
  void close() {
    file.close();
  }

  private void put(String swarm) {
    ArrayNode swarms = JsonNodeFactory.instance.arrayNode().add(Api.json(swarm));
    ArrayNode tasks = JsonNodeFactory.instance.arrayNode().add(Api.json(TASK));
    Answers.await(
        store.writeCopy(
            transaction -> {
              transaction.get(CopyRepository.class).put(tasks, swarms);
              return true;
            }));
  }

  private static String swarm(long version, String pausedAt, int most, String check) {
    return """
    {"id": 1, "version": %d, "project": "p", "name": "default", "state": "open", "state_at": 0,
     "paused_at": %s, "max_claimed": %d, "tag_limits": {}, "checks": ["%s"], "open_wave": null}
    """
        .formatted(version, pausedAt, most, check);
  }

  private SwarmSummary stored() {
    List<SwarmSummary> all =
        Answers.await(
            store.read(snapshot -> snapshot.get(TaskQueries.class).summaries(Optional.empty())));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void an_answer_that_comes_late_does_not_bring_back_an_older_swarm() {
    put(swarm(7, "1000", 1, "test"));

    put(swarm(6, "null", 5, "lint"));

    assertThat(stored().paused()).isTrue();
    assertThat(stored().limits().all()).contains(1);
    assertThat(stored().checks()).containsExactly("test");
  }

  @Test
  void a_newer_swarm_replaces_the_copy() {
    put(swarm(7, "1000", 1, "test"));

    put(swarm(8, "null", 5, "lint"));

    assertThat(stored().paused()).isFalse();
    assertThat(stored().limits().all()).contains(5);
    assertThat(stored().checks()).containsExactly("lint");
  }
}
