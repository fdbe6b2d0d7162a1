package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** What a page shows about past hook events. */
final class HookStatisticsTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void open() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  private void awaitRecords(int count) {
    eventually().until(() -> api.get("/v1/hooks/events?limit=1000").get("hooks").size() == count);
  }

  @Test
  void the_newest_hook_events_are_listed_oldest_first() {
    session.start();
    session.runTool();
    session.runTool();
    awaitRecords(5);

    assertThat(api.get("/v1/hooks/events?limit=2").get("hooks").findValuesAsText("type"))
        .containsExactly("pre-tool-use", "post-tool-use");
    assertThat(api.get("/v1/hooks/events?type=session-start").get("hooks")).hasSize(1);
    assertThat(api.get("/v1/hooks/events?session=another").get("hooks")).isEmpty();
    assertThat(api.get("/v1/hooks/events?project=/elsewhere").get("hooks")).isEmpty();
  }

  @Test
  void latency_is_known_by_type_and_minute() {
    session.runTool();
    awaitRecords(2);
    daemon.time().advance(Duration.ofMinutes(2));
    session.runTool();
    session.runTool();
    awaitRecords(6);

    JsonNode types = api.get("/v1/hooks/latency?minutes=60").get("types");

    assertThat(types.findValuesAsText("type")).containsExactly("post-tool-use", "pre-tool-use");
    assertThat(types.at("/0/count").asInt()).isEqualTo(3);
    JsonNode minutes = types.at("/0/minutes");
    assertThat(minutes.findValuesAsText("count")).containsExactly("1", "2");
    assertThat(minutes.at("/1/at").asLong() - minutes.at("/0/at").asLong()).isEqualTo(120_000);
    assertThat(minutes.at("/0/at").asLong() % 60_000).isZero();
  }

  @Test
  void older_events_are_left_out_of_the_latency() {
    session.start();
    awaitRecords(1);
    daemon.time().advance(Duration.ofMinutes(61));

    assertThat(api.get("/v1/hooks/latency?minutes=60").get("types")).isEmpty();
    assertThat(api.get("/v1/hooks/latency?minutes=120").get("types")).hasSize(1);
  }

  @Test
  void the_newest_task_events_are_listed_with_titles() {
    api.add("one", "two");
    api.claim("ann");

    JsonNode events = api.get("/v1/events/latest?limit=2").get("events");

    assertThat(events.findValuesAsText("kind")).containsExactly("created", "claimed");
    assertThat(events.findValuesAsText("title")).containsExactly("two", "one");
    assertThat(api.get("/v1/events/latest?project=/elsewhere").get("events")).isEmpty();
  }
}
