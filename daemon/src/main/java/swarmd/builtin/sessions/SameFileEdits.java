package swarmd.builtin.sessions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.builtin.ToolFile;
import swarmd.catalogue.ToolKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.FileEdit;
import swarmd.sessions.Session;
import swarmd.time.Time;

/** Remembers who edits what, and tells two agents once that they have edited the same file. */
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
    return "tells agents that they have edited the same file";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || notices.isEmpty() && event.tool() != ToolKind.EDIT) {
      return HookResult.SILENCE;
    }
    Conversation reader = Conversation.of(event).orElseThrow();
    CompletableFuture<List<String>> news =
        edit(event, reader)
            .map(this::meet)
            .orElseGet(() -> CompletableFuture.completedFuture(List.of()));
    List<String> waiting = notices.take(reader);
    return waiting.isEmpty() && news.isDone() && news.getNow(waiting).isEmpty()
        ? HookResult.SILENCE
        : news.thenApply(said -> result(waiting, said));
  }

  private static HookResult result(List<String> waiting, List<String> said) {
    String text = Stream.concat(waiting.stream(), said.stream()).collect(Collectors.joining("\n"));
    return text.isEmpty() ? HookResult.NOTHING : HookResult.context("swarmd: " + text);
  }

  /** Empty unless the tool has changed a file. */
  private Optional<FileEdit> edit(HookEvent event, Conversation editor) {
    return event.tellsOfFailure()
        ? Optional.empty()
        : ToolFile.edited(event)
            .map(
                file ->
                    new FileEdit(
                        editor.project(),
                        editor.session(),
                        editor.agent(),
                        event.text("agent_type").filter(type -> !type.isBlank()),
                        file.path().toString(),
                        time.millis()));
  }

  /** What the editor is told of the others; they are told of it when they come by. */
  private CompletableFuture<List<String>> meet(FileEdit edit) {
    return edits
        .add(edit)
        .thenApply(
            all -> {
              List<FileEdit> others = all.stream().filter(other -> isLive(other, edit)).toList();
              for (FileEdit other : others) {
                notices.add(
                    new Conversation(other.project(), other.session(), other.agent()),
                    Editors.seenBy(other, edit));
              }
              return others.isEmpty() ? List.of() : List.of(Editors.metBy(edit, others));
            });
  }

  /** Another session may have been left long ago without a word. */
  private static boolean isLive(FileEdit other, FileEdit edit) {
    return other.session().equals(edit.session())
        || edit.at() - other.at() <= Session.STALE.toMillis();
  }
}
