package swarmd.builtin.memory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.ActiveMode;
import swarmd.modes.ModeGuide;
import swarmd.modes.ModeQueries;
import swarmd.store.Store;
import swarmd.text.Cut;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/** Reminds a resumed session what its unfinished modes were working on. */
public final class ModeRecovery implements HookHandler {
  static final String NAME = "recovery";
  static final String DESCRIPTION = "helps after failed edits, and resumes modes after a break";

  /** Sources of a session start that continue earlier work. */
  private static final Set<String> CONTINUING = Set.of("resume", "compact");

  private static final int MAX_PROMPT = 300;
  private static final int MAX_GUIDE = 700;

  private final Store store;
  private final DeliveryLog deliveries;
  private final Time time;

  public ModeRecovery(Store store, DeliveryLog deliveries, Time time) {
    this.store = store;
    this.deliveries = deliveries;
    this.time = time;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return DESCRIPTION;
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || event.text("source").filter(CONTINUING::contains).isEmpty()) {
      return HookResult.SILENCE;
    }
    return store
        .read(snapshot -> snapshot.get(ModeQueries.class).list(event.project(), event.session()))
        .thenCompose(modes -> deliver(event, modes));
  }

  private CompletionStage<HookResult> deliver(HookEvent event, List<ActiveMode> modes) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (ActiveMode mode : modes) {
      if (!mode.stale(time.millis())) {
        texts.put("recovery %s %d".formatted(mode.mode().label(), mode.startedAt()), text(mode));
      }
    }
    return deliveries
        .news(event, texts.keySet())
        .thenApply(news -> HookResult.NOTHING.withContext(news.stream().map(texts::get).toList()));
  }

  private static String text(ActiveMode mode) {
    String work =
        mode.state().fields().get("prompt") instanceof String prompt && !prompt.isBlank()
            ? " It is about: %s.".formatted(QuotedText.line(MAX_PROMPT, prompt))
            : "";
    return "[swarmd recovery] Continue the unfinished work of %s.%s\n%s"
        .formatted(
            mode.mode().label(),
            work,
            Cut.to(MAX_GUIDE, ModeGuide.text(mode.mode(), mode.state())));
  }
}
