package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.events.EventFeed;
import swarmd.swarm.Answers;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries.TitledEvent;
import swarmd.swarm.TaskToAdd;
import swarmd.swarm.TestSwarm;

/** Followers get all events, in order, at their own speed. */
class EventFeedTest {
  private static final Optional<String> OTHER = Optional.of(TestSwarm.OTHER_PROJECT);

  private final TestSwarm swarm = new TestSwarm(new SqliteFile());
  private final EventFeed feed = new EventFeed(swarm.store());
  private final List<TaskEvent> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    swarm.close();
  }

  private CompletableFuture<Void> see(List<TaskEvent> events) {
    seen.addAll(events);
    return CompletableFuture.completedFuture(null);
  }

  private void addTasks(int count) {
    swarm.addAll(
        IntStream.range(0, count).mapToObj(i -> TaskToAdd.task("t")).toArray(TaskToAdd[]::new));
  }

  private void assertSees(List<TaskEvent> events) {
    await().untilAsserted(() -> assertThat(seen).hasSameSizeAs(events));
    assertThat(seen).isEqualTo(events);
  }

  @Test
  void all_events_come_in_order_without_gaps_under_load() {
    feed.follow(Optional.of(0L), Optional.empty(), this::see);
    List<CompletableFuture<?>> work = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      work.add(swarm.store().write(Work.add("t" + i)));
    }
    work.forEach(Answers::await);

    assertSees(swarm.events());
    assertThat(seen).hasSize(400);
  }

  @Test
  void a_follower_continues_after_the_last_event_it_saw() {
    addTasks(1_300);
    List<TaskEvent> all = swarm.events();

    feed.follow(Optional.of(all.get(9).id()), Optional.empty(), this::see);

    assertSees(all.subList(10, 1_300));
  }

  @Test
  void a_follower_that_names_no_event_gets_only_new_ones() {
    addTasks(3);
    feed.follow(Optional.empty(), Optional.empty(), this::see);
    letReadersFinish();
    addTasks(2);

    assertSees(swarm.events().subList(3, 5));
  }

  @Test
  void a_follower_of_a_project_gets_only_its_events() {
    addTasks(2);
    addToOther("theirs");
    addTasks(1);

    feed.follow(Optional.of(0L), Optional.of(TestSwarm.OTHER_PROJECT), this::see);

    assertSees(swarm.events().subList(2, 3));
  }

  @Test
  void the_events_of_a_project_are_found_among_thousands_of_others() {
    addToOther("first");
    addTasks(2_500);
    addToOther("last");
    List<TaskEvent> all = swarm.events();
    List<TaskEvent> theirs = List.of(all.get(0), all.get(2_501));

    assertThat(after(0)).isEqualTo(theirs);
    assertThat(after(1)).isEqualTo(theirs.subList(1, 2));
    assertThat(latest(Long.MAX_VALUE)).isEqualTo(theirs);
    assertThat(latest(2_000)).isEqualTo(theirs.subList(0, 1));
    List<TitledEvent> titled = swarm.read(queries -> queries.latestTitled(OTHER, 0, 1));
    assertThat(titled).extracting(event -> event.title().orElseThrow()).containsExactly("last");
  }

  private List<TaskEvent> after(long id) {
    return swarm.read(queries -> queries.eventsAfter(id, OTHER, 10));
  }

  private List<TaskEvent> latest(long upTo) {
    return swarm.read(queries -> queries.latestEvents(OTHER, upTo, 10));
  }

  private void addToOther(String title) {
    swarm.tasks().add(TestSwarm.OTHER_PROJECT, List.of(TaskToAdd.task(title).build())).join();
  }

  @Test
  void a_follower_of_a_project_reads_nothing_when_something_happens_in_another() {
    ReadsCounted counted = new ReadsCounted(swarm.store());
    new EventFeed(counted).follow(Optional.of(0L), Optional.of(TestSwarm.OTHER_PROJECT), this::see);
    letReadersFinish();
    int before = counted.reads();
    addTasks(1);
    addTasks(1);
    swarm.settle();
    assertThat(counted.reads()).isEqualTo(before);

    addToOther("theirs");
    assertSees(swarm.events().subList(2, 3));
  }

  @Test
  void a_slow_follower_gets_one_delivery_at_a_time_and_loses_nothing() {
    List<CompletableFuture<Void>> deliveries = new CopyOnWriteArrayList<>();
    feed.follow(
        Optional.of(0L),
        Optional.empty(),
        events -> {
          seen.addAll(events);
          deliveries.add(new CompletableFuture<>());
          return deliveries.get(deliveries.size() - 1);
        });
    addTasks(1);
    await().until(() -> deliveries.size() == 1);
    addTasks(700);
    addTasks(700);
    swarm.settle();
    assertThat(deliveries).hasSize(1);

    for (int i = 1; seen.size() < 1_401; i++) {
      deliveries.get(i - 1).complete(null);
      int expected = i + 1;
      await().until(() -> deliveries.size() == expected);
    }
    assertSees(swarm.events());
  }

  @Test
  void a_follower_that_has_ended_gets_nothing_more() {
    addTasks(2_000);
    CompletableFuture<Void> written = new CompletableFuture<>();
    EventFeed.Subscription subscription =
        feed.follow(
            Optional.of(0L),
            Optional.empty(),
            events -> {
              seen.addAll(events);
              return written;
            });
    await().until(() -> !seen.isEmpty());
    int before = seen.size();

    subscription.end();
    written.complete(null);
    addTasks(1);
    letReadersFinish();

    assertThat(seen.size()).isEqualTo(before);
    assertThat(subscription.ended()).isDone();
  }

  /** Both readers can be here only when each has finished its earlier work. */
  private void letReadersFinish() {
    CompletableFuture<Void> one = new CompletableFuture<>();
    CompletableFuture<Void> other = new CompletableFuture<>();
    var first =
        swarm
            .store()
            .read(
                tasks -> {
                  one.complete(null);
                  return other.join();
                });
    var second =
        swarm
            .store()
            .read(
                tasks -> {
                  other.complete(null);
                  return one.join();
                });
    Answers.await(first);
    Answers.await(second);
  }

  @Test
  void a_follower_that_fails_is_dropped_and_affects_no_other() {
    EventFeed.Subscription bad =
        feed.follow(
            Optional.of(0L),
            Optional.empty(),
            events -> {
              throw new IllegalStateException("gone");
            });
    feed.follow(Optional.of(0L), Optional.empty(), this::see);
    addTasks(1);
    Answers.await(bad.ended());
    addTasks(1);

    assertSees(swarm.events());
  }
}
