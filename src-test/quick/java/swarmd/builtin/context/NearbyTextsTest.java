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

/** What every read and edit costs. */
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
    DeliveryLog told = new DeliveryLog(store, new RetriedWrites(store, time), time);
    return new NearbyTexts(
        "about %s", 1_000, place -> new Nearby(place.folder(), found), told, files, time);
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

  /** The very constant, which costs nothing more on its way. */
  private static boolean isSilence(CompletionStage<HookResult> answer) {
    return answer == HookResult.SILENCE;
  }

  @Test
  void where_nothing_is_written_silence_needs_no_other_thread_for_a_second() {
    NearbyTexts texts = texts(List.of());
    texts.about(read("a")).toCompletableFuture().join();

    assertThat(isSilence(texts.about(read("a")))).isTrue();
    assertThat(isSilence(texts.about(read("b")))).isTrue();
    assertThat(hops).hasValue(1);
  }

  @Test
  void what_was_told_is_answered_with_silence_at_once() {
    Nearby.Text text = new Nearby.Text("k", Path.of("/p/R"), "R", "t", true, Nearby.Scope.ALL);
    NearbyTexts texts = texts(List.of(text));

    assertThat(texts.about(read("a")).toCompletableFuture().join().context())
        .containsExactly("about a\n\n## R\nt");
    assertThat(isSilence(texts.about(read("a")))).isTrue();
    assertThat(hops).hasValue(1);
  }
}
