package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

class MessageCommandsTest extends InProcessTest {
  private static final String ANN = "11111111-2222-4333-8444-555555555555";
  private static final String BOB = "66666666-7777-4888-9999-aaaaaaaaaaaa";

  @BeforeEach
  void openSessions() {
    session(ANN);
    session(BOB);
  }

  private HostSession session(String id) {
    HostSession session = new HostSession(api.http(), daemon.project(), id);
    session.start();
    eventually().until(() -> swarm.run("status", "--json").out().contains(id));
    return session;
  }

  private Commands shellOf(String session) {
    return new Commands(daemon::connect, daemon.project()).with("SWARM_SESSION", session);
  }

  private JsonNode sent(Commands shell, String... words) {
    return Api.json(ok(shell.run(words)).out()).get("messages");
  }

  @Test
  void send_prints_for_whom_the_message_is_stored() {
    assertThat(ok(swarm.run("send", "main-66666666", "the", "tests", "are", "red")).out())
        .isEqualTo(
            "stored message 1 for main-66666666; it comes with the agent's next hook event\n");
    assertThat(ok(swarm.run("send", "66666666", "by its short id")).out())
        .contains("main-66666666");
    assertThat(ok(swarm.run("send", BOB, "by its session")).out()).contains("main-66666666");
    assertThat(ok(swarm.run("inbox")).out())
        .contains("FROM", "STATE", "the tests are red", "stored", "main-66666666");
  }

  @Test
  void the_sender_is_who_the_daemon_knows_it_is() {
    JsonNode byAgent =
        sent(shellOf(ANN).with("SWARM_AGENT", "president"), "send", BOB, "hello", "--json");
    JsonNode byPerson =
        sent(swarm.with("SWARM_AGENT", "main-66666666"), "send", BOB, "x", "--json");

    assertThat(byAgent.at("/0/from").toString())
        .isEqualTo(
            "{\"kind\":\"agent\",\"name\":\"main-11111111\",\"session\":\"%s\"}".formatted(ANN));
    assertThat(byPerson.at("/0/from/kind").asText()).isEqualTo("person");
    assertThat(byPerson.at("/0/from/name").asText()).isEqualTo(System.getProperty("user.name"));
  }

  @Test
  void a_process_that_the_host_of_a_session_has_not_started_does_not_speak_for_it()
      throws Exception {
    String watched = "bbbbbbbb-2222-4333-8444-555555555555";
    Process host = new ProcessBuilder("sleep", "600").start();
    try {
      startIn(host, watched);

      JsonNode from = sent(shellOf(watched), "send", BOB, "trust me", "--json").at("/0/from");

      assertThat(from.toString()).isEqualTo("{\"kind\":\"unknown\"}");
      assertThat(ok(swarm.run("inbox")).out()).contains("an unknown process");
    } finally {
      host.destroyForcibly().waitFor();
    }
  }

  @Test
  void an_agent_sees_only_its_own_messages_and_the_person_sees_all() {
    ok(shellOf(ANN).run("send", BOB, "between us"));

    assertThat(shellOf(ANN).run("inbox", "--agent", "main-66666666").err())
        .isEqualTo("swarm: an agent sees only its own messages; leave out --agent\n");
    assertThat(ok(shellOf(BOB).run("inbox", "--agent", "main-66666666")).out())
        .contains("between us");
    assertThat(ok(swarm.run("inbox", "--agent", "main-66666666")).out()).contains("between us");
  }

  @Test
  void agents_of_the_same_name_see_only_their_own_messages() {
    String one = "019a8c3f-0001-7333-8444-555555555555"; // ids that begin with the time
    String two = "019a8c3f-0002-7333-8444-555555555555";
    session(one);
    session(two);
    ok(shellOf(ANN).run("send", two, "for the second one"));
    ok(shellOf(two).run("send", ANN, "by the second one"));

    for (String[] words :
        new String[][] {{"inbox"}, {"inbox", "--agent", "main-019a8c3f"}, {"inbox", "--sent"}}) {
      assertThat(shellOf(one).run(words).err()).startsWith("no messages");
    }
    assertThat(ok(shellOf(two).run("inbox")).out()).contains("for the second one");
    assertThat(ok(shellOf(two).run("inbox", "--sent")).out()).contains("by the second one");
  }

