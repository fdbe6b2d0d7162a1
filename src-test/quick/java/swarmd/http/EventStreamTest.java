package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.EventStream;
import swarmd.testing.EventStream.Event;
import swarmd.testing.InProcessTest;
import swarmd.testing.OpenApi;

final class EventStreamTest extends InProcessTest {
  @Test
  void events_are_sent_in_order_as_they_happen() {
    try (EventStream events = EventStream.open(daemon.connect(), "?since=0")) {
      long id = api.add("sweep").get(0);
      assertThat(events.next().kind()).isEqualTo("created");
      Api.Held held = api.claim("ann");
      Event claimed = events.next();
      assertThat(claimed.kind()).isEqualTo("claimed");
      assertThat(claimed.data().get("task").asLong()).isEqualTo(id);
      assertThat(claimed.data().get("agent").asText()).isEqualTo("ann");
      assertThat(claimed.data().get("fence").asLong()).isEqualTo(held.fence());
      api.complete(held);
      assertThat(events.next(2).stream().map(Event::kind))
          .containsExactly("completed", "swarm_complete");
    }
  }

  @Test
  void every_event_is_documented_and_carries_its_id() {
    api.add("sweep");
    api.complete(api.claim("ann"));
    OpenApi openApi = OpenApi.load();
    var schema = Api.object().put("$ref", "#/components/schemas/Event");
    try (EventStream events = EventStream.open(daemon.connect(), "?since=0")) {
      for (Event event : events.next(4)) {
        assertThat(openApi.problems(schema, event.data())).isEmpty();
        assertThat(event.data().get("id").asLong()).isEqualTo(event.id());
        assertThat(event.data().get("kind").asText()).isEqualTo(event.kind());
      }
    }
  }

  @Test
  void a_follower_resumes_after_the_last_event_it_received() {
    api.add("one", "two", "three");

    try (EventStream events = EventStream.open(daemon.connect(), "?since=2")) {
      assertThat(events.next().id()).isEqualTo(3);
    }
    try (EventStream events =
        EventStream.open(daemon.connect(), "", Map.of("Last-Event-ID", "1"))) {
      assertThat(events.next(2)).extracting(Event::id).containsExactly(2L, 3L);
    }
  }

  @Test
  void without_a_starting_id_only_new_events_are_sent() {
    api.add("old");
    try (EventStream events = EventStream.open(daemon.connect(), "")) {
      for (int i = 0; i < 20; i++) { // the first may be added before the subscription starts
        api.add("new");
      }
      assertThat(events.next().data().get("task").asLong()).isGreaterThan(1);
    }
  }

  @Test
  void a_project_follower_gets_only_its_events_and_may_name_any_directory_in_it()
      throws IOException {
    Files.createDirectories(daemon.project().resolve(".git"));
    Files.createDirectories(daemon.project().resolve("src/main"));
    ObjectNode other = Api.object().put("project", "/elsewhere").put("title", "theirs");

    String query = "?since=0&project=" + daemon.project() + "/src/../src/main";
    try (EventStream events = EventStream.open(daemon.connect(), query)) {
      api.post("/v1/tasks", other);
      long mine = api.add("mine").get(0);

      Event event = events.next();
      assertThat(event.data().get("task").asLong()).isEqualTo(mine);
      assertThat(event.data().get("project").asText()).isEqualTo(daemon.project().toString());
    }
  }

  @Test
  void ten_followers_each_get_every_event_once() {
    List<EventStream> followers =
        LongStream.range(0, 10)
            .mapToObj(i -> EventStream.open(daemon.connect(), "?since=0"))
            .toList();
    for (int i = 0; i < 100; i++) {
      api.add("a", "b", "c");
    }
    for (EventStream follower : followers) {
      assertThat(follower.next(300))
          .extracting(Event::id)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, 300).boxed().toList());
      follower.close();
    }
  }

  @Test
  void a_follower_that_does_not_read_blocks_no_other_client() {
    try (EventStream asleep = EventStream.open(daemon.connect(), "?since=0");
        EventStream awake = EventStream.open(daemon.connect(), "?since=0")) {
      String[] titles = new String[5_000];
      Arrays.fill(titles, "x");
      api.add(titles);
      api.add(titles);

      List<Long> all = LongStream.rangeClosed(1, 10_000).boxed().toList();
      assertThat(awake.next(10_000)).extracting(Event::id).containsExactlyElementsOf(all);
      assertThat(api.get("/v1/tasks?limit=1").get("tasks")).hasSize(1);
      assertThat(asleep.next(10_000)).extracting(Event::id).containsExactlyElementsOf(all);
    }
  }

  @Test
  void a_follower_that_disconnects_is_removed() {
    EventStream.open(daemon.connect(), "").close();

    eventually().until(() -> api.connections() == 1);
    api.add("nobody follows");
  }
}
