package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskRepository.Selection;
import swarmd.swarm.TaskStatus;

/** The queries of every claim, renewal and expiry use an index, whatever the number of tasks. */
class QueryPlanTest {
  private static final OpenSwarm SWARM =
      new OpenSwarm(new SwarmId(1, "/project", "default"), 0, ClaimLimits.NONE);
  private static final Selection ANY = new Selection(List.of(), List.of(), 1);

  private QueryPlans plans;
  private TaskRepository tasks;

  @BeforeEach
  void open() throws SQLException {
    plans = new QueryPlans();
    tasks = new SqlTaskRepository(plans.connection());
  }

  @AfterEach
  void close() throws SQLException {
    plans.close();
  }

  private List<String> plan(Consumer<TaskRepository> query) throws SQLException {
    return plans.of(() -> query.accept(tasks));
  }

  private void assertQuick(Consumer<TaskRepository> query, String index) throws SQLException {
    assertThat(plan(query))
        .anyMatch(step -> step.contains(index))
        .noneMatch(step -> step.matches("SCAN (t|c|r|task|event|d|dependency)\\b.*"))
        .noneMatch(step -> step.contains("TEMP B-TREE"));
  }

  @Test
  void the_next_claimable_tasks_come_in_the_order_of_an_index() throws SQLException {
    assertQuick(tasks -> tasks.claimable(SWARM, ANY, 1), "INDEX task_claimable");
  }

  @Test
  void reading_ahead_finds_the_next_time_of_a_task_in_an_index() throws SQLException {
    assertQuick(
        tasks -> {
          tasks.claimable(SWARM, ANY, 1);
          tasks.claimable(SWARM, ANY, 1); // only from the second time on
        },
        "INDEX task_later (swarm_id=? AND not_before>?)");
  }

  @Test
  void the_next_claimable_tasks_with_files_come_in_the_order_of_an_index() throws SQLException {
    assertQuick(tasks -> tasks.claimableWithFiles(SWARM, ANY, 1), "INDEX task_claimable");
  }

  @Test
  void expired_leases_are_found_by_their_deadline() throws SQLException {
    assertQuick(tasks -> tasks.expiredAt(1, 500), "INDEX task_lease");
  }

  @Test
  void the_next_deadline_is_the_first_of_an_index() throws SQLException {
    assertThat(plan(TaskRepository::nextExpiry))
        .hasSize(1)
        .allMatch(step -> step.matches("SEARCH task USING (COVERING )?INDEX task_lease.*"));
  }

  @Test
  void tasks_held_by_an_agent_are_found_among_those_that_are_held() throws SQLException {
    assertThat(plan(tasks -> tasks.heldBy("/project", "ann")))
        .anyMatch(step -> step.contains("INDEX task_lease (expires_at>?)"))
        .noneMatch(step -> step.startsWith("SCAN"));
  }

  @Test
  void tasks_held_in_a_session_are_found_in_an_index_alone() throws SQLException {
    assertThat(plan(tasks -> tasks.heldInSession("/project", "s1")))
        .containsExactly("SEARCH task USING COVERING INDEX task_in_session (session=?)");
  }

  @Test
  void readers_find_tasks_held_in_a_session_by_the_session() throws SQLException {
    SqlTaskQueries queries = new SqlTaskQueries(plans.connection());

    assertThat(plans.of(() -> queries.heldInSession("/project", "s1")))
        .anyMatch(step -> step.contains("INDEX task_in_session (session=?)"))
        .noneMatch(step -> step.startsWith("SCAN"));
  }

  @Test
  void owners_of_files_are_searched_among_the_claimed_tasks_only() throws SQLException {
    assertThat(plan(tasks -> tasks.claimedWithFiles("/project")))
        .containsExactly(
            "SEARCH t USING INDEX task_lease (expires_at>?)",
            "SEARCH s USING INTEGER PRIMARY KEY (rowid=?)");
  }

  @Test
  void a_step_is_found_in_the_history_of_its_task() throws SQLException {
    assertThat(plan(tasks -> tasks.stepTaken(1, "token", TaskEvent.Kind.COMPLETED)))
        .anyMatch(step -> step.contains("INDEX event_by_task (task_id=?)"))
        .noneMatch(step -> step.startsWith("SCAN event"));
  }

  @Test
  void a_repeated_claim_is_found_by_its_request() throws SQLException {
    assertQuick(
        tasks -> tasks.claimedBefore("/project", "ann", Optional.empty(), "r1"),
        "INDEX event_by_request");
  }

  @Test
  void the_swarms_of_a_project_are_found_by_the_project() throws SQLException {
    assertThat(plan(tasks -> tasks.openSwarms("/project", Optional.empty())))
        .allMatch(step -> step.startsWith("SEARCH swarm USING INDEX"));
  }

  @Test
  void the_progress_of_a_swarm_is_known_without_counting_its_tasks() throws SQLException {
    Consumer<TaskRepository> progress =
        tasks -> {
          tasks.countNew(tasks.swarm("/project", "default"), 0);
          tasks.progress(SWARM.id());
        };
    assertQuick(progress, "INDEX task_claimable");
  }