  @Test
  void a_process_that_is_neither_agent_nor_person_sees_the_messages_to_its_name() throws Exception {
    String watched = "bbbbbbbb-2222-4333-8444-555555555555";
    Process host = new ProcessBuilder("sleep", "600").start();
    try {
      startIn(host, watched);
      api.add("parser");
      ok(swarm.run("task", "claim", "1", "--agent", "worker"));
      ok(swarm.run("send", "worker", "for the worker"));
      ok(swarm.run("send", BOB, "for bob"));

      Commands left = shellOf(watched).with("SWARM_AGENT", "worker");

      assertThat(ok(left.run("inbox")).out())
          .contains("for the worker", "read")
          .doesNotContain("for bob");
      assertThat(ok(swarm.run("inbox")).out()).contains("for the worker", "for bob");
    } finally {
      host.destroyForcibly();
    }
  }

  @Test
  void a_message_has_up_to_4_000_characters_and_no_half_ones() {
    ok(swarm.run("send", BOB, "😀".repeat(4_000)));

    assertThat(swarm.run("send", BOB, "😀".repeat(4_001)).err())
        .contains("has 4,001 characters, and 4,000 are allowed");
    String half =
        "{\"project\": \"%s\", \"to\": \"main-66666666\", \"text\": \"a\\ud800b\"}"
            .formatted(daemon.project());
    assertThat(
            api.http()
                .send("POST", "/v1/messages", Map.of(), half.getBytes(StandardCharsets.UTF_8))
                .status())
        .isEqualTo(400);
  }

  private void startIn(Process host, String id) {
    api.http()
        .send(
            "POST",
            "/v1/hooks",
            Map.of("Swarm-Host-Process", Long.toString(host.pid())),
            new HostSession(api.http(), daemon.project(), id)
                .payload("SessionStart")
                .put("source", "startup")
                .toString()
                .getBytes(StandardCharsets.UTF_8));
    eventually().until(() -> swarm.run("status", "--json").out().contains(id));
  }

  @Test
  void the_sender_sees_what_became_of_its_messages() {
    ok(shellOf(ANN).run("send", BOB, "hello"));
    HostSession bob = new HostSession(api.http(), daemon.project(), BOB);
    assertThat(bob.contextAfter("go on")).contains("> hello");
    eventually().until(() -> ok(shellOf(ANN).run("inbox", "--sent")).out().contains("delivered"));
    bob.prompt("and on");

    assertThat(ok(shellOf(ANN).run("inbox", "--sent")).out()).contains("read", "hello");
    assertThat(shellOf(BOB).run("inbox", "--sent").err())
        .isEqualTo("no messages; send one with: swarm send AGENT \"text\"\n");
    assertThat(sent(shellOf(ANN), "inbox", "--sent", "--json").at("/0/state").asText())
        .isEqualTo("read");
  }

  @Test
  void a_message_to_all_goes_to_everybody_else() {
    assertThat(sent(shellOf(ANN), "send", "--all", "main is broken", "--json"))
        .extracting(message -> message.at("/to/agent").asText())
        .containsExactly("main-66666666");
    assertThat(sent(swarm, "send", "--all", "--json", "main is broken")).hasSize(2);
  }

  @Test
  void a_message_reaches_whoever_holds_a_task() {
    api.add("parser", "free");
    api.claim(api.body().put("agent", "parser-writer").put("session", BOB));

    assertThat(ok(shellOf(ANN).run("send", "--task", "1", "leave it to me")).out())
        .contains("for main-66666666");
    assertThat(ok(shellOf(ANN).run("send", "parser-writer", "or not")).out())
        .contains("for main-66666666");
    assertThat(shellOf(ANN).run("send", "--task", "2", "hello").err())
        .isEqualTo("swarm: no agent holds task 2; see: swarm task show 2\n");
    assertThat(shellOf(ANN).run("send", "--task", "9", "hello").err())
        .isEqualTo("swarm: there is no task 9; see: swarm task list -a\n");
    assertThat(shellOf(BOB).run("send", "--task", "1", "hello").err())
        .startsWith("swarm: you hold task 1; name another agent");
  }

