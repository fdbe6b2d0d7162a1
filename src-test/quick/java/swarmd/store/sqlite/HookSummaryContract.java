package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookLogQueries.Summary;
import swarmd.hooks.HookRecord;

/** Statistics of the events of each type. */
interface HookSummaryContract {

  TestStore store();

  private void append(
      Optional<String> project, String type, Optional<String> error, long... micros) {
    store()
        .hooks(
            log -> {
              for (long duration : micros) {
                log.append(
                    new HookRecord(
                        1,
                        project,
                        Optional.empty(),
                        Optional.empty(),
                        "claude",
                        type,
                        Optional.empty(),
                        Optional.empty(),
                        duration,
                        error,
                        Optional.empty()),
                    10_000);
              }
            });
  }

  private void append(String type, long... micros) {
    append(Optional.of(PROJECT), type, Optional.empty(), micros);
  }

  private List<Summary> summaries(Optional<String> project) {
    return store().read(all -> all.get(HookLogQueries.class).summaries(project));
  }

  @Test
  default void without_events_there_is_no_summary() {
    assertThat(summaries(Optional.empty())).isEmpty();
  }

  @Test
  default void percentiles_are_times_that_were_measured() {
    append("one", 40);
    append("two", 90, 10);
    append("three", 30, 10, 20);
    append("zero", 0, 0);

    assertThat(summaries(Optional.empty()))
        .containsExactly(
            new Summary("one", 1, 40, 40, 0),
            new Summary("three", 3, 20, 30, 0),
            new Summary("two", 2, 10, 90, 0),
            new Summary("zero", 2, 0, 0, 0));
  }

  @Test
  default void p99_is_the_99th_of_100_times_and_the_100th_of_101() {
    List<Long> durations = new ArrayList<>();
    for (long i = 1; i <= 100; i++) {
      durations.add(i);
    }
    Collections.shuffle(durations, new Random(1));
    append("stop", durations.stream().mapToLong(Long::longValue).toArray());
    assertThat(summaries(Optional.empty())).containsExactly(new Summary("stop", 100, 50, 99, 0));

    append("stop", 101);
    assertThat(summaries(Optional.empty())).containsExactly(new Summary("stop", 101, 51, 100, 0));
  }

  @Test
  default void errors_are_counted_and_their_times_included() {
    append("stop", 10, 20);
    append(Optional.of(PROJECT), "stop", Optional.of("it broke"), 30, 40);

    assertThat(summaries(Optional.empty())).containsExactly(new Summary("stop", 4, 20, 40, 2));
  }

  @Test
  default void one_project_can_be_summarised_separately() {
    append("stop", 10);
    append(Optional.of(OTHER_PROJECT), "stop", Optional.of("it broke"), 70);
    append(Optional.empty(), "stop", Optional.empty(), 90);

    assertThat(summaries(Optional.of(PROJECT))).containsExactly(new Summary("stop", 1, 10, 10, 0));
    assertThat(summaries(Optional.empty())).containsExactly(new Summary("stop", 3, 70, 90, 1));
    assertThat(summaries(Optional.of("/unknown"))).isEmpty();
  }
}
