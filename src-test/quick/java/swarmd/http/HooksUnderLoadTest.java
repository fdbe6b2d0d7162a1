package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.builtin.sessions.LeaseRenewal;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookLimits;
import swarmd.hooks.HookRecorder;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookService;
import swarmd.hooks.HookTable;
import swarmd.hooks.LastToolError;
import swarmd.hosts.Hosts;
import swarmd.json.Json;
import swarmd.sessions.CallTickets;
import swarmd.sessions.Callers;
import swarmd.sessions.HookOrigins;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.ProcessTable;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.store.RetriedWrites;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskRules;
import swarmd.testing.SettableTime;

/** An overloaded daemon still gives hooks an answer that hosts understand. */
class HooksUnderLoadTest {
  private static final Executor FULL =
      action -> {
        throw new RejectedExecutionException("full");
      };

  private final SqliteFile file = new SqliteFile();
  private final SettableTime time = new SettableTime();

  @AfterEach
  void close() {
    file.close();
  }

  private EmbeddedChannel channel() {
    SqliteStore store = file.open();
    ProjectCache projects = new ProjectCache(folder -> FULL, time);
    HookService hooks =
        new HookService(
            new HookTable(List.of(new HookTable.Row(HookType.SESSION_START, new Talkative()))),
            new HookRecorder(
                new RetriedWrites(store, time),
                new LeaseRenewal(SessionLeases.local(new TaskRules(() -> "token"))),
                new LivingSessions(),
                100),
            new LastToolError(folder -> Runnable::run, time),
            new HookLimits(HookLimits.USUAL_WAIT),
            (event, record) -> {},
            time);
    HookRoutes routes =
        new HookRoutes(
            new Hosts(HostCatalogue.STANDARD, text -> "/somewhere"),
            new Sessions(
                store,
                new RetriedWrites(store, time),
                projects,
                ProcessTable.ofSystem(),
                FULL,
                time),
            new HookOrigins(
                new Callers(
                    store,
                    ProcessTable.ofSystem(),
                    new CallTickets(() -> "ticket"),
                    HostCatalogue.STANDARD,
                    Callers.Scripts.REFUSE,
                    FULL),
                ProcessTable.ofSystem(),
                HostCatalogue.STANDARD,
                FULL),
            hooks,
            projects,
            project -> CompletableFuture.completedFuture(Json.object().arrayNode()),
            FULL,
            time);
    return new EmbeddedChannel(new Connection(new Router(routes.routes()), FULL, new InFlight()));
  }

  private String answerTo(String event, String more) {
    String body = "{\"hook_event_name\":\"%s\",\"session_id\":\"s1\"%s}".formatted(event, more);
    FullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1,
            HttpMethod.POST,
            "/v1/hooks",
            Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
    EmbeddedChannel channel = channel();
    channel.writeInbound(request);
    FullHttpResponse answer =
        await()
            .until(
                () -> {
                  channel.runPendingTasks();
                  return channel.readOutbound();
                },
                Objects::nonNull);
    assertThat(answer.status().code()).isEqualTo(200);
    return answer.content().toString(StandardCharsets.UTF_8);
  }

  @Test
  void a_hook_is_answered_even_if_its_project_cannot_be_looked_up() {
    assertThat(answerTo("Notification", ",\"cwd\":\"/project\"")).startsWith("{");
  }

  @Test
  void a_large_hook_is_answered() {
    assertThat(answerTo("Notification", ",\"message\":\"%s\"".formatted("x".repeat(100_000))))
        .isEqualTo("{\"continue\":true}");
  }

  @Test
  void a_hook_is_answered_even_if_its_result_is_too_long_to_send_in_full() {
    assertThat(answerTo("SessionStart", ",\"source\":\"startup\"")).startsWith("{");
  }

  private static final class Talkative implements HookHandler {
    @Override
    public String name() {
      return "talkative";
    }

    @Override
    public String description() {
      return "for a test";
    }

    @Override
    public CompletionStage<HookResult> handle(HookEvent event) {
      return CompletableFuture.completedFuture(HookResult.context("x".repeat(50_000)));
    }
  }
}
