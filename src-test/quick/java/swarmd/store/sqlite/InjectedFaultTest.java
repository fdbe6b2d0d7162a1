package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.Answers;
import swarmd.swarm.Claim;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRules;
import swarmd.swarm.TaskToAdd;
import swarmd.swarm.TestSwarm;

/** Whichever statement of a commit fails, only the request that it belongs to fails. */
class InjectedFaultTest {
  private int tokens;
  private final TaskRules rules = new TaskRules(() -> "token " + ++tokens);

  /** Steps of agents and a person, each on a task of its own. */
  private enum Step {
    ADD,
    CLAIM,
    COMPLETE,
    COMPLETE_BEFORE_ANOTHER,
    FAIL,
    RELEASE,
    CANCEL
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void a_request_fails_alone_whichever_of_its_statements_fails(int failing) {
    int statement = 1;
    Result result;
    do {
      int fault = statement++;
      result =
          run(faults -> faults.failAlways(step -> step.request() == failing && step.is(fault)));
      assertThat(result.failed)
          .as("with a fault in statement %d", fault)
          .isEqualTo(result.faulty)
          .isSubsetOf(failing);
    } while (result.faults > 0);
    assertThat(statement).isGreaterThan(3);
  }

  @Test
  void a_fault_that_does_not_come_again_fails_no_request() {
    int statement = 1;
    Result result;
    do {
      int fault = statement++;
      result = run(faults -> faults.failOnce(fault));
      assertThat(result.failed).as("with a fault in statement %d", fault).isEmpty();
    } while (result.faults > 0);
    assertThat(statement).isGreaterThan(10);
  }

  /**
   * @param failed the requests that were answered with a failure
   * @param faulty the requests of which a statement has failed when they ran last
   * @param faults how many statements have failed
   */
  private record Result(Set<Integer> failed, Set<Integer> faulty, int faults) {}

  /** Runs one request of each step in one commit, and checks what is stored then. */
  private Result run(Consumer<FaultyConnections> injecting) {
    FaultyConnections faults = new FaultyConnections();
    SqliteFile file = new SqliteFile();
    try (SqliteStore store =
        SqliteStore.open(
            new SqliteDatabase(file.path(), faults::connection), Optional.empty(), 0)) {
      List<TaskEvent> heard = Collections.synchronizedList(new ArrayList<>());
      store.onCommit(TaskEvent.class, heard::addAll);
      Map<Step, Task> tasks = prepare(store);
      List<CompletableFuture<?>> answers = new ArrayList<>();
      CompletableFuture<Void> gate = keepBusy(store);
      for (Step step : Step.values()) {
        int request = answers.size();
        answers.add(
            store.write(
                transaction -> {
                  faults.begin(request);
                  return take(step, tasks.get(step), transaction.get(TaskRepository.class));
                }));
      }
      injecting.accept(faults);
      gate.complete(null);
      Set<Integer> failed = new HashSet<>();
      for (int request = 0; request < answers.size(); request++) {
        if (Answers.await(answers.get(request).handle((value, failure) -> failure != null))) {
          failed.add(request);
        }
      }
      faults.end();
      Answers.await(store.write(transaction -> true));
      check(store, file, heard);
      return new Result(failed, faults.faulty(), faults.count());
    } finally {
      file.close();
    }
  }

  /** A task for each step, in a swarm of its own, held where the step needs it. */
  private Map<Step, Task> prepare(Store store) {
    Map<Step, Task> tasks = new HashMap<>();
    for (Step step : Step.values()) {
      boolean held = step != Step.ADD && step != Step.CLAIM;
      tasks.put(
          step,
          Answers.await(
              store.write(
                  in(
                      all -> {
                        Task added = add(all, task("task").in(swarmOf(step)));
                        return held ? claim(all, swarmOf(step)) : added;
                      }))));
    }
    Task before = tasks.get(Step.COMPLETE_BEFORE_ANOTHER);
    Answers.await(store.write(in(all -> add(all, task("after").in("elsewhere").after(before)))));
    return tasks;
  }

