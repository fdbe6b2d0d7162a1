package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.api.MessageJson;
import swarmd.api.ModeJson;
import swarmd.api.TaskJson;
import swarmd.catalogue.McpTool;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.json.JsonFields;
import swarmd.messages.Address;
import swarmd.messages.Message;
import swarmd.messages.MessageFilter;
import swarmd.messages.MessageLimits;
import swarmd.messages.MessageText;
import swarmd.messages.Messages;
import swarmd.messages.NewMessage;
import swarmd.messages.Sender;
import swarmd.messages.Sent;
import swarmd.messages.Target;
import swarmd.modes.Mode;
import swarmd.modes.ModeRequests;
import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.notes.Notes;
import swarmd.status.Status;
import swarmd.status.StatusReader;
import swarmd.swarm.Actor;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/** The tools for what agents share besides tasks: notes, messages, the overview, modes. */
final class SharedTools {
  private static final String PRIORITY = "priority";
  private static final String WORKING = "working";
  private static final int DEFAULT_MESSAGES = 10;
  private static final int SHOWN_CLAIMS = 20;

  private final Notes notes;
  private final Messages messages;
  private final StatusReader status;
  private final ModeRequests modes;
  private final Time time;

  SharedTools(Notes notes, Messages messages, StatusReader status, ModeRequests modes, Time time) {
    this.notes = notes;
    this.messages = messages;
    this.status = status;
    this.modes = modes;
    this.time = time;
  }

  List<Tool> tools() {
    return List.of(
        new Tool(
            McpTool.NOTE,
            "Keep a note",
            "Keeps a note that every session of this project gets when it starts.",
            new Schema()
                .text(Notes.TEXT, "The note.")
                .flag(PRIORITY, "Always shown first; all of these together must be short.")
                .flag(WORKING, "Deleted after 7 days.")
                .requires(Notes.TEXT.field()),
            this::note),
        new Tool(
            McpTool.SEND,
            "Send a message",
            "Sends a message to other agents of this project: give one of to, task and all.",
            new Schema()
                .text(MessageFilter.TO, "The agent's name or session, as in status.")
                .number(MessageJson.TASK, "The holder of this task.")
                .flag(MessageJson.ALL, "All other agents of the project.")
                .text(NewMessage.TEXT, "The message.")
                .requires(NewMessage.TEXT.field()),
            this::send),
        new Tool(
            McpTool.INBOX,
            "Read messages",
            "Lists the messages that were sent to you, the newest ones.",
            new Schema()
                .number(MessageFilter.LIMIT, "At most so many (%d).".formatted(DEFAULT_MESSAGES)),
            this::inbox),
        new Tool(
            McpTool.STATUS,
            "Show the status",
            "Shows who you are here, how many tasks are open, and who works on which.",
            new Schema(),
            this::status),
        new Tool(
            McpTool.MODE_SET,
            "Update a mode",
            "Updates a mode that is active in your session: its phase, stage, worker, ...",
            ModeArguments.schema(),
            this::setMode));
  }

  private CompletableFuture<ToolResult> note(ToolCall call) {
    JsonFields fields = call.arguments();
    String text = fields.requiredText(Notes.TEXT);
    boolean priority = fields.flag(PRIORITY);
    boolean working = fields.flag(WORKING);
    fields.rejectUnknown();
    if (priority && working) {
      throw InvalidInput.because("a note is 'priority' or 'working', not both");
    }
    Note.Kind kind = priority ? Note.Kind.PRIORITY : working ? Note.Kind.WORKING : Note.Kind.MANUAL;
    Worker worker = call.worker();
    return notes
        .add(List.of(new NewNote(worker.project().id(), kind, worker.session(), text.strip())))
        .thenApply(
            added -> {
              Note note = Refused.unless(added.get(0));
              return ToolResult.of("added note " + note.id(), Json.object().put("id", note.id()));
            });
  }

  private CompletableFuture<ToolResult> send(ToolCall call) {
    JsonFields fields = call.arguments();
    Target target = MessageJson.target(fields);
    String text = fields.requiredText(NewMessage.ANY_TEXT);
    fields.rejectUnknown();
    String project = call.worker().project().id();
    return messages
        .identify(call.worker().caller(), project)
        .thenCompose(
            sender ->
                messages.send(project, Refused.unless(sender), target, text, call.requestId()))
        .thenApply(outcome -> sent(Refused.unless(outcome)));
  }

