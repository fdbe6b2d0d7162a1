package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.sessions.SessionRepository;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

/** Which of a session's modes handles its Stop, and how many reads and writes it takes. */
class StopHandlerTest {
  private static final HookEvent STOP = Stops.event("/p", "s");

  private final SqliteFile file = new SqliteFile();
  private final CountingStore store = new CountingStore(file.open());
  private final SettableTime time = new SettableTime();
  private final Modes modes = new Modes(store, time);
  private final StopHandler stops =
      new StopHandler(
          store, modes, (project, prd) -> Optional.empty(), folder -> Runnable::run, time);

  @AfterEach
  void close() {
    file.close();
  }

  private static final class CountingStore implements Store {
    private final Store store;
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    CountingStore(Store store) {
      this.store = store;
    }

    @Override
    public <T> CompletableFuture<T> write(Function<Transaction, T> work) {
      writes.incrementAndGet();
      return store.write(work);
    }

    @Override
    public <T> CompletableFuture<T> writeCopy(Function<Transaction, T> work) {
      writes.incrementAndGet();
      return store.writeCopy(work);
    }

    @Override
    public void writeBehind(Consumer<Transaction> work) {
      writes.incrementAndGet();
      store.writeBehind(work);
    }

    @Override
    public <T> CompletableFuture<T> writeLater(Function<Transaction, T> work) {
      writes.incrementAndGet();
      return store.writeLater(work);
    }

    @Override
    public <T> CompletableFuture<T> read(Function<Snapshot, T> query) {
      reads.incrementAndGet();
      return store.read(query);
    }

    @Override
    public <E> void onCommit(Class<E> type, Consumer<List<E>> listener) {
      store.onCommit(type, listener);
    }
  }

  private void start(Mode mode, Map<String, ?> fields) {
    Answers.value(Answers.await(modes.start("/p", "s", mode, fields)));
  }

  private void openTodos(int count) {
    Answers.await(
        store.write(
            transaction -> {
              SessionRepository sessions = transaction.get(SessionRepository.class);
              sessions.seen("/p", "s", "claude", time.millis());
              sessions.setOpenTodos("/p", "s", count);
              return true;
            }));
  }

  private static HookResult answer(StopHandler handler, HookEvent event) {
    return Answers.await(handler.handle(event).toCompletableFuture());
  }

  /** The answer; checks that it took this many reads and writes. */
  private HookResult answer(HookEvent event, int reads, int writes) {
    store.reads.set(0);
    store.writes.set(0);
    HookResult answer = answer(stops, event);
    assertThat(store.reads).hasValue(reads);
    assertThat(store.writes).hasValue(writes);
    return answer;
  }

  private Set<Mode> active() {
    Set<Mode> active = EnumSet.noneOf(Mode.class);
    Answers.await(modes.list(Optional.of("/p"), Optional.of("s")))
        .forEach(mode -> active.add(mode.mode()));
    return active;
  }

  @Test
  void a_stop_without_a_mode_or_open_work_is_one_read_and_no_write() {
    assertThat(answer(STOP, 1, 0)).isEqualTo(HookResult.NOTHING);
  }

  private static final Map<String, Object> VERIFIED =
      Map.of("verified", true, "approval", Map.of("by", "the person", "at", 1));

  @Test
  void a_mode_that_is_over_ends_and_the_next_is_checked_in_the_same_write() {
    start(Mode.RALPH, VERIFIED);
    start(Mode.AUTOPILOT, Map.of("phase", "complete"));
    start(Mode.ULTRAWORK, Map.of());

    HookResult answer = answer(STOP, 1, 1);

    assertThat(answer.reason().orElseThrow()).startsWith("[swarmd ultrawork]");
    assertThat(answer.systemMessage().orElseThrow())
        .isEqualTo("ralph is done: the work was verified by the person.\nautopilot is complete.");
    assertThat(answer.remarks().decidedBy()).contains("ultrawork");
    assertThat(active()).containsExactly(Mode.ULTRAWORK);
  }

  @Test
  void the_reminder_comes_last_and_only_if_no_mode_holds() {
    openTodos(2);
    start(Mode.AUTOPILOT, Map.of());
    assertThat(answer(STOP, 1, 1).systemMessage()).isEmpty();

    Answers.await(modes.change("/p", "s", Mode.AUTOPILOT, Map.of("phase", "complete")));

    assertThat(answer(STOP, 1, 1))
        .isEqualTo(
            HookResult.NOTHING.withSystemMessage(
                "autopilot is complete.\nswarmd: the session stops with 2 open todos"));
  }

  @Test
  void a_bypass_wins_over_every_mode_and_writes_nothing() {
    openTodos(1);
    start(Mode.RALPH, Map.of());
    start(Mode.ULTRAWORK, Map.of());

    HookResult answer = answer(STOP.withFields(Map.of("user_requested", true)), 1, 0);

    assertThat(answer.is(Decision.ALLOW)).isTrue();
    assertThat(answer.remarks().decidedBy()).contains("ralph");
    assertThat(answer.systemMessage().orElseThrow())
        .startsWith("swarmd: ralph, ultrawork let the session stop because you asked for it.");
  }

