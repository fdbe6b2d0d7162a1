package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A message counts as delivered once the answer with it has left, and no sooner. */
class UndeliveredMessageTest extends InProcessTest {
  private HostSession bob;

  @BeforeEach
  void sendBobAMessage() {
    bob = new HostSession(api.http(), daemon.project(), "bob");
    bob.start();
    eventually().until(() -> swarm.run("send", "main-bob", "hello").exit() == 0);
  }

  private Response.Whole afterTool(String call) {
    return send("PostToolUse", call);
  }

  private Response.Whole send(String event, String call) {
    ObjectNode payload = bob.payload(event).put("tool_name", "Bash");
    payload.put("tool_use_id", call).putObject("tool_input").put("command", "true");
    Request request =
        new Request(
            HttpMethod.POST,
            "/v1/hooks",
            Map.of(),
            Map.of(),
            new DefaultHttpHeaders(),
            payload.toString().getBytes(StandardCharsets.UTF_8),
            new CompletableFuture<>());
    return (Response.Whole)
        Answers.await(daemon.daemon().router().route(request).toCompletableFuture());
  }

  private static String text(Response.Whole answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  private String state() {
    try (Api fresh = daemon.api()) {
      return fresh.get("/v1/messages").at("/messages/0/state").asText();
    }
  }

  @Test
  void an_answer_that_could_not_be_sent_leaves_its_message_to_the_next_event() {
    Response.Whole unsent = afterTool("toolu_1");
    assertThat(text(unsent)).contains("> hello");

    unsent.unsent().run();

    assertThat(state()).isEqualTo("stored");
    assertThat(text(afterTool("toolu_2"))).contains("> hello");
  }

  @Test
  void a_daemon_that_ends_before_its_answer_leaves_delivers_the_message_again() {
    assertThat(text(afterTool("toolu_1"))).contains("> hello");

    daemon.restart();

    assertThat(state()).isEqualTo("stored");
    assertThat(text(afterTool("toolu_1"))).contains("> hello");
  }

  @Test
  void an_event_that_comes_before_the_answer_has_left_acknowledges_nothing() {
    Response.Whole onItsWay = afterTool("toolu_1");

    assertThat(text(send("PreToolUse", "toolu_2"))).doesNotContain("hello");
    assertThat(state()).isEqualTo("stored");
    afterTool("toolu_2");

    onItsWay.sent().run();
    eventually().until(() -> state().equals("delivered"));
    assertThat(text(send("PreToolUse", "toolu_3"))).doesNotContain("hello");
    assertThat(state()).isEqualTo("read");
  }
}
