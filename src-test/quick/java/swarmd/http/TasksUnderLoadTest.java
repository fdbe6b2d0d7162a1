package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.HostCatalogue;
import swarmd.git.Git;
import swarmd.sessions.CallTickets;
import swarmd.sessions.Callers;
import swarmd.sessions.ProcessTable;
import swarmd.sessions.ProjectCache;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.swarm.Completions;
import swarmd.swarm.FakeChecker;
import swarmd.swarm.TestSwarm;
import swarmd.worktrees.Places;
import swarmd.worktrees.Worktrees;

/** An overloaded daemon reports correctly whether tasks were stored. */
class TasksUnderLoadTest {
  private final TestSwarm swarm = new TestSwarm(new SqliteFile());

  @AfterEach
  void close() {
    swarm.close();
  }

  @Test
  void tasks_that_are_stored_are_not_reported_as_refused() {
    TaskRoutes routes =
        new TaskRoutes(
            swarm.tasks(),
            new Completions(swarm.tasks(), swarm.store(), new FakeChecker(), swarm.time()),
            new Worktrees(
                swarm.tasks(),
                swarm.store(),
                new Places("../REPO-worktrees"),
                new Git(Path.of("/nowhere"), swarm.time()),
                swarm.time()),
            new Callers(
                swarm.store(),
                ProcessTable.ofSystem(),
                new CallTickets(() -> "ticket"),
                HostCatalogue.STANDARD,
                Callers.Scripts.REFUSE,
                Runnable::run),
            new ProjectCache(folder -> Runnable::run, swarm.time()),
            Duration.ofMinutes(5),
            writing -> {
              throw new RejectedExecutionException("full");
            });
    Request request =
        new Request(
            HttpMethod.POST,
            "/v1/tasks",
            Map.of(),
            Map.of(),
            new DefaultHttpHeaders(),
            "{\"project\":\"/p\",\"title\":\"t\"}".getBytes(StandardCharsets.UTF_8),
            new CompletableFuture<>());

    Response answer =
        Answers.await(new Router(routes.routes()).route(request).toCompletableFuture());

    assertThat(((Response.Whole) answer).status()).isEqualTo(201);
  }
}