  @Test
  void a_holder_without_a_session_looks_into_its_inbox() {
    api.add("parser");
    ok(swarm.run("task", "claim", "1"));

    assertThat(ok(shellOf(ANN).run("send", "--task", "1", "are you done?")).out())
        .isEqualTo("stored message 1 for tester; it waits for: swarm inbox\n");
    assertThat(ok(swarm.run("inbox")).out()).contains("are you done?", "read");
  }

  @Test
  void an_unknown_agent_is_answered_with_those_that_are_known() {
    assertThat(swarm.run("send", "main-6666666x", "hello").err())
        .isEqualTo(
            "swarm: no agent 'main-6666666x' is at work in this project; did you mean"
                + " 'main-66666666'?\n");
    assertThat(shellOf(ANN).run("send", "bob", "hello").err())
        .isEqualTo("swarm: no agent 'bob' is at work in this project; there are: main-66666666\n");
    assertThat(shellOf(ANN).run("send", "main-11111111", "hello").err())
        .startsWith("swarm: that is you; name another agent");
    assertThat(swarm.run("send", "bob", "hello").exit()).isEqualTo(1);
  }

  @Test
  void a_text_that_is_too_long_is_refused_with_a_way_out() {
    Result refused = swarm.run("send", BOB, "x".repeat(4_001));

    assertThat(refused.err())
        .isEqualTo(
            "swarm: TEXT has 4,001 characters, and 4,000 are allowed; shorten it, or write it to a"
                + " file and send the path\n");
    assertThat(refused.exit()).isEqualTo(2);
  }

  @Test
  void a_sender_that_sends_too_often_has_to_wait() {
    Commands shell = shellOf(ANN);
    for (int i = 0; i < 20; i++) {
      ok(shell.run("send", BOB, "message " + i));
    }

    Result refused = shell.run("send", BOB, "one more");

    assertThat(refused.err()).startsWith("swarm: you have sent 20 messages within a minute; wait");
    assertThat(refused.exit()).isEqualTo(1);
  }

  @Test
  void a_client_that_repeats_its_command_sends_once() {
    Commands shell = shellOf(ANN).with("SWARM_RUN", "1-2");

    assertThat(ok(shell.run("send", BOB, "hello")).out())
        .isEqualTo(ok(shell.run("send", BOB, "hello")).out());
    assertThat(sent(swarm, "inbox", "--json")).hasSize(1);
  }

  @Test
  void an_agent_writes_only_to_agents_of_its_project() throws Exception {
    Path other = Files.createDirectory(daemon.userHome().resolve("other"));

    assertThat(shellOf(ANN).run("send", "--project", other.toString(), BOB, "hello").err())
        .contains("your session works in", "messages go only to agents of the same project");
  }

  @Test
  void over_http_the_same_rules_hold() {
    JsonNode stored =
        api.post("/v1/messages", api.body().put("to", "main-66666666").put("text", "hello"));

    assertThat(stored.at("/messages/0/to/session").asText()).isEqualTo(BOB);
    assertThat(refusal(api.body().put("text", "hello")))
        .isEqualTo("give exactly one of the fields 'to', 'task' and 'all'");
    assertThat(refusal(api.body().put("to", "nobody").put("text", "hello")))
        .startsWith("no agent 'nobody' is at work");
    assertThat(refusal(api.body().put("all", true).put("text", "x".repeat(4_001))))
        .startsWith("field 'text' has 4,001 characters, and 4,000 are allowed");
    assertThat(api.get("/v1/messages?to=main-66666666&limit=1").at("/messages/0/text").asText())
        .isEqualTo("hello");
    assertThat(api.get("/v1/messages?from=nobody").get("messages")).isEmpty();
  }

  private String refusal(JsonNode body) {
    return Api.json(api.http().post("/v1/messages", body.toString()).text())
        .at("/error/message")
        .asText();
  }
}
