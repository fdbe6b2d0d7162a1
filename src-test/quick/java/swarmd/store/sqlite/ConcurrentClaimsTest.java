package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.swarm.Claim;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRules;
import swarmd.swarm.TaskToAdd;
import swarmd.swarm.Tasks;
import swarmd.swarm.TestSwarm;

/** However many agents claim at once, each task goes to one of them. */
class ConcurrentClaimsTest {
  private static final int AGENTS = 8;
  private static final int TASKS = 1_000;

  private final SqliteFile file = new SqliteFile();
  private final TestSwarm swarm = new TestSwarm(file);
  private final ExecutorService threads = Executors.newFixedThreadPool(AGENTS);

  @AfterEach
  void close() {
    threads.shutdownNow();
    swarm.close();
  }

  @Test
  void eight_agents_never_share_a_task_and_leave_none() throws Exception {
    addTasks();

    assertEachTaskOnce(claimAll(List.of(swarm.tasks())));
  }

  @Test
  void agents_of_two_processes_never_share_a_task_and_leave_none() throws Exception {
    addTasks();
    Tasks secondProcess = new Tasks(file.open(), new TaskRules(() -> "token"), swarm.time());

    assertEachTaskOnce(claimAll(List.of(swarm.tasks(), secondProcess)));
  }

  private void addTasks() {
    swarm.addAll(
        IntStream.range(0, TASKS).mapToObj(i -> TaskToAdd.task("t" + i)).toArray(TaskToAdd[]::new));
  }

  private List<Task> claimAll(List<Tasks> processes) throws Exception {
    List<Callable<List<Task>>> agents = new ArrayList<>();
    for (int i = 0; i < AGENTS; i++) {
      Tasks tasks = processes.get(i % processes.size());
      Claim claim = Claim.by("agent" + i).upTo(1 + i % 3);
      agents.add(() -> claimUntilNothingIsLeft(tasks, claim));
    }
    List<Task> claimed = new ArrayList<>();
    for (Future<List<Task>> agent : threads.invokeAll(agents)) {
      claimed.addAll(agent.get());
    }
    return claimed;
  }

  private static List<Task> claimUntilNothingIsLeft(Tasks tasks, Claim claim) {
    List<Task> all = new ArrayList<>();
    while (true) {
      List<Task> claimed = Answers.value(Answers.await(tasks.claim(claim.build()))).tasks();
      if (claimed.isEmpty()) {
        return all;
      }
      all.addAll(claimed);
    }
  }

  private void assertEachTaskOnce(List<Task> claimed) {
    assertThat(claimed).hasSize(TASKS).extracting(Task::id).doesNotHaveDuplicates();
    assertThat(claimed)
        .extracting(task -> task.lease().orElseThrow().fence())
        .doesNotHaveDuplicates();
    assertThat(swarm.list()).allMatch(task -> task.agent().isPresent() && task.attempts() == 1);
  }
}
