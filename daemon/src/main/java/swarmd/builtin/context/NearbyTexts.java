package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import swarmd.builtin.ToolFile;
import swarmd.common.Futures;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.text.Cut;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/**
 * Tells a model once what is written down near a file that it reads or changes. Every read and edit
 * comes by here, so within a second of the last look neither the disk nor another thread is asked.
 */
final class NearbyTexts {
  private static final int FILE_NAME = 200;

  private final String opening;
  private final int room;
  private final TtlCache<TouchedFolder, Nearby> looks;
  private final DeliveryLog told;

  /**
   * @param opening what the answer begins with; takes the file's name
   * @param room how many characters one answer may have
   * @param reading looks at the disk
   * @param files runs it
   */
  NearbyTexts(
      String opening,
      int room,
      Function<TouchedFolder, Nearby> reading,
      DeliveryLog told,
      Executor files,
      Time time) {
    this.opening = opening;
    this.room = room;
    this.told = told;
    looks = new TtlCache<>(reading, files, time);
  }

  CompletionStage<HookResult> about(HookEvent event) {
    Optional<ToolFile> file = ToolFile.touched(event);
    Optional<TouchedFolder> place = file.flatMap(touched -> TouchedFolder.of(event, touched));
    return place.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(looks.of(place.get()), nearby -> about(event, file.get().path(), nearby));
  }

  private CompletionStage<HookResult> about(HookEvent event, Path named, Nearby nearby) {
    if (nearby.texts().isEmpty()) {
      return HookResult.SILENCE;
    }
    Path file = nearby.folder().resolve(named.getFileName());
    List<Nearby.Text> texts = nearby.about(file);
    return texts.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(
            told.news(event, texts.stream().map(Nearby.Text::key).toList()),
            news -> answer(event, file, texts, news));
  }

  /** What the model reads or writes itself it knows, and need not be told later either. */
  private CompletionStage<HookResult> answer(
      HookEvent event, Path file, List<Nearby.Text> texts, List<String> news) {
    Set<String> unknown = new HashSet<>(news);
    List<Nearby.Text> fresh =
        texts.stream()
            .filter(text -> unknown.remove(text.key()) && !text.file().equals(file))
            .toList();
    if (fresh.isEmpty()) {
      return HookResult.SILENCE;
    }
    String name = Path.of(event.folder().orElseThrow()).relativize(file).toString();
    Excerpts excerpts = new Excerpts(opening.formatted(Cut.toLine(FILE_NAME, name)), room);
    fresh.forEach(text -> excerpts.add(text.name(), text.text(), text.whole()));
    return CompletableFuture.completedFuture(HookResult.context(excerpts.text()));
  }
}
