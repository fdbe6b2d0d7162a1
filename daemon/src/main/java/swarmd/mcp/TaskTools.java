package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.api.NewTasks;
import swarmd.catalogue.McpTool;
import swarmd.common.InvalidValue;
import swarmd.common.ListSize;
import swarmd.common.NumberRange;
import swarmd.common.Outcome;
import swarmd.common.TextLength;
import swarmd.json.Json;
import swarmd.json.JsonFields;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.Completion;
import swarmd.swarm.Completions;
import swarmd.swarm.Holding;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.swarm.Tasks;
import swarmd.time.Time;

/** The tools for tasks. Leases need no token here: the caller is known. */
final class TaskTools {
  private static final ListSize STATUSES = ListSize.upTo(TaskStatus.values().length, "status");
  private static final TextLength STATUS = TextLength.notBlank(20, "status");

  /** A model has to read them all. */
  private static final NumberRange LISTED = new NumberRange(TaskFilter.LIMIT.field(), 1, 100);

  private static final int DEFAULT_LISTED = 20;

  private final Tasks tasks;
  private final Completions completions;
  private final Duration defaultLease;
  private final Time time;

  TaskTools(Tasks tasks, Completions completions, Duration defaultLease, Time time) {
    this.tasks = tasks;
    this.completions = completions;
    this.defaultLease = defaultLease;
    this.time = time;
  }

  List<Tool> tools() {
    return List.of(
        new Tool(
            McpTool.TASK_LIST,
            "List tasks",
            "Lists the project's open tasks, or those in the given states.",
            new Schema()
                .list(STATUSES, Schema.choice(statuses()), "Only tasks in one of these states.")
                .text(SwarmId.NAME, "Only tasks of this swarm.")
                .texts(TaskSpec.TAGS, TaskSpec.TAG, "Only tasks that have all these tags.")
                .text(TaskFilter.SEARCH, "Only tasks with this text in title or description.")
                .number(TaskFilter.AFTER, "Only tasks with a larger id.")
                .number(LISTED, "At most so many (%d).".formatted(DEFAULT_LISTED)),
            this::list),
        new Tool(
            McpTool.TASK_SHOW,
            "Show a task",
            "Shows a task: its description, state, and what earlier holders have left.",
            withId(new Schema()),
            this::show),
        new Tool(
            McpTool.TASK_ADD,
            "Add tasks",
            "Adds tasks for the agents of this project; all of them or none.",
            new Schema().list(Tasks.ADDED, newTask(), "The tasks.").requires(Tasks.ADDED.field()),
            this::add),
        new Tool(
            McpTool.TASK_CLAIM,
            "Claim a task",
            "Claims the next task, or the given one, for you alone. If there is none, it says why;"
                + " with wait_ms it waits for one. Work on it, then call task_complete,"
                + " task_release or task_fail.",
            new Schema()
                .number(Task.ID, "Only this task.")
                .number(ClaimRequest.LIMIT, "At most so many tasks (1).")
                .texts(ClaimRequest.FILES, ClaimRequest.FILE, "Tasks that own these files first.")
                .texts(TaskSpec.TAGS, TaskSpec.TAG, "Only tasks that have all these tags.")
                .text(SwarmId.NAME, "Only tasks of this swarm.")
                .millis(ClaimRequest.LEASE, "How long you hold it unless you renew it.")
                .millis(
                    ClaimRequest.WAIT,
                    "How long to wait for work (0). Many hosts give up after 60000, so stay"
                        + " below."),
            this::claim),
        new Tool(
            McpTool.TASK_RENEW,
            "Renew a lease",
            "Extends your lease of a task that you hold.",
            withId(new Schema()),
            this::renew),
        new Tool(
            McpTool.TASK_RELEASE,
            "Release a task",
            "Gives a task back that you hold, so that others can claim it.",
            withId(new Schema().text(TaskEvent.NOTE, "A note for the next agent.")),
            this::release),
        new Tool(
            McpTool.TASK_COMPLETE,
            "Complete a task",
            "Marks a task that you hold as done, after its checks if it has any. If your host gives"
                + " up waiting, call it again: the checks go on.",
            withId(new Schema().text(TaskState.RESULT, "The result, in a few words.")),
            this::complete),
        new Tool(
            McpTool.TASK_FAIL,
            "Fail a task",
            "Marks a task that you hold as failed.",
            withId(new Schema().text(TaskState.ERROR, "Why.")),
            this::fail));
  }

