package swarmd.builtin.memory;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.files.FileLanes;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.time.Time;

/** Warns before a conversation fills the model's context. */
public final class PreemptiveCompaction implements HookHandler {

  private final long window;
  private final Path userFile;
  private final FileLanes files;
  private final Time time;
  private final PerConversation<ContextWatch> watches = new PerConversation<>(ContextWatch::new);

  /**
   * @param window the context size in tokens; 0 for the host's default
   * @param userFile a file of the user, who must also own the transcript
   * @param files runs the code that reads the file system
   */
  public PreemptiveCompaction(long window, Path userFile, FileLanes files, Time time) {
    this.window = window;
    this.userFile = userFile;
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

  /** Skips subagents: their events name the main agent's transcript. */
  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> transcript = event.text("transcript_path");
    if (transcript.isEmpty() || event.agent().isPresent() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    ContextWatch watch = watches.of(Conversation.of(event).orElseThrow());
    if (!watch.isCheckDue(time.monotonicMillis())) {
      return HookResult.SILENCE;
    }
    return CompletableFuture.supplyAsync(
        () ->
            Transcript.use(transcript.get(), userFile)
                .flatMap(use -> watch.usageToReport(use, window(event), time.monotonicMillis()))
                .map(ContextUsage::warning)
                .orElse(HookResult.NOTHING),
        files.of(event.folder()));
  }

  private long window(HookEvent event) {
    return window > 0 ? window : event.host().traits().contextTokens();
  }
}
