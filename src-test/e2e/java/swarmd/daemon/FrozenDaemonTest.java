package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** Holders that renew in time keep their tasks, although the daemon stands still for a while. */
final class FrozenDaemonTest {
  private static final int HOLDERS = 20;
  private static final int LEASE_MS = 2_000;

  private final AtomicBoolean over = new AtomicBoolean();
  private final Map<Long, AtomicInteger> renewals = new ConcurrentHashMap<>();

  @Test
  void a_daemon_that_was_stopped_and_continued_ends_no_lease_that_is_renewed() {
    ExecutorService threads = Executors.newFixedThreadPool(HOLDERS + 1);
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      api.add(IntStream.range(0, HOLDERS).mapToObj(i -> "t" + i).toArray(String[]::new));
      List<Held> held =
          IntStream.range(0, HOLDERS)
              .mapToObj(i -> api.claim(claim(api, "holder " + i).put("lease_ms", LEASE_MS)))
              .toList();
      held.forEach(
          each -> {
            renewals.put(each.id(), new AtomicInteger());
            threads.execute(() -> renew(daemon, each));
          });
      threads.execute(() -> waitForWork(daemon));
      awaitRenewals(2);

      for (int freeze = 0; freeze < 2; freeze++) {
        stopAndContinue(daemon.pid(), 2 * LEASE_MS / 1_000 + freeze);
        renewals.values().forEach(count -> count.set(0));
        awaitRenewals(3);
      }

      assertThat(held)
          .allSatisfy(each -> assertThat(api.history(each.id())).hasSize(2))
          .allSatisfy(
              each ->
                  assertThat(api.show(each.id()).at("/task/lease/fence").asLong())
                      .isEqualTo(each.fence()));
      over.set(true);
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
  }

  private static ObjectNode claim(Api api, String agent) {
    return api.body().put("agent", agent);
  }

  /** One renewal after the other, so that one waits in the socket whenever the daemon is frozen. */
  private void renew(RunningDaemon daemon, Held held) {
    try (Api api = daemon.api()) {
      while (!over.get()) {
        if (api.http().post(held.path("renew"), held.proof().toString()).status() == 200) {
          renewals.get(held.id()).incrementAndGet();
        }
      }
    }
  }

  /** Takes at once what anybody loses. */
  private void waitForWork(RunningDaemon daemon) {
    try (Api api = daemon.api()) {
      while (!over.get()) {
        api.http().post("/v1/tasks/claim", claim(api, "eve").put("wait_ms", 500).toString());
      }
    }
  }

  private void awaitRenewals(int count) {
    eventually()
        .until(() -> renewals.values().stream().allMatch(renewed -> renewed.get() >= count));
  }

  private static void stopAndContinue(long pid, int seconds) {
    String freeze = "kill -STOP %1$d && sleep %2$d; kill -CONT %1$d".formatted(pid, seconds);
    assertThat(Programs.run(java.nio.file.Path.of("/"), Map.of(), "sh", "-c", freeze).exit())
        .isZero();
  }
}
