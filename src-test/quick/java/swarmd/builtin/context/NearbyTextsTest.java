package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.RetriedWrites;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.testing.SettableTime;

/** Most reads and edits are answered without a thread switch. */
class NearbyTextsTest {
  private final SqliteFile file = new SqliteFile();
  private final SettableTime time = new SettableTime();
  private final SqliteStore store = file.open();
  private final AtomicInteger hops = new AtomicInteger();
  private final Executor files =
      work -> {
        hops.incrementAndGet();
        work.run();
      };

  @AfterEach
  void close() {
    file.close();
  }

  private NearbyTexts texts(List<Nearby.Text> found) {
    DeliveryLog deliveries = new DeliveryLog(store, new RetriedWrites(store, time), time);
    return new NearbyTexts(
        "about %s", 1_000, place -> new Nearby(place.folder(), found), deliveries, files, time);
  }

  private static HookEvent read(String name) {
    return new HookEvent(
        HostProfiles.CLAUDE,
        "PostToolUse",
        EventKind.AFTER_TOOL,
        Optional.of("s1"),
        Optional.empty(),
        Optional.empty(),
        Optional.of("/p"),
        Set.of(),
        Map.of("tool_name", "Read", "tool_input", Map.of("file_path", "/p/" + name)));
  }

  /** Compares identity: the constant is passed on without further cost. */
  private static boolean isSilence(CompletionStage<HookResult> answer) {
    return answer == HookResult.SILENCE;
  }

  @Test
  void without_texts_the_answer_needs_no_other_thread_for_a_second() {
    NearbyTexts texts = texts(List.of());
    texts.handle(read("a")).toCompletableFuture().join();

    assertThat(isSilence(texts.handle(read("a")))).isTrue();
    assertThat(isSilence(texts.handle(read("b")))).isTrue();
    assertThat(hops).hasValue(1);
  }

  @Test
  void texts_already_shown_are_skipped_without_another_thread() {
    Nearby.Text text = new Nearby.Text("k", Path.of("/p/R"), "R", "t", true, Nearby.Scope.ALL);
    NearbyTexts texts = texts(List.of(text));

    assertThat(texts.handle(read("a")).toCompletableFuture().join().context())
        .containsExactly("about a\n\n## R\n> t");
    assertThat(isSilence(texts.handle(read("a")))).isTrue();
    assertThat(hops).hasValue(1);
  }
}
