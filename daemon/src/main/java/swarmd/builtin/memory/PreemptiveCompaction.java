package swarmd.builtin.memory;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.time.Time;

/** Warns before a conversation fills the model's context. */
public final class PreemptiveCompaction implements HookHandler {

  private final long window;
  private final Path ours;
  private final Executor files;
  private final Time time;
  private final PerConversation<ContextWatch> watches = new PerConversation<>(ContextWatch::new);

  /**
   * @param window how many tokens a context holds; 0 for what is usual
   * @param ours something that belongs to the user, as a transcript must
   * @param files runs what reads the file system
   */
  public PreemptiveCompaction(long window, Path ours, Executor files, Time time) {
    this.window = window;
    this.ours = ours;
    this.files = files;
    this.time = time;
  }

  @Override
  public String name() {
    return "preemptive-compaction";
  }

  @Override
  public String description() {
    return "warns before the context is full";
  }

  /** A subagent's context is not in the transcript that its events name. */
  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> transcript = event.text("transcript_path");
    if (transcript.isEmpty() || event.agent().isPresent() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    ContextWatch watch = watches.of(Conversation.of(event).orElseThrow());
    if (!watch.mayLook(time.monotonicMillis())) {
      return HookResult.SILENCE;
    }
    return CompletableFuture.supplyAsync(
        () ->
            Transcript.use(transcript.get(), ours)
                .flatMap(use -> watch.level(use, window(event), time.monotonicMillis()))
                .map(ContextUsage::warning)
                .orElse(HookResult.NOTHING),
        files);
  }

  private long window(HookEvent event) {
    return window > 0 ? window : event.host().traits().contextTokens();
  }
}
