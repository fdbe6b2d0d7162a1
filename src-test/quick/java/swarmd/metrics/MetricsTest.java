package swarmd.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp.Answer;

/** What Prometheus reads from the daemon. */
class MetricsTest extends InProcessTest {
  private static final Pattern METRIC = Pattern.compile("\\b(?:swarmd|jvm|process)_[a-z_]+");
  private static final Pattern SAMPLE =
      Pattern.compile("# (HELP|TYPE) .*|[a-z_]+(\\{.*\\})? [-+0-9.eEInfNa]+");

  private String scrape() {
    Answer answer = api.http().get("/metrics");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers().get("content-type")).startsWith("text/plain; version=0.0.4");
    return answer.text();
  }

  private double value(String sample) {
    return find(sample)
        .orElseThrow(() -> new AssertionError("no sample " + sample + " in\n" + scrape()));
  }

  private Optional<Double> find(String sample) {
    return scrape()
        .lines()
        .filter(line -> line.startsWith(sample + " "))
        .map(line -> Double.parseDouble(line.substring(sample.length() + 1)))
        .findFirst();
  }

  private void hook(String json) {
    assertThat(api.http().post("/v1/hooks", json).status()).isEqualTo(200);
  }

  @Test
  void every_line_is_in_the_prometheus_format() {
    api.add("one");
    hook("{\"hook_event_name\":\"SessionStart\",\"session_id\":\"s1\",\"cwd\":\"/p\"}");

    assertThat(scrape().lines()).allMatch(line -> SAMPLE.matcher(line).matches());
  }

  @Test
  void tasks_are_counted_by_status_and_by_what_happened_to_them() {
    api.add("one", "two", "three");
    api.complete(api.claim("ann"));
    api.claim("bob");

    assertThat(value("swarmd_tasks{status=\"pending\"}")).isEqualTo(1);
    assertThat(value("swarmd_leases")).isEqualTo(1);
    assertThat(value("swarmd_task_events_total{kind=\"created\"}")).isEqualTo(3);
    assertThat(value("swarmd_task_events_total{kind=\"claimed\"}")).isEqualTo(2);
    assertThat(value("swarmd_task_events_total{kind=\"completed\"}")).isEqualTo(1);
    assertThat(value("swarmd_task_events_total{kind=\"expired\"}")).isZero();
  }

  @Test
  void a_lease_that_ends_is_counted_as_expired() {
    api.add("one");
    api.claim("ann");

    daemon.time().advance(Duration.ofMinutes(6));

    eventually()
        .untilAsserted(
            () -> assertThat(value("swarmd_task_events_total{kind=\"expired\"}")).isEqualTo(1));
    assertThat(value("swarmd_leases")).isZero();
  }

  /** One without a decision, and one that is not valid, which is a denial and an error. */
  private void sendHooks() {
    hook(
        "{\"hook_event_name\":\"SessionStart\",\"session_id\":\"s1\",\"cwd\":\""
            + daemon.project()
            + "\"}");
    hook(
        "{\"hook_event_name\":\"PermissionRequest\",\"session_id\":\"s1\",\"cwd\":\""
            + daemon.project()
            + "\"}");
  }

  @Test
  void hooks_are_timed_by_event_and_host_and_counted_by_decision() {
    sendHooks();

    assertThat(value("swarmd_hook_duration_seconds_count{event=\"session-start\",host=\"claude\"}"))
        .isEqualTo(1);
    assertThat(value("swarmd_hook_decisions_total{decision=\"deny\",event=\"permission-request\"}"))
        .isEqualTo(1);
    assertThat(value("swarmd_hook_errors_total{event=\"permission-request\"}")).isEqualTo(1);
  }

  @Test
  void names_that_a_client_invents_share_one_label() {
    for (int i = 0; i < 50; i++) {
      hook("{\"hook_event_name\":\"Invented" + i + "\",\"session_id\":\"s" + i + "\"}");
    }

    assertThat(scrape()).doesNotContain("Invented").contains("event=\"other\"");
  }

  @Test
  void nothing_names_a_task_a_session_or_a_project() {
    api.add("a secret title");
    api.claim("secret-agent");
    hook(
        "{\"hook_event_name\":\"SessionStart\",\"session_id\":\"secret-session\",\"cwd\":\""
            + daemon.project()
            + "\"}");

    assertThat(scrape()).doesNotContain("secret").doesNotContain(daemon.project().toString());
  }

  @Test
  void a_claim_that_waits_is_counted_while_it_waits_and_timed_when_it_ends() throws Exception {
    try (Api other = daemon.api()) {
      Thread waiting =
          new Thread(
              () ->
                  other
                      .http()
                      .post(
                          "/v1/tasks/claim",
                          other.body().put("agent", "ann").put("wait_ms", 60_000).toString()));
      waiting.start();
      eventually().untilAsserted(() -> assertThat(value("swarmd_waiting_claims")).isEqualTo(1));

      api.add("one");
      waiting.join();
    }
    eventually()
        .untilAsserted(() -> assertThat(value("swarmd_claim_wait_seconds_count")).isEqualTo(1));
    assertThat(value("swarmd_waiting_claims")).isZero();
  }

  @Test
  void commits_are_counted_with_the_writes_that_shared_them() {
    api.add("one");

    assertThat(value("swarmd_commit_writes_count")).isPositive();
    assertThat(value("swarmd_commit_duration_seconds_count")).isPositive();
    assertThat(value("swarmd_database_bytes") + value("swarmd_wal_bytes")).isPositive();
  }

  @Test
  void a_check_is_timed_by_how_it_ended() throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        folder.resolve("settings.json"), "{\"checks\": {\"test\": {\"command\": \"exit 3\"}}}");
    ok(swarm.run("hooks", "trust", "--yes"));

    assertThat(swarm.run("check", "test").exit()).isEqualTo(1);

    assertThat(value("swarmd_check_duration_seconds_count{ending=\"failed\"}")).isEqualTo(1);
    assertThat(value("swarmd_check_duration_seconds_count{ending=\"passed\"}")).isZero();
  }

  @Test
  void the_machine_below_is_measured_too() {
    assertThat(scrape())
        .contains("jvm_memory_used_bytes{area=\"heap\"}")
        .contains("jvm_threads_current")
        .contains("jvm_gc_collection_seconds_count")
        .contains("process_start_time_seconds");
  }

  @Test
  void the_dashboard_and_the_documentation_name_only_metrics_that_exist() throws IOException {
    sendHooks();
    Set<String> known = names(scrape());
    Path docs = Path.of(System.getProperty("swarmd.repository"), "docs");

    assertThat(known)
        .containsAll(names(Files.readString(docs.resolve("grafana/swarmd.json"))))
        .containsAll(names(Files.readString(docs.resolve("reference/metrics.md"))));
  }

  @Test
  void the_documentation_names_every_metric_of_swarmd() throws IOException {
    Set<String> families =
        scrape()
            .lines()
            .filter(line -> line.startsWith("# TYPE swarmd_"))
            .map(line -> line.split(" ")[2])
            .collect(Collectors.toCollection(TreeSet::new));
    Path page = Path.of(System.getProperty("swarmd.repository"), "docs/reference/metrics.md");

    assertThat(names(Files.readString(page))).containsAll(families);
  }

  @Test
  void the_dashboard_is_valid_json_with_an_expression_in_every_panel() throws IOException {
    Path file = Path.of(System.getProperty("swarmd.repository"), "docs/grafana/swarmd.json");
    JsonNode dashboard = new ObjectMapper().readTree(file.toFile());

    assertThat(dashboard.get("panels")).isNotEmpty();
    for (JsonNode panel : dashboard.get("panels")) {
      if (!panel.get("type").asText().equals("row")) {
        assertThat(panel.get("targets")).as(panel.get("title").asText()).isNotEmpty();
        panel.get("targets").forEach(each -> assertThat(each.get("expr").asText()).isNotBlank());
      }
    }
  }

  /** Histograms are known by the names of their samples, too. */
  private static Set<String> names(String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = METRIC.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return names;
  }
}
