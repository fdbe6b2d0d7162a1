package swarmd.builtin.memory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.text.Cut;
import swarmd.time.Time;

/** Advises a model after a failed edit, and differently if the same edit keeps failing. */
public final class EditRecovery implements HookHandler {
  private static final Duration REMEMBERED = Duration.ofSeconds(60);
  private static final int RETRY_LIMIT = 5;
  private static final int MAX_PATH = 300;
  private static final int MAX_ADVICE = 3;

  private final Time time;
  private final PerConversation<LastError> lastErrors = new PerConversation<>(LastError::new);

  public EditRecovery(Time time) {
    this.time = time;
  }

  @Override
  public String name() {
    return ModeRecovery.NAME;
  }

  @Override
  public String description() {
    return ModeRecovery.DESCRIPTION;
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    List<FailedEdit> failed = FailedEdit.in(event).toList();
    if (failed.isEmpty()) {
      return HookResult.SILENCE;
    }
    LastError last = Conversation.of(event).map(lastErrors::of).orElseGet(LastError::new);
    List<String> advice =
        failed.stream()
            .flatMap(edit -> last.adviceFor(edit, time.monotonicMillis()).stream())
            .distinct()
            .limit(MAX_ADVICE)
            .toList();
    return advice.isEmpty()
        ? HookResult.SILENCE
        : CompletableFuture.completedFuture(HookResult.context(String.join("\n", advice)));
  }

  /** The last failure of a conversation, and how many times in a row it occurred. */
  private static final class LastError {
    private Optional<FailedEdit> last = Optional.empty();
    private long at;
    private int times;

    /** Empty if this failure was already handled for another event. */
    synchronized Optional<String> adviceFor(FailedEdit edit, long now) {
      if (edit.toolUse().isPresent() && last.flatMap(FailedEdit::toolUse).equals(edit.toolUse())) {
        return Optional.empty();
      }
      boolean again =
          last.filter(known -> isSame(known, edit)).isPresent()
              && now - at <= REMEMBERED.toMillis();
      times = again ? times + 1 : 1;
      last = Optional.of(edit);
      at = now;
      return Optional.of(advice(edit, times));
    }

    private static boolean isSame(FailedEdit one, FailedEdit other) {
      return one.error() == other.error() && one.file().equals(other.file());
    }
  }

  private static String advice(FailedEdit edit, int times) {
    String file = Cut.toLine(MAX_PATH, edit.file());
    return times < RETRY_LIMIT
        ? "[swarmd recovery] %s: %s. Read the file again, then %s."
            .formatted(file, edit.error().reason(), remedy(edit.error()))
        : "[swarmd recovery] %s: %s, %d times in a row. Try another approach: smaller edits with unique text, or read the whole file and rewrite it."
            .formatted(file, edit.error().reason(), times);
  }

  private static String remedy(EditError error) {
    return switch (error) {
      case NOT_FOUND -> "copy the text to replace exactly from it, white space included";
      case SEVERAL -> "include more surrounding lines, so that the text occurs once";
      case IDENTICAL -> "check whether the change is already there";
    };
  }
}