  private static <T> Function<Transaction, T> in(Function<TaskRepository, T> work) {
    return transaction -> work.apply(transaction.get(TaskRepository.class));
  }

  private static String swarmOf(Step step) {
    return "of " + step;
  }

  private Task add(TaskRepository tasks, TaskToAdd added) {
    return Answers.value(
            rules.add(tasks, TestSwarm.PROJECT, List.of(added.build()), Optional.empty(), 1))
        .get(0);
  }

  private Task claim(TaskRepository tasks, String swarm) {
    ClaimRequest request = Claim.by("agent").inSwarm(swarm).build();
    return Answers.value(rules.claim(tasks, request, 1)).tasks().get(0);
  }

  private Object take(Step step, Task task, TaskRepository tasks) {
    String token = task.lease().map(Lease::token).orElse("");
    Optional<String> text = Optional.of("text");
    return switch (step) {
      case ADD -> add(tasks, task("another").in(swarmOf(step)));
      case CLAIM -> claim(tasks, swarmOf(step));
      case COMPLETE, COMPLETE_BEFORE_ANOTHER ->
          Answers.value(rules.complete(tasks, task.id(), token, text, Optional.empty(), 1));
      case FAIL -> Answers.value(rules.fail(tasks, task.id(), token, text, 1));
      case RELEASE -> Answers.value(rules.release(tasks, task.id(), token, text, 1));
      case CANCEL -> Answers.value(rules.cancel(tasks, task.id(), TestSwarm.PERSON, 1));
    };
  }

  /** Requests that come until the gate is open share a commit. */
  private static CompletableFuture<Void> keepBusy(Store store) {
    CompletableFuture<Void> busy = new CompletableFuture<>();
    CompletableFuture<Void> gate = new CompletableFuture<>();
    store.write(
        transaction -> {
          busy.complete(null);
          return gate.join();
        });
    Answers.await(busy);
    return gate;
  }

  /** All stored rows fit together, and listeners have received exactly those events, in order. */
  private static void check(Store store, SqliteFile file, List<TaskEvent> heard) {
    List<TaskEvent> stored =
        Answers.await(
            store.read(
                snapshot ->
                    snapshot.get(TaskQueries.class).eventsAfter(0, Optional.empty(), 1_000)));
    assertThat(heard).isEqualTo(stored);
    assertThat(stored).extracting(TaskEvent::id).isSorted().doesNotHaveDuplicates();
    assertThat(rows(file, COUNTED)).isEqualTo(rows(file, COUNTS));
    assertThat(rows(file, HELD)).isEqualTo(rows(file, CLAIMED_LAST));
    assertThat(rows(file, WRONG_DEPENDENCIES)).isEmpty();
  }

  private static final String COUNTS =
      """
      SELECT swarm_id, number, pending, claimed, done, failed, cancelled FROM wave ORDER BY 1, 2
      """;

  private static final String COUNTED =
      """
      SELECT swarm_id, wave, sum(status = 'pending'), sum(status = 'claimed'),
        sum(status = 'done'), sum(status = 'failed'), sum(status = 'cancelled')
      FROM task GROUP BY 1, 2 ORDER BY 1, 2
      """;

  private static final String HELD =
      "SELECT id, fence FROM task WHERE status = 'claimed' ORDER BY id";

  /** Of the tasks whose history says that they are held. */
  private static final String CLAIMED_LAST =
      """
      SELECT task_id, id FROM event e WHERE kind = 'claimed' AND NOT EXISTS (
        SELECT 1 FROM event later WHERE later.task_id = e.task_id AND later.id > e.id)
      ORDER BY task_id
      """;

  private static final String WRONG_DEPENDENCIES =
      """
      SELECT id FROM task t WHERE open_deps <> (
        SELECT count(*) FROM dependency d JOIN task o ON o.id = d.depends_on
        WHERE d.task_id = t.id AND o.status NOT IN ('done', 'cancelled'))
      """;

  private static List<List<Long>> rows(SqliteFile file, String query) {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<List<Long>> list = new ArrayList<>();
      while (rows.next()) {
        List<Long> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getLong(i));
        }
        list.add(row);
      }
      return list;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
