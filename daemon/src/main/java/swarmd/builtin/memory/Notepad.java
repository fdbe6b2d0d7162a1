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

/** Saves notes from agents and users, and shows them to sessions that have not seen them. */
public final class Notepad implements HookHandler {
  /** Only the end of a longer text is searched. */
  private static final int MAX_SCANNED = 100_000;

  private static final int MAX_PARTS = 100;

  private final Notes notes;
  private final DeliveryLog deliveries;

  public Notepad(Notes notes, DeliveryLog deliveries) {
    this.notes = notes;
    this.deliveries = deliveries;
  }

  @Override
  public String name() {
    return "notepad";
  }

  @Override
  public String description() {
    return "keeps notes that survive a compaction, and shows them to the model";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    if (event.is(EventKind.SESSION_START) || event.is(EventKind.BEFORE_COMPACTION)) {
      return notes.list(event.project().get()).thenCompose(known -> deliver(event, known));
    }
    boolean byUser = isTypedPrompt(event);
    List<Remembered> remembered =
        RememberTags.in(byUser ? typedText(event) : subagentAnswer(event));
    return remembered.isEmpty() ? HookResult.SILENCE : save(event, remembered, byUser);
  }

  private CompletionStage<HookResult> deliver(HookEvent event, List<Note> known) {
    List<Note> visible = known.stream().filter(note -> note.isFor(event.session().get())).toList();
    return unseen(event, visible)
        .thenApply(news -> NotesText.of(news).map(HookResult::context).orElse(HookResult.NOTHING));
  }

  private CompletionStage<List<Note>> unseen(HookEvent event, List<Note> visible) {
    if (!event.is(EventKind.SESSION_START) || !event.host().traits().keepsStartContext()) {
      return CompletableFuture.completedStage(visible);
    }
    boolean resumed = event.text("source").filter("resume"::equals).isPresent();
    return deliveries
        .news(event, visible.stream().map(Notepad::key).toList())
        .thenApply(
            news ->
                resumed
                    ? visible.stream().filter(note -> news.contains(key(note))).toList()
                    : visible);
  }

  private static String key(Note note) {
    return "note " + note.id();
  }

  /**
   * A subagent may repeat text from an untrusted page or file, so its notes stay in its session.
   */
  private CompletionStage<HookResult> save(
      HookEvent event, List<Remembered> remembered, boolean byUser) {
    return notes
        .add(
            remembered.stream()
                .map(
                    each ->
                        new NewNote(
                            event.project().get(),
                            byUser ? each.kind() : Note.Kind.SESSION,
                            event.session(),
                            each.text()))
                .toList())
        .thenApply(outcomes -> answer(outcomes, byUser ? "" : " for this session"));
  }

  private static HookResult answer(List<Outcome<Note>> outcomes, String scope) {
    long saved = outcomes.stream().filter(Outcome.Ok.class::isInstance).count();
    HookResult result =
        saved == 0
            ? HookResult.NOTHING
            : HookResult.NOTHING.withSystemMessage(
                "swarmd: %d %s saved%s; see: swarm note list"
                    .formatted(saved, saved == 1 ? "note" : "notes", scope));
    String refused =
        outcomes.stream()
            .flatMap(
                outcome ->
                    outcome instanceof Outcome.Refused<Note> refusal
                        ? Stream.of(refusal.message())
                        : Stream.empty())
            .distinct()
            .collect(Collectors.joining("\n"));
    return refused.isEmpty()
        ? result
        : result.withContext(List.of("swarmd: not saved: " + refused));
  }

  private static boolean isTypedPrompt(HookEvent event) {
    return event.is(EventKind.PROMPT_SUBMITTED) && !HostPrompt.matches(prompt(event));
  }

  private static String typedText(HookEvent event) {
    return StopMarker.isOn(prompt(event)) ? "" : end(prompt(event));
  }

  /** A finished subagent's answer; hosts pass on that of a background subagent as a prompt. */
  private static String subagentAnswer(HookEvent event) {
    return end(
        event.is(EventKind.PROMPT_SUBMITTED)
            ? prompt(event)
            : event.tool() == ToolKind.AGENT ? text(event.fields().get("tool_response")) : "");
  }

  private static String prompt(HookEvent event) {
    return event.text("prompt").orElse("");
  }

  /** Reads an answer that is a string, a list of blocks, or an object with such a list. */
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
    return text.substring(Math.max(0, text.length() - MAX_SCANNED));
  }
}
