package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import swarmd.builtin.payload.ToolFile;
import swarmd.common.Futures;
import swarmd.files.FileLanes;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/**
 * Shows a model, once, the texts that apply to a file it reads or changes. Runs on every read and
 * edit, so it uses a cache for a second before it goes to the disk on another thread.
 */
final class NearbyTexts {
  private static final int MAX_FILE_NAME = 200;

  private final String opening;
  private final int room;
  private final TtlCache<TouchedFolder, Nearby> cache;
  private final DeliveryLog deliveries;

  /**
   * @param opening the start of the answer; a format for the file's name
   * @param room the maximum length of an answer in characters
   * @param reading reads the texts from disk
   * @param files runs the reading
   */
  NearbyTexts(
      String opening,
      int room,
      Function<TouchedFolder, Nearby> reading,
      DeliveryLog deliveries,
      FileLanes files,
      Time time) {
    this.opening = opening;
    this.room = room;
    this.deliveries = deliveries;
    cache = new TtlCache<>(reading, place -> files.of(place.project()), time);
  }

  CompletionStage<HookResult> handle(HookEvent event) {
    Optional<ToolFile> file = ToolFile.touched(event).stream().findFirst();
    Optional<TouchedFolder> place = file.flatMap(touched -> TouchedFolder.of(event, touched));
    return place.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(cache.of(place.get()), nearby -> deliver(event, file.get().path(), nearby));
  }

  private CompletionStage<HookResult> deliver(HookEvent event, Path named, Nearby nearby) {
    if (nearby.texts().isEmpty()) {
      return HookResult.SILENCE;
    }
    Path file = nearby.folder().resolve(named.getFileName());
    List<Nearby.Text> texts = nearby.textsFor(file);
    return texts.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(
            deliveries.news(event, texts.stream().map(Nearby.Text::key).toList()),
            news -> answer(event, file, texts, news));
  }

  /** Skips a text that the model is reading or writing itself, now and later. */
  private CompletionStage<HookResult> answer(
      HookEvent event, Path file, List<Nearby.Text> texts, List<String> news) {
    Set<String> undelivered = new HashSet<>(news);
    List<Nearby.Text> fresh =
        texts.stream()
            .filter(text -> undelivered.remove(text.key()) && !text.file().equals(file))
            .toList();
    if (fresh.isEmpty()) {
      return HookResult.SILENCE;
    }
    String name = Path.of(event.folder().orElseThrow()).relativize(file).toString();
    Excerpts excerpts = new Excerpts(opening.formatted(Cut.toLine(MAX_FILE_NAME, name)), room);
    fresh.forEach(text -> excerpts.add(text.name(), text.text(), text.whole()));
    return CompletableFuture.completedFuture(HookResult.context(excerpts.text()));
  }
}
