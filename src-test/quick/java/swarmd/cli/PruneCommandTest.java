package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.Commands;
import swarmd.testing.EventStream;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** What `swarm prune` and the daemon by itself delete, and what they never delete. */
class PruneCommandTest extends InProcessTest {
  private static final Duration MONTH = Duration.ofDays(30);

  private List<Long> add(String swarmName, Object... dependencies) {
    ObjectNode body = api.body();
    ObjectNode task = body.withArray("tasks").addObject();
    task.put("title", "in " + swarmName).put("swarm", swarmName);
    for (Object dependency : dependencies) {
      task.withArray("depends_on").add((Long) dependency);
    }
    return Api.ids(api.post("/v1/tasks", body));
  }

  private Held claimIn(String swarmName) {
    return api.claim(api.body().put("agent", "ann").put("swarm", swarmName));
  }

  private long finished(String swarmName) {
    add(swarmName);
    Held held = claimIn(swarmName);
    api.complete(held);
    return held.id();
  }

  private Map<String, Long> counts(String... options) {
    String[] words = new String[options.length + 2];
    words[0] = "prune";
    words[1] = "--json";
    System.arraycopy(options, 0, words, 2, options.length);
    Map<String, Long> counts = new HashMap<>();
    for (JsonNode kind : Api.json(ok(swarm.run(words)).out()).get("kinds")) {
      counts.put(kind.get("kind").asText(), kind.get("count").asLong());
    }
    return counts;
  }

  private List<String> titles() {
    return api.titles("");
  }

  /** Without the daemon's own pruning, since no time passes for it. */
  private void later(Duration duration) {
    daemon.time().jump(duration);
  }

  @Test
  void a_complete_swarm_goes_after_a_month_with_its_history() {
    finished("release");
    later(MONTH);
    assertThat(counts("--dry-run")).containsEntry("tasks", 0L).containsEntry("events", 0L);

    later(Duration.ofMillis(1));
    Map<String, Long> announced = counts("--dry-run");
    assertThat(announced).containsEntry("tasks", 1L).containsEntry("events", 4L);
    assertThat(titles()).containsExactly("in release");
    assertThat(counts()).isEqualTo(announced);

    assertThat(titles()).isEmpty();
    assertThat(api.get("/v1/status").toString()).doesNotContain("release");
    assertThat(counts("--dry-run")).containsEntry("tasks", 0L).containsEntry("events", 0L);
  }

  @Test
  void messages_go_after_a_month() {
    add("release");
    claimIn("release");
    api.post("/v1/messages", api.body().put("all", true).put("text", "hello"));
    later(MONTH);
    assertThat(counts("--dry-run")).containsEntry("messages", 0L);

    later(Duration.ofMillis(1));

    assertThat(counts()).containsEntry("messages", 1L);
    assertThat(api.get("/v1/messages").get("messages")).isEmpty();
  }

  @Test
  void the_tasks_of_an_unfinished_swarm_are_kept_and_its_progress_stays_right() {
    long done = finished("release");
    add("release");
    later(MONTH.multipliedBy(2));

    counts();

    assertThat(api.titles("?status=done")).hasSize(1);
    assertThat(api.show(done).toString()).contains("\"done\"");
    api.complete(claimIn("release"));
    assertThat(api.titles("?status=done")).hasSize(2);
    later(MONTH.multipliedBy(2));
    assertThat(counts()).containsEntry("tasks", 2L);
  }

  @Test
  void the_history_of_an_unfinished_task_is_kept() {
    long waiting = add("release").get(0);
    finished("other");
    later(MONTH.multipliedBy(2));

    counts();

    assertThat(api.history(waiting)).containsExactly("created");
    assertThat(titles()).containsExactly("in release");
  }

  @Test
  void a_task_that_another_swarm_waits_for_is_kept_until_it_is_done() {
    add("library");
    Held library = claimIn("library");
    api.step(library, "fail");
    add("program", library.id());
    later(MONTH.multipliedBy(2));

    assertThat(counts()).containsEntry("tasks", 0L);

    api.post("/v1/tasks/" + library.id() + "/retry", Api.object());
    api.complete(claimIn("library"));
    api.complete(claimIn("program"));
    later(MONTH.multipliedBy(2));
    assertThat(counts()).containsEntry("tasks", 2L);
  }

  @Test
  void fences_and_task_ids_only_grow_after_everything_was_deleted() {
    add("release");
    Held held = claimIn("release");
    api.complete(held);
    later(MONTH.multipliedBy(2));
    counts();
    daemon.restart();
    try (Api after = daemon.api()) {
      long id = after.add("again").get(0);
      assertThat(id).isGreaterThan(held.id());
      assertThat(after.claim("bob").fence()).isGreaterThan(held.fence());
    }
  }