  @Test
  void a_bypass_tells_the_person_why_once_until_the_session_is_held_again() {
    start(Mode.ULTRAWORK, Map.of());
    HookEvent busy =
        STOP.withFields(
            Map.of("background_tasks", List.of(Map.of("id", "b1", "status", "running"))));

    assertThat(answer(stops, busy).systemMessage().orElseThrow())
        .contains("a background task is still running", "still active", "goes on");
    assertThat(answer(stops, busy).systemMessage()).isEmpty();
    assertThat(answer(stops, STOP).is(Decision.DENY)).isTrue();
    assertThat(answer(stops, busy).systemMessage()).isPresent();
  }

  @Test
  void another_reason_is_told_at_once() {
    start(Mode.ULTRAWORK, Map.of());

    assertThat(answer(stops, STOP.withFields(Map.of("stop_reason", "max_tokens"))).systemMessage())
        .hasValueSatisfying(text -> assertThat(text).contains("the context is full"));
    assertThat(answer(stops, STOP.withFields(Map.of("stop_reason", "error 429"))).systemMessage())
        .hasValueSatisfying(text -> assertThat(text).contains("rate limit"));
    assertThat(answer(stops, STOP.withFields(Map.of("stop_reason", "user-abort"))).systemMessage())
        .hasValueSatisfying(text -> assertThat(text).contains("you aborted it"));
  }

  @Test
  void a_mode_that_two_hours_of_silence_have_ended_says_so_once() {
    start(Mode.RALPH, Map.of());
    time.advance(Duration.ofHours(2).plusSeconds(1));

    assertThat(answer(STOP, 1, 1))
        .isEqualTo(
            HookResult.NOTHING.withSystemMessage(
                "swarmd: ralph ended after two hours without activity; name it in a prompt to start"
                    + " it again"));
    assertThat(answer(STOP, 1, 0)).isEqualTo(HookResult.NOTHING);
    assertThat(active()).isEmpty();
  }

  @Test
  void the_last_hold_that_the_host_honours_is_announced() {
    HookEvent first = inClaude(Map.of());
    HookEvent next = inClaude(Map.of("stop_hook_active", true));
    start(Mode.ULTRAWORK, Map.of());

    assertThat(held(first)).isEmpty();
    for (int hold = 2; hold < 8; hold++) {
      assertThat(held(next)).isEmpty();
    }
    assertThat(held(next))
        .hasValueSatisfying(
            text -> assertThat(text).contains("8 holds in a row", "--max-continuations"));
    assertThat(held(next)).isEmpty();
    assertThat(held(first)).isEmpty();
  }

  private static HookEvent inClaude(Map<String, Object> fields) {
    return new HookEvent(
        HostProfiles.CLAUDE,
        "Stop",
        EventKind.STOP,
        Optional.of("s"),
        Optional.empty(),
        Optional.of("/p"),
        Optional.of("/p"),
        Set.of(),
        fields);
  }

  /** What the person reads with a hold, after a tool was used. */
  private Optional<String> held(HookEvent event) {
    Answers.await(
        store.write(
            transaction -> {
              SessionRepository sessions = transaction.get(SessionRepository.class);
              sessions.seen("/p", "s", "claude", time.millis());
              sessions.setIdleHolds("/p", "s", 0);
              return true;
            }));
    HookResult answer = answer(stops, event);
    assertThat(answer.is(Decision.DENY)).isTrue();
    return answer.systemMessage();
  }

  @Test
  void three_holds_without_a_tool_call_in_between_let_the_stop_through_once() {
    start(Mode.ULTRAWORK, Map.of());
    for (int round = 0; round < 2; round++) {
      for (int hold = 0; hold < 3; hold++) {
        assertThat(answer(stops, STOP).is(Decision.DENY)).isTrue();
      }
      HookResult fourth = answer(stops, STOP);
      assertThat(fourth.is(Decision.ALLOW)).isTrue();
      assertThat(fourth.systemMessage().orElseThrow())
          .contains("3 times in a row", "still active", "/cancel");
    }
    assertThat(active()).containsExactly(Mode.ULTRAWORK);
  }

  @Test
  void a_mode_that_is_over_by_the_fourth_idle_stop_ends() {
    start(Mode.AUTOPILOT, Map.of());
    for (int hold = 0; hold < 3; hold++) {
      assertThat(answer(stops, STOP).is(Decision.DENY)).isTrue();
    }
    Answers.await(modes.change("/p", "s", Mode.AUTOPILOT, Map.of("phase", "complete")));

    assertThat(answer(stops, STOP))
        .isEqualTo(HookResult.NOTHING.withSystemMessage("autopilot is complete."));
    assertThat(active()).isEmpty();
  }

  @Test
  void a_handler_limited_to_some_rows_leaves_the_other_modes_alone() {
    openTodos(1);
    start(Mode.RALPH, VERIFIED);
    start(Mode.ULTRAWORK, Map.of());

    assertThat(answer(stops.limitedTo(Set.of("swarm")), STOP)).isEqualTo(HookResult.NOTHING);
    assertThat(answer(stops.limitedTo(Set.of("ultrawork")), STOP).is(Decision.DENY)).isTrue();
    assertThat(answer(stops.limitedTo(Set.of("todo-continuation")), STOP))
        .isEqualTo(
            HookResult.NOTHING.withSystemMessage("swarmd: the session stops with 1 open todo"));
    assertThat(active()).containsExactly(Mode.RALPH, Mode.ULTRAWORK);
  }
}
