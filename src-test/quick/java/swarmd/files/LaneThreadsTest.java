package swarmd.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.testing.Eventually.eventually;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

class LaneThreadsTest {
  private final SettableTime time = new SettableTime();
  private final LaneThreads lanes = new LaneThreads(time);
  private final CountDownLatch back = new CountDownLatch(1);

  @AfterEach
  void close() {
    back.countDown();
    lanes.close();
  }

  private void await() {
    try {
      back.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void block(String folder) {
    for (int i = 0; i < LaneThreads.THREADS_PER_LANE; i++) {
      lanes.of(folder).execute(this::await);
    }
  }

  private CompletableFuture<Integer> read(String folder) {
    return CompletableFuture.supplyAsync(() -> 1, lanes.of(folder));
  }

  @Test
  void a_folder_that_does_not_respond_holds_up_no_other() {
    for (int i = 0; i < 50; i++) {
      block("/dead" + i);
    }

    assertThat(Answers.await(read("/alive"))).isEqualTo(1);
  }

  @Test
  void work_waits_for_a_busy_folder_and_is_rejected_once_it_does_not_respond() {
    block("/slow");
    CompletableFuture<Integer> waiting = read("/slow");
    time.advance(LaneThreads.UNRESPONSIVE.minusMillis(1));
    CompletableFuture<Integer> second = read("/slow");
    time.advance(Duration.ofMillis(1));
    CompletableFuture<Integer> third = read("/slow");
    time.advance(LaneThreads.GRACE);

    assertThatThrownBy(() -> read("/slow"))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("/slow do not respond");
    assertThat(waiting).isNotDone();

    back.countDown();
    assertThat(Answers.await(waiting)).isEqualTo(1);
    assertThat(Answers.await(second)).isEqualTo(1);
    assertThat(Answers.await(third)).isEqualTo(1);
    assertThat(Answers.await(read("/slow"))).isEqualTo(1);
  }

  @Test
  void threads_that_stood_still_with_the_whole_process_do_not_make_a_folder_unresponsive() {
    block("/busy");
    time.freeze(Duration.ofMinutes(1));
    CompletableFuture<Integer> waiting = read("/busy");

    back.countDown();

    assertThat(Answers.await(waiting)).isEqualTo(1);
  }

  @Test
  void too_much_waiting_work_is_rejected() {
    block("/slow");
    for (int i = 0; i < LaneThreads.MAX_WAITING; i++) {
      lanes.of("/slow").execute(() -> {});
    }

    assertThatThrownBy(() -> read("/slow")).isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void failed_work_does_not_end_its_lane_and_an_idle_lane_is_forgotten() {
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 1_000; i++) {
      lanes
          .of("/p" + i % 7)
          .execute(
              () -> {
                done.incrementAndGet();
                throw new IllegalStateException("expected by the test");
              });
    }

    eventually().until(() -> done.get() == 1_000 && lanes.lanes() == 0);
  }

  @Test
  void the_folders_of_a_network_mount_are_found_in_the_system_s_table() {
    String table =
        """
        22 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw
        90 22 0:51 / /mnt/team rw shared:9 - nfs4 server:/team rw,vers=4.2
        91 90 0:52 / /mnt/team/my\\040files rw shared:9 - fuse.sshfs ada@host: rw
        92 22 0:53 / /tmp rw - tmpfs tmpfs rw
        """;

    assertThat(NetworkMounts.in(table)).containsExactly("/mnt/team/my files", "/mnt/team");
  }
}
