package swarmd.builtin.memory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.builtin.memory.RememberTags.Remembered;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookType;
import swarmd.hooks.ToolKind;
import swarmd.modes.Marker;
import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.notes.Notes;
import swarmd.swarm.Outcome;

/** Keeps what agents and people ask to remember, and tells it to sessions that do not know it. */
public final class Notepad implements HookHandler {
  /** Of the end of what is said. */
  private static final int MAX_LOOKED_AT = 100_000;

  private static final int MAX_PARTS = 100;

  private final Notes notes;

  public Notepad(Notes notes) {
    this.notes = notes;
  }

  @Override
  public String name() {
    return "notepad";
  }

  @Override
  public String description() {
    return "keeps notes that survive a compaction, and tells them";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    if (event.is(HookType.SESSION_START) || event.is(HookType.PRE_COMPACT)) {
      return notes
          .list(event.project().get())
          .thenApply(
              known -> NotesText.of(known).map(HookResult::context).orElse(HookResult.NOTHING));
    }
    List<Remembered> remembered = RememberTags.in(said(event));
    return remembered.isEmpty() ? HookResult.SILENCE : keep(event, remembered);
  }

  private CompletionStage<HookResult> keep(HookEvent event, List<Remembered> remembered) {
    return notes
        .add(
            remembered.stream()
                .map(
                    each ->
                        new NewNote(
                            event.project().get(), each.kind(), event.session(), each.text()))
                .toList())
        .thenApply(Notepad::answer);
  }

  private static HookResult answer(List<Outcome<Note>> outcomes) {
    long kept = outcomes.stream().filter(Outcome.Ok.class::isInstance).count();
    HookResult result =
        kept == 0
            ? HookResult.NOTHING
            : HookResult.NOTHING.withSystemMessage(
                "swarmd: %d %s kept; see: swarm note list"
                    .formatted(kept, kept == 1 ? "note" : "notes"));
    String refused =
        outcomes.stream()
            .flatMap(
                outcome ->
                    outcome instanceof Outcome.Refused<Note> no
                        ? Stream.of(no.message())
                        : Stream.empty())
            .distinct()
            .collect(Collectors.joining("\n"));
    return refused.isEmpty()
        ? result
        : result.withContext(List.of("swarmd: not remembered: " + refused));
  }

  /** A person's words, or those of an agent that has done its work. */
  private static String said(HookEvent event) {
    if (event.is(HookType.KEYWORD_DETECTOR)) {
      return event
          .text("prompt")
          .filter(prompt -> !Marker.isOurs(prompt))
          .map(Notepad::end)
          .orElse("");
    }
    return event.tool() == ToolKind.AGENT ? end(text(event.fields().get("tool_response"))) : "";
  }

  /** Of an answer as a text, a list of blocks, or an object that has such a list. */
  private static String text(Object response) {
    if (response instanceof String text) {
      return text;
    }
    Object content = response instanceof Map<?, ?> fields ? fields.get("content") : response;
    if (content instanceof String text) {
      return text;
    }
    return content instanceof List<?> blocks
        ? blocks.stream()
            .limit(MAX_PARTS)
            .map(block -> block instanceof Map<?, ?> fields ? fields.get("text") : "")
            .filter(String.class::isInstance)
            .map(String.class::cast)
            .collect(Collectors.joining("\n"))
        : "";
  }

  private static String end(String text) {
    return text.substring(Math.max(0, text.length() - MAX_LOOKED_AT));
  }
}
