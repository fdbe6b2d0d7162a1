package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.files.LaneThreads;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;

/** A project whose files do not respond. Opening a named pipe blocks like a dead network mount. */
class DeadMountTest extends InProcessTest {
  private Path dead;
  private Path pipe;

  @BeforeEach
  void makeDeadProject() throws IOException, InterruptedException {
    dead = Files.createDirectory(daemon.userHome().resolve("dead"));
    pipe = dead.resolve(".git");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
  }

  @AfterEach
  void letGo() throws IOException {
    Files.deleteIfExists(pipe.resolveSibling("moved"));
    if (Files.exists(pipe)) {
      FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE).close();
    }
  }

  private CompletableFuture<String> startInDeadProject(int number) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (UnixHttp http = daemon.connect()) {
            return new HostSession(http, dead, "dead-" + number).start().toString();
          }
        },
        action -> new Thread(action).start());
  }

  @Test
  void other_projects_are_served_and_the_dead_one_gets_an_answer_in_the_end() {
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      waiting.add(startInDeadProject(i));
    }
    eventually().until(() -> daemon.time().isDueIn(LaneThreads.UNRESPONSIVE));

    HostSession session = new HostSession(api.http(), daemon.project(), "alive");
    session.start();
    session.useTool();
    api.add("sweep");
    assertThat(api.claim("ann").id()).isPositive();
    ok(swarm.run("mode", "start", "ralph", "--session", "alive"));
    assertThat(session.held()).contains("ralph");

    eventually()
        .until(
            () -> {
              daemon.time().advance(LaneThreads.UNRESPONSIVE);
              return waiting.stream().allMatch(CompletableFuture::isDone);
            });
  }

  @Test
  void the_daemon_stops_although_a_project_does_not_respond() {
    CompletableFuture<String> waiting = startInDeadProject(1);
    eventually().until(() -> daemon.time().isDueIn(LaneThreads.UNRESPONSIVE));
    daemon.time().advance(LaneThreads.UNRESPONSIVE);
    eventually().until(waiting::isDone);

    daemon.restart();

    try (Api after = daemon.api()) {
      assertThat(after.add("sweep")).hasSize(1);
    }
  }
}
