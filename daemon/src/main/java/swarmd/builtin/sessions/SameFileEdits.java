package swarmd.builtin.sessions;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import swarmd.builtin.payload.ToolFile;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.FileEdit;
import swarmd.sessions.Session;
import swarmd.time.Time;

/** Records edits, and notifies two agents once when they have edited the same file. */
public final class SameFileEdits implements HookHandler {
  private final EditLog edits;
  private final Notices notices;
  private final Time time;

  public SameFileEdits(EditLog edits, Notices notices, Time time) {
    this.edits = edits;
    this.notices = notices;
    this.time = time;
  }

  @Override
  public String name() {
    return "subagent-tracker";
  }

  @Override
  public String description() {
    return "notifies agents that have edited the same file";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || notices.isEmpty() && event.tool() != ToolKind.EDIT) {
      return HookResult.SILENCE;
    }
    Conversation reader = Conversation.of(event).orElseThrow();
    CompletableFuture<List<String>> news = CompletableFuture.completedFuture(List.of());
    for (FileEdit edit : edits(event, reader)) {
      news = news.thenCombine(recordEdit(edit), SameFileEdits::joined);
    }
    return answer(event, news);
  }

  private CompletionStage<HookResult> answer(
      HookEvent event, CompletableFuture<List<String>> news) {
    HookResult waiting = notices.take(event);
    return waiting.isNothing() && news.isDone() && news.getNow(List.of()).isEmpty()
        ? HookResult.SILENCE
        : news.thenApply(fresh -> with(waiting, fresh));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  private static HookResult with(HookResult waiting, List<String> fresh) {
    if (fresh.isEmpty()) {
      return waiting;
    }
    String before = waiting.context().isEmpty() ? "swarmd: " : waiting.context().get(0) + "\n";
    return waiting.withContext(List.of(before + String.join("\n", fresh)));
  }

  /** Empty unless the tool has changed files. */
  private List<FileEdit> edits(HookEvent event, Conversation editor) {
    return event.tellsOfFailure()
        ? List.of()
        : ToolFile.edited(event).stream()
            .map(
                file ->
                    new FileEdit(
                        editor.project(),
                        editor.session(),
                        editor.agent(),
                        event.text("agent_type").filter(type -> !type.isBlank()),
                        file.path().toString(),
                        time.millis()))
            .toList();
  }

  /** Returns the notice for this editor, and queues those for the others. */
  private CompletableFuture<List<String>> recordEdit(FileEdit edit) {
    return edits
        .add(edit)
        .thenApply(
            all -> {
              List<FileEdit> others = all.stream().filter(other -> isLive(other, edit)).toList();
              for (FileEdit other : others) {
                notices.add(
                    new Conversation(other.project(), other.session(), other.agent()),
                    SameFileNotice.forFirstEditor(other, edit));
              }
              return others.isEmpty()
                  ? List.of()
                  : List.of(SameFileNotice.forSecondEditor(edit, others));
            });
  }

  /** Another session may have been abandoned without an end event. */
  private static boolean isLive(FileEdit other, FileEdit edit) {
    return other.session().equals(edit.session())
        || edit.at() - other.at() <= Session.STALE.toMillis();
  }
}
