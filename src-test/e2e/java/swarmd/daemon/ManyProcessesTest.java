package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.History;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;
import swarmd.testing.WorkerProcess;

final class ManyProcessesTest {
  private static final int PROCESSES = 16;
  private static final int TASKS = 2_000;

  @Test
  void sixteen_processes_do_two_thousand_tasks_each_exactly_once() {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      List<Process> workers =
          IntStream.range(0, PROCESSES)
              .mapToObj(i -> WorkerProcess.start(daemon, "worker " + i))
              .toList();
      eventually().until(() -> api.connections() > PROCESSES);

      api.add(IntStream.range(0, TASKS).mapToObj(i -> "task " + i).toArray(String[]::new));

      List<Long> completed =
          workers.stream()
              .flatMap(worker -> worker.inputReader().lines())
              .map(Long::valueOf)
              .toList();
      assertThat(workers).allSatisfy(worker -> assertThat(Programs.await(worker)).isZero());
      assertThat(completed)
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, TASKS).boxed().toList());
      History history = History.read(daemon);
      assertThat(history.tasks()).hasSize(TASKS);
      assertThat(history.tasks())
          .allSatisfy(
              task ->
                  assertThat(history.kinds(task))
                      .containsExactly("created", "claimed", "completed"));
      history.assertNoTaskEverHadTwoHolders();
    }
  }

  @Test
  void an_expired_task_goes_to_another_agent_and_the_first_loses_its_lease() {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api first = daemon.api();
        Api second = daemon.api()) {
      long id = first.add("sweep").get(0);
      Held lost = first.claim(first.body().put("agent", "first").put("lease_ms", 1_000));

      Held won = second.claim(second.body().put("agent", "second").put("wait_ms", 30_000));

      assertThat(won.id()).isEqualTo(id);
      assertThat(won.fence()).isGreaterThan(lost.fence());
      assertThat(first.refusal(lost.path("complete"), lost.proof())).isEqualTo("409 lease_lost");
      assertThat(first.refusal(lost.path("renew"), lost.proof())).isEqualTo("409 lease_lost");
      JsonNode done = second.complete(won);
      assertThat(done.get("attempts").asInt()).isEqualTo(2);
      assertThat(second.history(id))
          .containsExactly("created", "claimed", "expired", "claimed", "completed");
    }
  }
}
