package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.hooks.HookRecord;

/** The record of past hook events. */
interface HookLogContract {
  Optional<String> ANY = Optional.empty();
  int KEEP = 1_000;

  TestStore store();

  private static HookRecord at(long at, Optional<String> project, Optional<String> session) {
    return new HookRecord(
        at, project, session, ANY, "claude", "pre-tool-use", ANY, ANY, 5, Optional.empty(), ANY);
  }

  private void append(HookRecord record) {
    store().hooks(log -> log.append(record, KEEP));
  }

  private void appendMany(int count, int keep) {
    store()
        .hooks(
            log -> {
              for (int i = 0; i < count; i++) {
                log.append(at(i, Optional.of(PROJECT), ANY), keep);
              }
            });
  }

  private List<Entry> latest(Optional<String> project, Optional<String> session, int limit) {
    return store().read(all -> all.get(HookLogQueries.class).latest(project, session, limit));
  }

  private List<Entry> after(
      long id, Optional<String> project, Optional<String> session, int limit) {
    return store().read(all -> all.get(HookLogQueries.class).after(id, project, session, limit));
  }

  private List<Long> ids() {
    return latest(ANY, ANY, 10_000).stream().map(Entry::id).toList();
  }

  private static List<Long> range(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  default void a_record_is_stored_unchanged() {
    HookRecord full =
        new HookRecord(
            1,
            Optional.of(PROJECT),
            Optional.of("s1"),
            Optional.of("a1"),
            "gemini",
            "stop",
            Optional.of("deny"),
            Optional.of("ralph"),
            1_234,
            Optional.of("it broke"),
            Optional.of("a note"));
    HookRecord bare =
        new HookRecord(2, ANY, ANY, ANY, "generic", "Notification", ANY, ANY, 0, ANY, ANY);
    append(full);
    append(bare);

    assertThat(latest(ANY, ANY, 9)).containsExactly(new Entry(1, full), new Entry(2, bare));
  }

  @Test
  default void the_latest_records_are_listed_oldest_first() {
    appendMany(5, KEEP);

    assertThat(latest(ANY, ANY, 2)).extracting(Entry::id).containsExactly(4L, 5L);
    assertThat(latest(ANY, ANY, 9)).extracting(Entry::id).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  default void reading_can_continue_after_the_last_record() {
    appendMany(5, KEEP);

    assertThat(after(0, ANY, ANY, 2)).extracting(Entry::id).containsExactly(1L, 2L);
    assertThat(after(2, ANY, ANY, 9)).extracting(Entry::id).containsExactly(3L, 4L, 5L);
    assertThat(after(5, ANY, ANY, 9)).isEmpty();
  }

  @Test
  default void records_can_be_read_by_project_and_session() {
    append(at(1, Optional.of(PROJECT), Optional.of("s1")));
    append(at(2, Optional.of(PROJECT), Optional.of("s2")));
    append(at(3, Optional.of(OTHER_PROJECT), Optional.of("s1")));
    append(at(4, Optional.of(PROJECT), ANY));
    append(at(5, ANY, ANY));

    assertRead(ANY, ANY, 1, 2, 3, 4, 5);
    assertRead(Optional.of(PROJECT), ANY, 1, 2, 4);
    assertRead(ANY, Optional.of("s1"), 1, 3);
    assertRead(Optional.of(PROJECT), Optional.of("s1"), 1);
    assertRead(Optional.of("/unknown"), ANY);
  }

  private void assertRead(Optional<String> project, Optional<String> session, long... at) {
    assertThat(latest(project, session, 9).stream().mapToLong(entry -> entry.record().at()))
        .containsExactly(LongStream.of(at).boxed().toArray(Long[]::new));
    assertThat(after(0, project, session, 9)).isEqualTo(latest(project, session, 9));
  }

  @Test
  default void every_hundredth_record_drops_all_but_the_newest() {
    appendMany(199, 30);
    assertThat(ids()).isEqualTo(range(71, 199));

    appendMany(1, 30);
    assertThat(ids()).isEqualTo(range(171, 200));

    appendMany(70, 30);
    assertThat(ids()).isEqualTo(range(171, 270));
  }

  @Test
  default void nothing_is_dropped_before_there_are_too_many() {
    appendMany(300, 300);
    assertThat(ids()).isEqualTo(range(1, 300));
  }

  @Test
  default void ids_only_grow_even_if_no_record_is_kept() {
    appendMany(100, 0);
    assertThat(ids()).isEqualTo(range(100, 100));

    appendMany(1, 0);
    assertThat(ids()).isEqualTo(range(100, 101));
  }
}
