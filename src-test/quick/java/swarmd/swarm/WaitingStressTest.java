package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.sqlite.SqliteFile;

/** Many claims wait while many tasks appear. The clock stands still, so each must be woken. */
class WaitingStressTest {
  private static final int THREADS = 8;
  private static final int EACH = 150;

  private final TestSwarm swarm = new TestSwarm(new SqliteFile());
  private final ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS);

  @AfterEach
  void close() {
    threads.shutdownNow();
    swarm.close();
  }

  private Claimed claim(int agent) {
    Claim claim = Claim.by("agent" + agent).waiting(Duration.ofSeconds(60));
    return Answers.value(Answers.await(swarm.tasks().claim(claim.build())));
  }

  @Test
  void no_task_and_no_waiting_claim_is_missed() throws Exception {
    List<Future<List<Long>>> agents = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int agent = i;
      agents.add(
          threads.submit(
              () -> {
                List<Long> got = new ArrayList<>();
                for (int n = 0; n < EACH; n++) {
                  got.add(claim(agent).tasks().get(0).id());
                }
                return got;
              }));
      threads.submit(
          () -> {
            for (int n = 0; n < EACH; n++) {
              swarm.add(task("t"));
            }
          });
    }

    Set<Long> claimed = new HashSet<>();
    for (Future<List<Long>> agent : agents) {
      claimed.addAll(agent.get());
    }
    assertThat(claimed).hasSize(THREADS * EACH);
  }

  @Test
  void one_task_passes_through_many_claims_without_a_pause() throws Exception {
    swarm.add(task("ball").attempts(1));
    List<Future<?>> players = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int agent = i;
      players.add(
          threads.submit(
              () -> {
                for (int n = 0; n < EACH / 3; n++) {
                  Answers.value(swarm.release(claim(agent).tasks().get(0)));
                }
              }));
    }
    for (Future<?> player : players) {
      player.get();
    }

    assertThat(swarm.list().get(0).status()).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm.list().get(0).attempts()).isZero();
  }

  @Test
  void claims_that_are_withdrawn_at_any_moment_lose_no_task() {
    List<CompletableFuture<?>> withdrawn = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      withdrawn.add(swarm.tasks().claim(Claim.by("gone").waiting(Duration.ofSeconds(60)).build()));
      swarm.tasks().add(TestSwarm.PROJECT, List.of(task("t" + i).build()));
      withdrawn.get(i / 2).cancel(false);
    }
    withdrawn.forEach(claim -> claim.cancel(false));
    swarm.settle();

    long kept = withdrawn.stream().filter(claim -> !claim.isCancelled()).count();
    assertThat(swarm.list()).hasSize(300);
    assertThat(swarm.list().stream().filter(task -> task.status() == TaskStatus.CLAIMED))
        .hasSize((int) kept);
  }
}