  @Test
  void a_swarm_that_was_deleted_starts_afresh() {
    finished("release");
    later(MONTH.multipliedBy(2));
    counts();

    add("release");
    api.complete(claimIn("release"));

    assertThat(api.titles("?status=done")).hasSize(1);
    try (EventStream events = EventStream.open(daemon.connect(), "?since=0")) {
      assertThat(events.next(4).stream().map(EventStream.Event::kind))
          .containsExactly("created", "claimed", "completed", "swarm_complete");
    }
  }

  @Test
  void a_repeated_request_id_is_remembered_however_short_data_is_kept() {
    add("release");
    ObjectNode request =
        api.body().put("agent", "ann").put("swarm", "release").put("request_id", "r1");
    Held held = api.claim(request);
    api.complete(held);
    later(Duration.ofHours(23));

    counts("--older-than", "1d");

    assertThat(api.claim(request).fence()).isEqualTo(held.fence());
    later(Duration.ofHours(2));
    assertThat(counts("--older-than", "1d")).containsEntry("tasks", 1L);
  }

  @Test
  void one_project_can_be_pruned_alone() {
    finished("release");
    new HostSession(api.http(), daemon.project(), "mine").useTool();
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "theirs"));
    later(MONTH.multipliedBy(2));

    assertThat(counts("--project", "/")).containsEntry("tasks", 0L);
    assertThat(titles()).hasSize(2);
    assertThat(counts("--project", daemon.project().toString()))
        .containsEntry("tasks", 1L)
        .containsEntry("sessions", 1L)
        .doesNotContainKey("long_texts");
    assertThat(titles()).containsExactly("theirs");
  }

  @Test
  void the_daemon_prunes_by_itself_every_hour() {
    finished("release");
    daemon.time().advance(MONTH);

    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofHours(1));
              return titles().isEmpty();
            });
  }

  @Test
  void nothing_is_pruned_in_the_hour_in_which_the_clock_jumped() {
    finished("release");
    daemon.time().jump(MONTH.multipliedBy(2));

    daemon.time().advance(Duration.ofMinutes(5));
    assertThat(counts("--dry-run")).containsEntry("tasks", 1L);

    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofHours(1));
              return titles().isEmpty();
            });
  }

  @Test
  void zero_days_keep_data_forever() {
    try (InProcessDaemon keeper =
            InProcessDaemon.start(
                Map.of("SWARMD_KEEP_TASKS_DAYS", "0", "SWARMD_KEEP_EVENTS_DAYS", "0"));
        Api its = keeper.api();
        Commands commands = new Commands(keeper::connect, keeper.project())) {
      its.add("sweep");
      Held held = its.claim("ann");
      its.complete(held);
      keeper.time().jump(Duration.ofDays(3_000));

      assertThat(ok(commands.run("prune")).out()).doesNotContain("tasks");

      assertThat(its.history(held.id())).hasSize(3);
    }
  }

  @Test
  void a_task_with_many_events_goes_in_several_steps() {
    try (InProcessDaemon keeper = InProcessDaemon.start(Map.of("SWARMD_KEEP_EVENTS_DAYS", "0"));
        Api its = keeper.api();
        Commands commands = new Commands(keeper::connect, keeper.project())) {
      its.add("sweep");
      for (int i = 0; i < 600; i++) {
        its.step(its.claim("ann"), "release");
      }
      its.complete(its.claim("ann"));
      keeper.time().jump(MONTH.multipliedBy(2));

      JsonNode report = Api.json(ok(commands.run("prune", "--json")).out());

      assertThat(report.get("total").asLong()).isEqualTo(1);
      assertThat(its.titles("")).isEmpty();
      try (EventStream events = EventStream.open(keeper.connect(), "?since=0")) {
        assertThat(events.next().kind()).isEqualTo("swarm_complete");
      }
    }
  }

  @Test
  void people_get_a_table() {
    finished("release");
    later(MONTH.multipliedBy(2));

    assertThat(ok(swarm.run("prune", "--dry-run")).out())
        .startsWith(
            """
            KIND           OLDER THAN  WOULD BE DELETED
            events         30 d                       4
            tasks          30 d                       1
            messages       30 d                       0
            hook events    7 d                        0
            """);
    assertThat(ok(swarm.run("prune", "--older-than", "45")).out())
        .contains("events         45 d              4\n")
        .contains("tasks          45 d              1\n");
  }

  @Test
  void invalid_ages_are_refused() {
    for (String age : List.of("0d", "0", "x", "1h", "-1", "99999999d")) {
      Result result = swarm.run("prune", "--older-than=" + age);
      assertThat(result.exit()).as(age).isEqualTo(2);
      assertThat(result.err()).contains("--older-than");
    }
  }
}
