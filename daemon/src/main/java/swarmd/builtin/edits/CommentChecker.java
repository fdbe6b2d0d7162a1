package swarmd.builtin.edits;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import swarmd.builtin.edits.CommentScan.Comment;
import swarmd.builtin.payload.ToolFile;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.text.Visible;

/** Points out new comments that only repeat the code next to them. */
public final class CommentChecker implements HookHandler {
  private static final int MAX_SHOWN = 3;

  /** Longer texts would block the event loop for more than a few microseconds. */
  private static final int MAX_INLINE_LENGTH = 4 << 10;

  private final DeliveryLog deliveries;
  private final Executor background;

  public CommentChecker(DeliveryLog deliveries, Executor background) {
    this.deliveries = deliveries;
    this.background = background;
  }

  @Override
  public String name() {
    return "comment-checker";
  }

  @Override
  public String description() {
    return "points out new comments that only repeat the code";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Language> language =
        ToolFile.edited(event).stream()
            .flatMap(file -> Language.of(file.path()).stream())
            .findFirst();
    if (language.isEmpty() || event.tellsOfFailure()) {
      return HookResult.SILENCE;
    }
    List<AddedText> added = AddedText.of(event, language.get());
    if (added.stream().mapToInt(text -> text.before().length() + text.after().length()).sum()
        <= MAX_INLINE_LENGTH) {
      return deliver(event, language.get(), findRestatements(added, language.get()));
    }
    return CompletableFuture.supplyAsync(() -> findRestatements(added, language.get()), background)
        .thenCompose(found -> deliver(event, language.get(), found));
  }

  /** Keyed by delivery key. */
  private static Map<String, String> findRestatements(List<AddedText> added, Language language) {
    Map<String, String> found = new LinkedHashMap<>();
    for (AddedText text : added) {
      List<String> restating =
          CommentScan.comments(text.after(), language).stream()
              .filter(comment -> Restatement.matches(comment.text(), comment.code()))
              .map(Comment::text)
              .toList();
      if (!restating.isEmpty()) {
        Set<String> existing =
            CommentScan.comments(text.before(), language).stream()
                .map(Comment::text)
                .collect(Collectors.toSet());
        restating.stream()
            .filter(comment -> !existing.contains(comment))
            .forEach(comment -> found.put("comment " + comment, comment));
      }
    }
    return found;
  }

  private CompletionStage<HookResult> deliver(
      HookEvent event, Language language, Map<String, String> found) {
    return found.isEmpty()
        ? HookResult.SILENCE
        : deliveries
            .news(event, found.keySet())
            .thenApply(
                news ->
                    news.isEmpty()
                        ? HookResult.NOTHING
                        : HookResult.context(
                            message(language, news.stream().map(found::get).toList())));
  }

  private static String message(Language language, List<String> comments) {
    String shown =
        comments.stream()
            .limit(MAX_SHOWN)
            .map(comment -> "`" + language.comment() + " " + Visible.line(comment) + "`")
            .collect(Collectors.joining(", "));
    int more = comments.size() - MAX_SHOWN;
    return "swarmd: you added comments that only repeat the code next to them: %s%s. Remove them, or make them say why."
        .formatted(shown, more > 0 ? " and " + more + " more" : "");
  }
}