  private static Schema withId(Schema schema) {
    return schema.number(Task.ID, "The task.").requires(Task.ID.field());
  }

  private static ObjectNode newTask() {
    ObjectNode dependency = Json.object();
    dependency.putArray("anyOf").add(type("integer")).add(type("string"));
    return new Schema()
        .text(TaskSpec.TITLE, "What is to be done, in one line.")
        .text(TaskSpec.DESCRIPTION, "Everything that its agent has to know.")
        .number(TaskSpec.PRIORITY, "Lower goes first (0).")
        .number(TaskSpec.WAVE, "Claimable once every lower wave is settled (0).")
        .texts(TaskSpec.FILES, TaskSpec.GLOB, "Globs of files that only its holder may edit.")
        .texts(TaskSpec.TAGS, TaskSpec.TAG, "What kind of work it is.")
        .texts(TaskSpec.CHECKS, TaskSpec.CHECK, "Checks that must pass before it is done.")
        .text(TaskSpec.KEY, "Its name in the swarm; adding it again changes nothing.")
        .list(NewTask.DEPENDENCIES, dependency, "Ids or keys of tasks to be done before it.")
        .text(SwarmId.NAME, "Its swarm.")
        .requires(TaskSpec.TITLE.field())
        .json();
  }

  private static ObjectNode type(String name) {
    return Json.object().put("type", name);
  }

  private static List<String> statuses() {
    return Stream.of(TaskStatus.values()).map(TaskStatus::label).toList();
  }

  private CompletableFuture<ToolResult> list(ToolCall call) {
    JsonFields fields = call.arguments();
    Set<TaskStatus> wanted =
        fields.texts(STATUSES, STATUS).stream().map(TaskTools::status).collect(Collectors.toSet());
    Optional<String> swarm = fields.text(SwarmId.NAME);
    List<String> tags = fields.texts(TaskSpec.TAGS, TaskSpec.TAG);
    Optional<String> search = fields.text(TaskFilter.SEARCH);
    long after = fields.number(TaskFilter.AFTER).orElse(0L);
    int limit = fields.integer(LISTED, DEFAULT_LISTED);
    fields.rejectUnknown();
    TaskFilter filter =
        new TaskFilter(
            Optional.of(call.worker().project().id()),
            swarm,
            wanted.isEmpty() ? open() : wanted,
            Optional.empty(),
            tags,
            Optional.empty(),
            search,
            Order.ID,
            false,
            after,
            limit);
    return tasks
        .listBrief(filter, 0)
        .thenApply(found -> TaskWords.list(found, found.size() == limit));
  }

  private static Set<TaskStatus> open() {
    return Stream.of(TaskStatus.values())
        .filter(status -> !status.terminal())
        .collect(Collectors.toSet());
  }

  private static TaskStatus status(String label) {
    return TaskStatus.of(label)
        .orElseThrow(
            () ->
                new InvalidValue(
                    STATUS.field(),
                    "must be one of %s, not '%s'".formatted(String.join(", ", statuses()), label)));
  }

  private CompletableFuture<ToolResult> show(ToolCall call) {
    long id = id(call);
    call.arguments().rejectUnknown();
    return found(id).thenApply(found -> TaskWords.history(found, time.millis()));
  }

  private static long id(ToolCall call) {
    return call.arguments().requiredNumber(Task.ID);
  }

  private CompletableFuture<Tasks.TaskHistory> found(long id) {
    return tasks
        .show(id)
        .thenApply(found -> found.orElseThrow(() -> new Refused(TaskText.noSuchTask(id))));
  }

  private CompletableFuture<ToolResult> add(ToolCall call) {
    JsonFields fields = call.arguments();
    List<NewTask> added = NewTasks.read(fields, Optional.empty());
    return tasks
        .add(call.worker().project().id(), added, Optional.of(call.worker().actor()))
        .thenApply(outcome -> TaskWords.added(Refused.unless(outcome)));
  }

