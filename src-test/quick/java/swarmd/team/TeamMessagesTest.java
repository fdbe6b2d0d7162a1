package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.FaultyProxy;
import swarmd.testing.Git;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;
import swarmd.testing.UnixHttp;

/** Agents on several workstations write to each other. */
@Tag("postgresql")
class TeamMessagesTest {
  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final FaultyProxy network = FaultyProxy.before(server.port());
  private final List<AutoCloseable> open = new ArrayList<>();
  private InProcessDaemon desk;
  private InProcessDaemon laptop;
  private int calls;

  @BeforeEach
  void start() {
    desk = workstation("desk");
    laptop = workstation("laptop");
    startSession(desk, "ann");
    startSession(laptop, "bob");
    eventually(
        () -> {
          laptop.time().advance(Duration.ofSeconds(2)); // it tells the team of its agents
          assertThat(send("a first message").exit()).isZero();
        });
    eventually(() -> assertThat(afterTool("bob")).contains("> a first message"));
    eventually(() -> assertThat(states(desk)).containsExactly("delivered"));
    goOn("bob");
    eventually(() -> assertThat(states(desk)).containsExactly("read"));
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    network.close();
    server.drop(database);
  }

  private InProcessDaemon workstation(String name) {
    String url = server.url(database).replace(":" + server.port(), ":" + network.port());
    InProcessDaemon daemon =
        InProcessDaemon.start(Map.of("SWARMD_DATABASE", url, "SWARMD_WORKSTATION", name));
    open.add(daemon);
    Git.start(daemon.project());
    Git.git(daemon.project(), "remote", "add", "origin", "https://example.org/acme/shop");
    return daemon;
  }

  private static void startSession(InProcessDaemon daemon, String id) {
    try (UnixHttp http = daemon.connect()) {
      new HostSession(http, daemon.project(), id).start();
    }
  }

  private static void eventually(ThrowingCallable check) {
    Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(check::call);
  }

  private Result send(String text) {
    return run(desk, "ann", "send", "main-bob", text);
  }

  private static Result run(InProcessDaemon daemon, String session, String... words) {
    try (Commands swarm =
        new Commands(daemon::connect, daemon.project()).with("SWARM_SESSION", session)) {
      return swarm.run(words);
    }
  }

  private String afterTool(String session) {
    return send(session, "PostToolUse", "t" + calls++);
  }

  /** Another tool call shows that the model has read what came before. */
  private String goOn(String session) {
    String call = "t" + calls++;
    String context = send(session, "PreToolUse", call);
    send(session, "PostToolUse", call);
    return context;
  }

  private String send(String session, String event, String call) {
    try (UnixHttp http = laptop.connect()) {
      HostSession host = new HostSession(http, laptop.project(), session);
      ObjectNode payload = host.payload(event).put("tool_name", "Bash").put("tool_use_id", call);
      payload.putObject("tool_input").put("command", "true");
      return host.send(payload).at("/hookSpecificOutput/additionalContext").asText();
    }
  }

  private static List<String> states(InProcessDaemon daemon) {
    List<String> states = new ArrayList<>();
    try (Api api = daemon.api()) {
      for (JsonNode message : api.get("/v1/messages").get("messages")) {
        states.add(message.get("state").asText());
      }
    }
    return states;
  }

  @Test
  void a_message_reaches_an_agent_on_another_workstation_and_the_sender_sees_it() {
    Result sent = send("hello");

    assertThat(sent.out()).startsWith("stored message 2 for main-bob on laptop");
    eventually(
        () -> assertThat(afterTool("bob")).contains("from agent main-ann on desk", "> hello"));
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "delivered"));
    goOn("bob");
    eventually(() -> assertThat(states(desk)).containsExactly("read", "read"));
    assertThat(run(desk, "ann", "inbox", "--sent").out()).contains("main-bob on laptop", "read");
  }

  @Test
  void a_session_of_the_same_name_elsewhere_gets_nothing() {
    startSession(desk, "bob");
    assertThat(run(desk, "ann", "send", "--all", "hello").out())
        .contains("main-bob on desk", "main-bob on laptop");

    eventually(() -> assertThat(afterTool("bob")).contains("1 message ", "> hello"));
    eventually(() -> assertThat(states(desk)).containsExactly("read", "stored", "delivered"));
  }

  @Test
  void the_holder_of_a_task_on_another_workstation_gets_a_message() {
    try (Api api = laptop.api()) {
      api.add("parser");
      api.claim(api.body().put("agent", "bob").put("session", "bob"));
    }

    assertThat(run(desk, "ann", "send", "--task", "1", "leave it to me").out())
        .contains("main-bob on laptop");
    eventually(() -> assertThat(afterTool("bob")).contains("> leave it to me"));
  }

  @Test
  void while_the_database_is_away_messages_are_delivered_and_receipts_wait() {
    send("hello");
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "stored"));

    network.refuse(true);
    network.cut();

    assertThat(afterTool("bob")).contains("> hello");
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "delivered"));
    assertThat(goOn("bob")).isEmpty();
    assertThat(states(laptop)).containsExactly("read", "read");
    Result refused = send("not now");
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).contains("the team's database at", "does not answer");
    assertThat(states(desk)).containsExactly("read", "stored");

    network.refuse(false);

    eventually(() -> assertThat(states(desk)).containsExactly("read", "read"));
    assertThat(afterTool("bob")).isEmpty();
  }

  @Test
  void receipts_outlive_a_restart_while_the_database_is_away() {
    send("hello");
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "stored"));
    network.refuse(true);
    network.cut();
    assertThat(afterTool("bob")).contains("> hello");
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "delivered"));

    laptop.restart();
    assertThat(goOn("bob")).isEmpty();
    network.refuse(false);

    eventually(() -> assertThat(states(desk)).containsExactly("read", "read"));
  }

  @Test
  void a_copy_that_starts_over_delivers_nothing_twice() {
    send("hello");
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "stored"));
    network.refuse(true);
    network.cut();
    assertThat(afterTool("bob")).contains("> hello");
    eventually(() -> assertThat(states(laptop)).containsExactly("read", "delivered"));

    server.execute(database, "UPDATE swarmd.team SET generation = generation + 1");
    laptop.restart();
    network.refuse(false);

    eventually(() -> assertThat(states(desk)).containsExactly("read", "delivered"));
    assertThat(goOn("bob")).isEmpty();
    eventually(() -> assertThat(states(desk)).containsExactly("read", "read"));
  }

  @Test
  void an_agent_whose_session_has_ended_is_no_longer_known_elsewhere() {
    try (UnixHttp http = laptop.connect()) {
      new HostSession(http, laptop.project(), "bob").end();
    }

    eventually(
        () -> {
          laptop.time().advance(Duration.ofSeconds(2));
          assertThat(send("hello").err())
              .contains("no agent 'main-bob' is at work in this project");
        });
  }

  @Test
  void old_messages_are_deleted_for_all() {
    server.execute(
        database,
        "UPDATE swarmd.message SET sent_at = sent_at - 259200000, xid = pg_current_xact_id()");

    assertThat(run(desk, "ann", "prune", "--older-than", "2d").exit()).isZero();

    assertThat(server.value(database, "SELECT count(*)::text FROM swarmd.message")).isEqualTo("0");
  }
}