  private ToolResult sent(Sent sent) {
    String stored =
        sent.stored().stream()
            .map(
                message ->
                    "stored message %d for %s".formatted(message.id(), message.receiver().title()))
            .collect(Collectors.joining("\n"));
    return ToolResult.of(
        sent.full().isEmpty() ? stored : (stored + "\n" + MessageLimits.full(sent.full())).strip(),
        MessageJson.sent(sent, messages.now()));
  }

  private CompletableFuture<ToolResult> inbox(ToolCall call) {
    int limit = call.arguments().integer(MessageFilter.LIMIT, DEFAULT_MESSAGES);
    call.arguments().rejectUnknown();
    String project = call.worker().project().id();
    return messages
        .identify(call.worker().caller(), project)
        .thenCompose(
            identified -> {
              Sender reader = Refused.unless(identified);
              boolean hasEvents = reader.actor().kind() == Actor.Kind.AGENT;
              Address own =
                  hasEvents
                      ? reader.address()
                      : new Address(
                          Optional.empty(),
                          Optional.of(call.worker().name()),
                          reader.workstation());
              // an agent without a session has no events, so looking is reading
              return messages
                  .open(project, own, !hasEvents, limit)
                  .thenApply(found -> inbox(found, own));
            });
  }

  private ToolResult inbox(List<Message> found, Address own) {
    ObjectNode json = Json.object();
    found.forEach(message -> json.withArray("messages").addObject().put("id", message.id()));
    return ToolResult.of(
        found.isEmpty()
            ? "no messages"
            : ToolResult.withTools(MessageText.forModel(found, own, messages.now())),
        json);
  }

  private CompletableFuture<ToolResult> status(ToolCall call) {
    call.arguments().rejectUnknown();
    return status
        .read(Optional.of(call.worker().project().id()))
        .thenApply(found -> status(found, call.worker()));
  }

  private static ToolResult status(Status status, Worker worker) {
    List<String> lines = new ArrayList<>();
    ObjectNode json = Json.object().put("agent", worker.name());
    worker.session().ifPresent(session -> json.put("session", session));
    json.put("project", worker.project().id());
    lines.add("you are agent " + QuotedText.name(worker.name()));
    for (SwarmSummary swarm : status.swarms()) {
      json.withArray("swarms").add(TaskJson.summary(swarm));
      lines.add("swarm %s: %s".formatted(QuotedText.name(swarm.id().name()), counts(swarm)));
    }
    List<Task> claims = status.claims().stream().limit(SHOWN_CLAIMS).toList();
    for (Task task : claims) {
      json.withArray("claims").add(TaskWords.brief(task));
      boolean mine = worker.holder().holds(task);
      lines.add(TaskWords.line(task) + (mine ? "  you hold it" : ""));
    }
    if (status.claims().size() > claims.size()) {
      lines.add("and %d more claims".formatted(status.claims().size() - claims.size()));
    }
    return ToolResult.of(String.join("\n", lines), json);
  }

  private static String counts(SwarmSummary swarm) {
    return Stream.of(TaskStatus.values())
            .filter(state -> swarm.count(state) > 0)
            .map(state -> swarm.count(state) + " " + state.label())
            .collect(Collectors.joining(", "))
        + (swarm.paused() ? "; paused" : "");
  }

  private CompletableFuture<ToolResult> setMode(ToolCall call) {
    Mode mode = ModeArguments.mode(call.arguments());
    Map<String, Object> fields = ModeArguments.values(mode, call.arguments());
    if (fields.isEmpty()) {
      throw InvalidInput.because("nothing to set; give a field of " + mode.label());
    }
    Worker worker = call.worker();
    String session =
        worker
            .session()
            .orElseThrow(
                () -> new Refused("only an agent of a session has modes, and you have no session"));
    return modes
        .change(
            new ModeRequests.Wish(
                worker.project().id(), session, mode, worker.caller(), Optional.empty()),
            fields)
        .thenApply(
            outcome ->
                ToolResult.of(
                    mode.label() + " is updated",
                    ModeJson.mode(Refused.unless(outcome), time.millis())));
  }
}