  private CompletableFuture<ToolResult> claim(ToolCall call) {
    JsonFields fields = call.arguments();
    Optional<Long> id = fields.number(Task.ID);
    int limit = fields.integer(ClaimRequest.LIMIT, 1);
    List<String> files = fields.texts(ClaimRequest.FILES, ClaimRequest.FILE);
    List<String> tags = fields.texts(TaskSpec.TAGS, TaskSpec.TAG);
    Optional<String> swarm = fields.text(SwarmId.NAME);
    Duration lease = fields.duration(ClaimRequest.LEASE).orElse(defaultLease);
    Duration patience = fields.duration(ClaimRequest.WAIT).orElse(Duration.ZERO);
    fields.rejectUnknown();
    ClaimRequest request =
        new ClaimRequest(
            call.worker().project().id(),
            call.worker().name(),
            call.worker().session(),
            id,
            limit,
            files,
            tags,
            swarm,
            lease,
            patience,
            call.requestId());
    return call.cancellable(tasks.claimOnce(request))
        .thenCompose(
            outcome -> {
              Claimed claimed = Refused.unless(outcome);
              return tasks
                  .handoffs(claimed)
                  .thenApply(
                      handoffs ->
                          TaskWords.claimed(claimed, handoffs, time.millis())
                              .ifUnsent(() -> tasks.giveBack(claimed)));
            });
  }

  /** A step of the holder. */
  private interface Step {
    CompletableFuture<Outcome<Task>> take(String token);
  }

  private CompletableFuture<ToolResult> renew(ToolCall call) {
    long id = id(call);
    call.arguments().rejectUnknown();
    return take(call, id, Optional.empty(), token -> tasks.renew(id, token));
  }

  private CompletableFuture<ToolResult> release(ToolCall call) {
    long id = id(call);
    Optional<String> note = call.arguments().text(TaskEvent.NOTE);
    call.arguments().rejectUnknown();
    return take(call, id, Optional.of(Kind.RELEASED), token -> tasks.release(id, token, note));
  }

  private CompletableFuture<ToolResult> fail(ToolCall call) {
    long id = id(call);
    Optional<String> error = call.arguments().text(TaskState.ERROR);
    call.arguments().rejectUnknown();
    return take(call, id, Optional.of(Kind.FAILED), token -> tasks.fail(id, token, error));
  }

  private CompletableFuture<ToolResult> complete(ToolCall call) {
    long id = id(call);
    Optional<String> result = call.arguments().text(TaskState.RESULT);
    call.arguments().rejectUnknown();
    return take(
        call,
        id,
        Optional.of(Kind.COMPLETED),
        token ->
            call.cancellable(
                completions.complete(
                    new Completion(id, token, result, call.worker().folder(), progress -> {}))));
  }

  private CompletableFuture<ToolResult> take(
      ToolCall call, long id, Optional<Kind> kind, Step step) {
    return found(id)
        .thenCompose(
            found -> {
              Holding holding = Holding.of(found, call.worker().holder(), kind);
              if (holding instanceof Holding.Held held) {
                return step.take(held.token()).thenApply(Refused::unless);
              }
              if (holding instanceof Holding.Repeated repeated) {
                return CompletableFuture.completedFuture(repeated.task());
              }
              throw new Refused(notHeld(found.task(), call.worker()));
            })
        .thenApply(TaskWords::changed);
  }

  private static String notHeld(Task task, Worker worker) {
    return switch (task.status()) {
      case CLAIMED ->
          "task %d is held by %s, not by you; for other work: task_claim"
              .formatted(task.id(), TaskText.holder(task, worker.session()));
      case PENDING, BLOCKED ->
          "task %d is %s; claim it first: task_claim with \"id\": %1$d"
              .formatted(task.id(), task.status().label());
      case DONE, FAILED, CANCELLED ->
          "task %d %s %s; nobody holds it; for other work: task_claim"
              .formatted(task.id(), task.status().verb(), task.status().label());
    };
  }
}
