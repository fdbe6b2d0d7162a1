package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;
import swarmd.testing.UnixHttp;

final class StopTest {
  private static final byte[] WAITING_CLAIM =
      UnixHttp.request(
          "POST",
          "/v1/tasks/claim",
          Map.of(),
          "{\"project\":\"/p\",\"agent\":\"a\",\"wait_ms\":60000}"
              .getBytes(StandardCharsets.UTF_8));

  @Test
  void sigterm_ends_it_with_0_and_leaves_only_its_data() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      try (Api api = daemon.api()) {
        api.add("kept");
      }
      assertThat(daemon.stop()).isZero();

      assertThat(daemon.socket()).doesNotExist();
      Path log = daemon.home().resolve("swarmd.db-wal");
      assertThat(Files.exists(log) ? Files.size(log) : 0).as("the write-ahead log").isZero();
      assertThat(daemon.log()).contains("swarmd has stopped").doesNotContain(" WARN ");
    }
  }

  @Test
  void ctrl_c_ends_it_in_the_same_way() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Programs.run(daemon.root(), Map.of(), "kill", "-INT", "" + daemon.pid());

      eventually().until(() -> !daemon.isAlive());
      assertThat(daemon.stop()).isZero();
      assertThat(daemon.socket()).doesNotExist();
    }
  }

  @Test
  void waiting_claims_are_answered_when_it_stops() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      List<UnixHttp> waiting = IntStream.range(0, 10).mapToObj(i -> waitingClaim(daemon)).toList();
      try (Api api = daemon.api()) {
        api.add("stored after all of them were tried in vain");
      }
      daemon.beginToStop();

      assertThat(waiting)
          .allSatisfy(
              http -> assertThat(http.read().text()).startsWith("{\"tasks\":[],\"reason\":\""));
      assertThat(daemon.stop()).isZero();
    }
  }

  private static UnixHttp waitingClaim(RunningDaemon daemon) {
    UnixHttp http = daemon.connect();
    http.get("/healthz");
    return http.write(WAITING_CLAIM);
  }

  @Test
  void an_answer_in_transit_arrives_whole() {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      String title = "x".repeat(1_000);
      api.add(Collections.nCopies(1_000, title).toArray(String[]::new));
      UnixHttp http = api.http();
      http.write(UnixHttp.request("GET", "/v1/tasks?limit=1000", Map.of(), new byte[0]));
      UnixHttp.Head head = http.readHead();
      daemon.beginToStop();
      assertThat(daemon.endsWithin(Duration.ofSeconds(1))).as("it does not wait").isFalse();

      JsonNode tasks = Api.json(http.readRest(head).text()).get("tasks");

      assertThat(tasks).hasSize(1_000);
      assertThat(daemon.stop()).isZero();
    }
  }

  @Test
  void clients_that_retry_at_once_do_not_keep_it_from_stopping() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      List<UnixHttp> agents = IntStream.range(0, 8).mapToObj(i -> waitingClaim(daemon)).toList();
      List<CompletableFuture<Void>> loops =
          agents.stream()
              .map(http -> CompletableFuture.runAsync(() -> claimUntilClosed(http)))
              .toList();
      try (Api api = daemon.api()) {
        api.add("stored after all of them were tried in vain");
      }

      assertThat(daemon.stop()).isZero();

      assertThat(daemon.log()).doesNotContain("requests unanswered");
      loops.forEach(CompletableFuture::join);
    }
  }

  /**
   * The first claim has been sent; the client closes the connection when the daemon asks for it.
   */
  private static void claimUntilClosed(UnixHttp http) {
    while (!"close".equals(http.read().headers().get("connection"))) {
      http.write(WAITING_CLAIM);
    }
  }

  @Test
  void a_running_command_is_finished() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      LongHook hook = LongHook.startIn(daemon);
      daemon.beginToStop();
      eventually().until(() -> !Files.exists(daemon.socket()));
      hook.release();

      assertThat(hook.command.join().out()).contains("seen to its end");
      assertThat(hook.command.join().exit()).isZero();
      assertThat(daemon.stop()).isZero();
    }
  }

  @Test
  void daemon_stop_shows_progress_if_it_takes_a_while() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      LongHook hook = LongHook.startIn(daemon);
      Map<String, String> atTerminal = new HashMap<>(daemon.environment());
      atTerminal.put("SWARM_ERR_TTY", "1");
      Process stop =
          Programs.start(
              daemon.project(), atTerminal, RunningDaemon.swarmCommand("daemon", "stop"));
      try (BufferedReader messages = stop.errorReader()) {
        assertThat(messages.read()).as("the line is drawn from its beginning").isEqualTo('\r');
        hook.release();
        assertThat(messages.lines()).anyMatch(line -> line.contains("stopping swarmd …"));
      }
      assertThat(Programs.await(stop)).isZero();
    }
  }

  /** A hook that runs until it is released, and the command that runs it. */
  private record LongHook(Path signal, CompletableFuture<Programs.Result> command) {

    static LongHook startIn(RunningDaemon daemon) throws IOException {
      Path begun = daemon.root().resolve("begun");
      Path signal = daemon.root().resolve("go-on");
      Files.writeString(
          Files.createDirectories(daemon.home()).resolve("settings.json"),
          """
          {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command":
            "touch %s; until [ -e %s ]; do sleep 0.1; done; echo seen to its end"}]}]}}
          """
              .formatted(begun, signal));
      daemon.restart();
      CompletableFuture<Programs.Result> command =
          CompletableFuture.supplyAsync(
              () ->
                  daemon.swarm(
                      daemon.project(), "hooks", "test", "PreToolUse", "--tool=Write", "--run"));
      eventually().until(() -> Files.exists(begun));
      return new LongHook(signal, command);
    }

    void release() throws IOException {
      Files.createFile(signal);
    }
  }

  @Test
  void commands_that_would_run_forever_are_ended_at_once() {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      List<CompletableFuture<Programs.Result>> commands =
          Stream.of(List.of("events", "-f"), List.of("status", "--watch"), List.of("demo"))
              .map(
                  command ->
                      CompletableFuture.supplyAsync(
                          () -> daemon.swarm(daemon.project(), command.toArray(String[]::new))))
              .toList();
      eventually().until(() -> api.connections() == 1 + commands.size());

      assertThat(daemon.stop()).isZero();
      assertThat(commands).allSatisfy(command -> assertThat(command.join().exit()).isEqualTo(1));
      assertThat(daemon.log()).doesNotContain("commands at work");
    }
  }

  @Test
  void every_accepted_connection_is_answered() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      AtomicInteger answered = new AtomicInteger();
      List<CompletableFuture<Void>> clients =
          IntStream.range(0, 16)
              .mapToObj(i -> CompletableFuture.runAsync(() -> connectUntilGone(daemon, answered)))
              .toList();
      eventually().until(() -> answered.get() > 500);

      assertThat(daemon.stop()).isZero();
      clients.forEach(CompletableFuture::join);
    }
  }

  private static void connectUntilGone(RunningDaemon daemon, AtomicInteger answered) {
    while (true) {
      UnixHttp http;
      try {
        http = daemon.connect();
      } catch (UncheckedIOException e) {
        return; // only a new connection may be refused
      }
      try (http) {
        assertThat(http.get("/healthz").status()).isEqualTo(200);
        answered.incrementAndGet();
      }
    }
  }

  @Test
  void everything_acknowledged_before_a_stop_survives_it() {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      AtomicInteger acknowledged = new AtomicInteger();
      List<CompletableFuture<Void>> clients =
          IntStream.range(0, 8)
              .mapToObj(i -> CompletableFuture.runAsync(() -> addUntilGone(daemon, acknowledged)))
              .toList();
      eventually().until(() -> acknowledged.get() > 200);

      assertThat(daemon.stop()).isZero();
      clients.forEach(CompletableFuture::join);
      daemon.restart();

      try (Api api = daemon.api()) {
        assertThat(api.get("/v1/status").at("/tasks/pending").asInt())
            .isGreaterThanOrEqualTo(acknowledged.get());
      }
    }
  }

  private static void addUntilGone(RunningDaemon daemon, AtomicInteger acknowledged) {
    try (UnixHttp http = daemon.connect()) {
      while (http.post("/v1/tasks", "{\"project\":\"/p\",\"title\":\"t\"}").status() == 201) {
        acknowledged.incrementAndGet();
      }
    } catch (UncheckedIOException e) {
      // the daemon is gone
    }
  }
}
