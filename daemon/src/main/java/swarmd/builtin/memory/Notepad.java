package swarmd.builtin.memory;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.builtin.memory.RememberTags.Remembered;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.ToolKind;
import swarmd.common.Outcome;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.HostPrompt;
import swarmd.hooks.StopMarker;
import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.notes.Notes;

/** Keeps what agents and people ask to remember, and tells it to sessions that do not know it. */
public final class Notepad implements HookHandler {
  /** Of the end of what is said. */
  private static final int MAX_LOOKED_AT = 100_000;

  private static final int MAX_PARTS = 100;

  private final Notes notes;
  private final DeliveryLog told;

  public Notepad(Notes notes, DeliveryLog told) {
    this.notes = notes;
    this.told = told;
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
    if (event.is(EventKind.SESSION_START) || event.is(EventKind.BEFORE_COMPACTION)) {
      return notes.list(event.project().get()).thenCompose(known -> tell(event, known));
    }
    boolean byPerson = isTyped(event);
    List<Remembered> remembered = RememberTags.in(byPerson ? typed(event) : answered(event));
    return remembered.isEmpty() ? HookResult.SILENCE : keep(event, remembered, byPerson);
  }

  private CompletionStage<HookResult> tell(HookEvent event, List<Note> known) {
    List<Note> its = known.stream().filter(note -> note.isFor(event.session().get())).toList();
    return unknown(event, its)
        .thenApply(news -> NotesText.of(news).map(HookResult::context).orElse(HookResult.NOTHING));
  }

  private CompletionStage<List<Note>> unknown(HookEvent event, List<Note> its) {
    if (!event.is(EventKind.SESSION_START) || !event.host().traits().keepsStartContext()) {
      return CompletableFuture.completedStage(its);
    }
    boolean resumed = event.text("source").filter("resume"::equals).isPresent();
    return told.news(event, its.stream().map(Notepad::key).toList())
        .thenApply(
            news -> resumed ? its.stream().filter(note -> news.contains(key(note))).toList() : its);
  }

  private static String key(Note note) {
    return "note " + note.id();
  }

  /**
   * A subagent may only repeat what a page or a file has told it to say, so other sessions never
   * hear of it.
   */
  private CompletionStage<HookResult> keep(
      HookEvent event, List<Remembered> remembered, boolean byPerson) {
    return notes
        .add(
            remembered.stream()
                .map(
                    each ->
                        new NewNote(
                            event.project().get(),
                            byPerson ? each.kind() : Note.Kind.SESSION,
                            event.session(),
                            each.text()))
                .toList())
        .thenApply(outcomes -> answer(outcomes, byPerson ? "" : " for this session"));
  }

  private static HookResult answer(List<Outcome<Note>> outcomes, String forWhom) {
    long kept = outcomes.stream().filter(Outcome.Ok.class::isInstance).count();
    HookResult result =
        kept == 0
            ? HookResult.NOTHING
            : HookResult.NOTHING.withSystemMessage(
                "swarmd: %d %s kept%s; see: swarm note list"
                    .formatted(kept, kept == 1 ? "note" : "notes", forWhom));
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

  private static boolean isTyped(HookEvent event) {
    return event.is(EventKind.PROMPT_SUBMITTED) && !HostPrompt.matches(prompt(event));
  }

  private static String typed(HookEvent event) {
    return StopMarker.isOn(prompt(event)) ? "" : end(prompt(event));
  }

  /**
   * By a subagent that has done its work; in the background its host passes that on as a prompt.
   */
  private static String answered(HookEvent event) {
    return end(
        event.is(EventKind.PROMPT_SUBMITTED)
            ? prompt(event)
            : event.tool() == ToolKind.AGENT ? text(event.fields().get("tool_response")) : "");
  }

  private static String prompt(HookEvent event) {
    return event.text("prompt").orElse("");
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