  @Test
  void the_history_of_a_task_is_read_in_the_order_of_an_index() throws SQLException {
    assertQuick(tasks -> tasks.history(1), "INDEX event_by_task");
  }

  @Test
  void events_after_an_id_are_read_by_their_id() throws SQLException {
    assertQuick(
        tasks -> tasks.eventsAfter(1, Optional.empty(), 500), "USING INTEGER PRIMARY KEY (rowid>?");
  }

  @Test
  void the_events_of_a_project_are_read_in_order_from_the_blocks_that_have_some()
      throws SQLException {
    assertQuick(
        tasks -> tasks.latestEvents(Optional.of("/project"), Long.MAX_VALUE, 100),
        "SEARCH e USING INTEGER PRIMARY KEY");
  }

  @Test
  void claimed_tasks_are_found_without_those_that_are_not() throws SQLException {
    assertThat(plan(tasks -> tasks.claimed(Optional.empty(), 10)))
        .anyMatch(step -> step.contains("USING INDEX task_"))
        .doesNotContain("SCAN t");
  }

  @Test
  void work_that_has_not_landed_is_found_without_what_has() throws SQLException {
    assertThat(plan(tasks -> tasks.unlanded("/project")))
        .anyMatch(step -> step.contains("INDEX task_unlanded"))
        .doesNotContain("SCAN t");
  }

  @Test
  void a_page_of_a_project_is_read_in_the_order_of_an_index() throws SQLException {
    tasks.countNew(tasks.swarm("/project", "default"), 0);

    assertFirstOfEachSwarm(of(Optional.empty()), "COVERING INDEX task_by_swarm");
  }

  @Test
  void what_has_failed_is_found_without_what_is_done() throws SQLException {
    tasks.countNew(tasks.swarm("/project", "default"), 0);

    assertThat(plan(tasks -> tasks.list(of(Optional.of(TaskStatus.FAILED)))))
        .anyMatch(step -> step.contains("COVERING INDEX task_dropped (swarm_id=? AND status=?"));
  }

  @Test
  void tasks_with_a_tag_are_found_among_those_that_have_any() throws SQLException {
    tasks.countNew(tasks.swarm("/project", "default"), 0);
    TaskFilter tagged =
        new TaskFilter(
            Optional.of("/project"),
            Optional.empty(),
            Set.of(),
            Optional.empty(),
            List.of("docs"),
            Optional.empty(),
            Optional.empty(),
            Order.ID,
            false,
            0,
            100);

    assertFirstOfEachSwarm(tagged, "COVERING INDEX task_tagged");
  }

  @Test
  void a_sorted_page_is_read_in_the_order_of_an_index() throws SQLException {
    finishOneOfMany();

    assertFirstOfEachSwarm(by(Order.PRIORITY), "COVERING INDEX task_by_priority");
    assertFirstOfEachSwarm(by(Order.WAVE), "COVERING INDEX task_by_wave");
    assertFirstOfEachSwarm(by(Order.AGENT), "INDEX task_by_agent");
    assertFirstOfEachSwarm(by(Order.FINISHED), "COVERING INDEX task_finished");
    assertThat(plan(tasks -> tasks.list(by(Order.TITLE))))
        .contains("SEARCH t USING INDEX task_by_title (swarm_id=?)")
        .contains("USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY");
    assertThat(plan(tasks -> tasks.list(by(Order.STATUS))))
        .contains("SEARCH t USING INDEX task_by_swarm (swarm_id=? AND id>?)");
  }

  @Test
  void the_tasks_of_an_agent_are_found_without_those_of_others() throws SQLException {
    TaskFilter ofAgent =
        new TaskFilter(
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Optional.of("ann"),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Order.ID,
            false,
            0,
            100);

    assertFirstOfEachSwarm(ofAgent, "INDEX task_by_agent (swarm_id=? AND agent=?");
  }

  @Test
  void waiting_tasks_are_counted_without_those_that_are_done() throws SQLException {
    assertThat(plan(tasks -> tasks.summaries(Optional.empty())))
        .anyMatch(step -> step.contains("INDEX task_waiting"));
  }

  /** Whichever the order within the swarms, the first of all of them are sorted in the end. */
  private void assertFirstOfEachSwarm(TaskFilter filter, String index) throws SQLException {
    assertThat(plan(tasks -> tasks.list(filter)))
        .anyMatch(step -> step.startsWith("SEARCH t USING " + index))
        .noneMatch(step -> step.matches("SCAN t\\b.*"))
        .filteredOn(step -> step.contains("TEMP B-TREE"))
        .allMatch(step -> step.equals("USE TEMP B-TREE FOR ORDER BY"));
  }

  /** So that open tasks are few. */
  private void finishOneOfMany() {
    tasks.countNew(tasks.swarm("/project", "default"), 0);
    plans.connection().sql().execute("UPDATE wave SET done = 100, pending = 0");
  }

  private static TaskFilter by(Order order) {
    return new TaskFilter(
        Optional.of("/project"),
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        order,
        false,
        0,
        100);
  }

  private static TaskFilter of(Optional<TaskStatus> status) {
    return TaskFilter.of(Optional.of("/project"), Optional.empty(), status, 0, 100);
  }
}
