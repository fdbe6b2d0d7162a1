package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** What one agent has to hear of another does not get lost with an answer. */
class UndeliveredNoticeTest extends InProcessTest {
  private HostSession first;

  @BeforeEach
  void letTwoSessionsEditTheSameFile() {
    first = new HostSession(api.http(), daemon.project(), "first");
    HostSession second = new HostSession(api.http(), daemon.project(), "second");
    first.send(after(first, "Edit", "toolu_1"));
    second.send(after(second, "Edit", "toolu_2"));
  }

  private static ObjectNode after(HostSession session, String tool, String call) {
    ObjectNode payload = session.payload("PostToolUse").put("tool_name", tool);
    payload.put("tool_use_id", call).putObject("tool_response");
    payload.putObject("tool_input").put("file_path", "a.txt");
    return payload;
  }

  private Response.Whole answer(ObjectNode payload) {
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

  private String text(ObjectNode payload) {
    return new String(answer(payload).body(), StandardCharsets.UTF_8);
  }

  @Test
  void an_answer_that_could_not_be_sent_gives_its_notice_to_the_next_event() {
    Response.Whole unsent = answer(after(first, "Read", "toolu_3"));
    assertThat(new String(unsent.body(), StandardCharsets.UTF_8)).contains("has since been edited");

    unsent.unsent().run();

    assertThat(text(after(first, "Read", "toolu_4"))).contains("has since been edited");
    assertThat(text(after(first, "Read", "toolu_5"))).doesNotContain("edited");
  }
}
