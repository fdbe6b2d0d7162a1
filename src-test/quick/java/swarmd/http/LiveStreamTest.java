package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.LivePage;
import swarmd.testing.OpenApi;
import swarmd.testing.UnixHttp;

final class LiveStreamTest extends InProcessTest {
  private static final Duration TICK = Duration.ofMillis(500);

  /** Lets the next tick happen, once the one before it is over. */
  private void tick() {
    eventually().until(() -> daemon.time().isDueIn(TICK));
    daemon.time().advance(TICK);
  }

  private LivePage open() {
    LivePage page = LivePage.open(daemon.connect());
    page.untilPosition();
    return page;
  }

  private void sendHook(String session) {
    try (UnixHttp http = daemon.connect()) {
      new HostSession(http, daemon.project(), session).start();
    }
    eventually()
        .until(() -> !api.get("/v1/hooks/events?session=" + session).get("hooks").isEmpty());
  }

  @Test
  void a_page_gets_the_status_as_soon_as_it_is_open() {
    api.add("sweep");
    try (LivePage page = LivePage.open(daemon.connect())) {
      JsonNode status = page.next("status");

      assertThat(status.at("/tasks/pending").asInt()).isEqualTo(1);
      assertThat(status.at("/now").asLong()).isEqualTo(daemon.time().millis());
      assertThat(status.has("hooks")).isFalse();
    }
  }

  @Test
  void a_page_gets_each_changed_task_once_as_it_is_now() {
    try (LivePage page = open()) {
      long id = api.add("sweep").get(0);
      api.complete(api.claim("ann"));
      tick();

      JsonNode tasks = page.next("tasks");
      assertThat(tasks.get("many").asBoolean()).isFalse();
      assertThat(tasks.get("tasks")).hasSize(1);
      assertThat(tasks.at("/tasks/0/id").asLong()).isEqualTo(id);
      assertThat(tasks.at("/tasks/0/status").asText()).isEqualTo("done");
      JsonNode events = page.next("events");
      assertThat(events.get("events").findValuesAsText("kind"))
          .containsExactly("created", "claimed", "completed", "swarm_complete");
      assertThat(events.at("/events/0/title").asText()).isEqualTo("sweep");
      assertThat(events.get("left_out").asInt()).isZero();
    }
  }

  @Test
  void a_task_that_can_start_now_is_among_the_changed_ones() {
    long first = api.add("first").get(0);
    ObjectNode waiting = api.body().put("title", "second");
    waiting.putArray("depends_on").add(first);
    api.post("/v1/tasks", waiting);
    Api.Held held = api.claim("ann");
    try (LivePage page = open()) {
      api.complete(held);
      tick();

      assertThat(page.next("tasks").get("tasks").findValuesAsText("status"))
          .containsExactlyInAnyOrder("done", "pending");
    }
  }

  @Test
  void a_page_gets_hook_events() {
    try (LivePage page = open()) {
      sendHook("s1");
      tick();

      JsonNode hooks = page.next("hooks");
      assertThat(hooks.at("/hooks/0/type").asText()).isEqualTo("session-start");
      assertThat(hooks.at("/hooks/0/session").asText()).isEqualTo("s1");
    }
  }

  @Test
  void every_part_has_the_documented_shape() {
    OpenApi openApi = OpenApi.load();
    try (LivePage page = open()) {
      api.add("sweep");
      sendHook("s1");
      tick();

      assertThat(problems(openApi, "Task", page.next("tasks").at("/tasks/0"))).isEmpty();
      assertThat(problems(openApi, "Event", page.next("events").at("/events/0"))).isEmpty();
      assertThat(problems(openApi, "HookEvent", page.next("hooks").at("/hooks/0"))).isEmpty();
    }
  }

  private static List<String> problems(OpenApi openApi, String schema, JsonNode value) {
    return openApi.problems(Api.object().put("$ref", "#/components/schemas/" + schema), value);
  }

  @Test
  void long_texts_stay_in_the_daemon() {
    try (LivePage page = open()) {
      api.post("/v1/tasks", api.body().put("title", "t").put("description", "d".repeat(100_000)));
      tick();

      assertThat(page.next("tasks").toString()).hasSizeLessThan(1_000).contains("\"title\":\"t\"");
    }
  }

  @Test
  void a_page_is_told_to_read_again_when_very_many_tasks_change() {
    try (LivePage page = open()) {
      api.add(IntStream.range(0, 300).mapToObj(i -> "task " + i).toArray(String[]::new));
      tick();

      JsonNode tasks = page.next("tasks");
      assertThat(tasks.get("many").asBoolean()).isTrue();
      assertThat(tasks.get("tasks")).isEmpty();
      JsonNode events = page.next("events");
      assertThat(events.get("events")).hasSize(50);
      assertThat(events.at("/events/49/title").asText()).isEqualTo("task 299");
      assertThat(events.get("left_out").asInt()).isEqualTo(250);
    }
  }

  @Test
  void a_page_that_comes_back_gets_what_it_missed() {
    api.add("before");
    String position;
    try (LivePage page = open()) {
      position = page.position();
    }
    long missed = api.add("missed").get(0);

    try (LivePage page = LivePage.openAfter(daemon.connect(), position)) {
      daemon.time().advance(TICK); // the first page may still be there
      JsonNode tasks = page.next("tasks").get("tasks");
      assertThat(tasks).hasSize(1);
      assertThat(tasks.at("/0/id").asLong()).isEqualTo(missed);
    }
  }

  @Test
  void a_page_that_comes_back_to_a_restarted_daemon_gets_what_it_missed() {
    api.add("before");
    String position;
    try (LivePage page = open()) {
      position = page.position();
      api.add("missed");
    }
    daemon.restart();

    try (LivePage page = LivePage.openAfter(daemon.connect(), position)) {
      assertThat(page.next("events").get("events").findValuesAsText("title"))
          .containsExactly("missed");
    }
  }

  @Test
  void all_pages_get_the_same() {
    try (LivePage one = open();
        LivePage other = LivePage.open(daemon.connect())) {
      tick();
      other.untilPosition();
      api.add("sweep");
      tick();

      assertThat(one.untilPosition()).isEqualTo(other.untilPosition()).contains("sweep");
    }
  }

  @Test
  void a_quiet_daemon_still_gives_a_sign_of_life() {
    try (LivePage page = open()) {
      long before = daemon.time().millis();
      for (int i = 0; i < 10; i++) {
        tick();
      }

      assertThat(page.next("status").get("now").asLong()).isEqualTo(before + 5_000);
    }
  }

  @Test
  void nothing_is_read_while_no_page_is_open() {
    open().close();
    eventually().until(() -> api.connections() == 1);
    tick();

    assertThat(daemon.time().isDueIn(TICK)).isFalse();
  }

  @Test
  void a_page_that_does_not_read_is_disconnected() {
    String[] titles =
        IntStream.range(0, 200).mapToObj(i -> i + "x".repeat(900)).toArray(String[]::new);
    try (LivePage asleep = open();
        LivePage awake = LivePage.open(daemon.connect())) {
      tick();
      awake.untilPosition();
      for (int i = 0; i < 40; i++) {
        api.add(titles);
        tick();
        awake.next("tasks");
      }

      assertThat(asleep.http().isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void a_made_up_position_is_refused() {
    assertThat(
            Api.refusal(
                api.http()
                    .send("GET", "/v1/live", Map.of("Last-Event-ID", "12; DROP"), new byte[0])))
        .isEqualTo("400 invalid_request");
  }
}
