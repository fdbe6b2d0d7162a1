package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRules;
import swarmd.time.Time;

/**
 * Moves whole swarms between this workstation's own tasks and the team's. A move that was
 * interrupted is completed by the next one; no task is lost or there twice.
 */
public final class TaskMoves {
  private static final int MAX_NAMED = 20;

  /** They are one statement, which has to be over before the connection gives up. */
  private static final int MAX_TASKS = 40_000;

  private static final int EXPIRED_AT_ONCE = 1_000;

  private final Store local;
  private final TeamDatabase database;
  private final TeamCopy copy;
  private final TaskRules rules;
  private final String workstation;
  private final Time time;

  TaskMoves(
      Store local,
      TeamDatabase database,
      TeamCopy copy,
      TaskRules rules,
      String workstation,
      Time time) {
    this.local = local;
    this.database = database;
    this.copy = copy;
    this.rules = rules;
    this.workstation = workstation;
    this.time = time;
  }

  /**
   * A task that was moved.
   *
   * @param to its new id; empty if nothing was moved yet
   */
  public record Moved(long from, Optional<Long> to, String swarm, String status, String title) {}

  /**
   * Moves swarms to the team.
   *
   * @param names of the project on this workstation; a project may have got a name meanwhile
   * @param project its name in the team
   */
  public CompletableFuture<Outcome<List<Moved>>> push(
      Collection<String> names, String project, Optional<String> swarm, boolean dryRun) {
    return local
        .write(
            transaction -> {
              long now = time.millis();
              if (!dryRun) { // no daemon has looked at these leases for a while
                rules.expire(
                    transaction.get(TaskRepository.class), task -> 0, now, EXPIRED_AT_ONCE);
              }
              return transaction.get(ParcelRepository.class).pack(names, swarm, now);
            })
        .thenCompose(
            packed -> {
              Optional<Outcome<List<Moved>>> refusal = refusal(packed.held(), packed.linked());
              if (refusal.isPresent()) {
                return CompletableFuture.completedFuture(refusal.get());
              }
              if (packed.origins().size() > MAX_TASKS) {
                return CompletableFuture.completedFuture(
                    Outcome.refused(
                        ErrorCode.INVALID_REQUEST,
                        "these are more than %d tasks; move one swarm at a time with --swarm, or delete old ones before: swarm prune"
                            .formatted(MAX_TASKS)));
              }
              if (dryRun || packed.origins().isEmpty()) {
                return CompletableFuture.completedFuture(
                    Outcome.ok(moved(packed, JsonNodeFactory.instance.objectNode())));
              }
              return send(packed, project);
            });
  }

  private CompletableFuture<Outcome<List<Moved>>> send(
      ParcelRepository.Packed packed, String project) {
    ObjectNode content = packed.content();
    content.put("project", project).put("workstation", workstation);
    return database
        .takeIn(content)
        .thenCompose(
            answer ->
                local
                    .write(
                        transaction -> {
                          transaction.get(ParcelRepository.class).remove(packed.origins().keySet());
                          return true;
                        })
                    .thenCompose(
                        removed -> {
                          database.announce();
                          return copy.catchUp();
                        })
                    .thenApply(current -> Outcome.ok(moved(packed, answer.path("ids")))));
  }

  private static List<Moved> moved(ParcelRepository.Packed packed, JsonNode ids) {
    Map<String, Long> old =
        packed.origins().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    List<Moved> moved = new ArrayList<>();
    for (JsonNode task : packed.content().get("tasks")) {
      String origin = task.get("origin").asText();
      moved.add(moved(task, old.get(origin), number(ids.path(origin))));
    }
    return moved;
  }

  private static Moved moved(JsonNode task, long from, Optional<Long> to) {
    return new Moved(
        from,
        to,
        task.get("swarm").asText(),
        task.get("status").asText(),
        task.get("title").asText());
  }

  private static Optional<Long> number(JsonNode value) {
    return value.isNumber() ? Optional.of(value.asLong()) : Optional.empty();
  }

  private static Optional<Outcome<List<Moved>>> refusal(List<Long> held, List<Long> linked) {
    if (!held.isEmpty()) {
      return Optional.of(
          Outcome.refused(
              ErrorCode.INVALID_TRANSITION,
              "%s held; complete or release %s first, or wait until the %s over"
                  .formatted(
                      held.size() == 1 ? named(held) + " is" : named(held) + " are",
                      held.size() == 1 ? "it" : "them",
                      held.size() == 1 ? "lease is" : "leases are")));
    }
    return linked.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Outcome.refused(
                ErrorCode.INVALID_TRANSITION,
                named(linked)
                    + " and tasks of another swarm depend on each other; leave out --swarm to move"
                    + " all swarms of the project"));
  }

  private static String named(List<Long> ids) {
    String list =
        ids.stream().limit(MAX_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
    return (ids.size() == 1 ? "task " : "tasks ") + list + (ids.size() > MAX_NAMED ? ", …" : "");
  }

  /**
   * Moves swarms of the team to this workstation.
   *
   * @param name of the project on this workstation
   */
  public CompletableFuture<Outcome<List<Moved>>> pull(
      String name, String project, Optional<String> swarm, boolean dryRun) {
    return local
        .write(transaction -> transaction.get(ParcelRepository.class).owner())
        .thenCompose(
            owner -> {
              ObjectNode call =
                  JsonNodeFactory.instance
                      .objectNode()
                      .put("owner", owner)
                      .put("project", project)
                      .put("dry_run", dryRun);
              swarm.ifPresent(only -> call.put("swarm", only));
              CompletableFuture<List<Moved>> left =
                  dryRun
                      ? CompletableFuture.completedFuture(List.of())
                      : unpackAll(owner, project, name);
              return left.thenCompose(before -> take(call, name, before));
            });
  }

  /** What was taken out of the team's database and not confirmed, by this call or earlier ones. */
  private CompletableFuture<List<Moved>> unpackAll(String owner, String project, String name) {
    return database
        .parcels(owner, project)
        .thenCompose(
            parcels -> {
              CompletableFuture<List<Moved>> all = CompletableFuture.completedFuture(List.of());
              for (JsonNode parcel : parcels) {
                all =
                    all.thenCompose(
                        before -> unpack(parcel, name).thenApply(moved -> joined(before, moved)));
              }
              return all;
            });
  }

  /**
   * A lost answer makes the database take tasks out again; so its parcels count, not its answer.
   */
  private CompletableFuture<Outcome<List<Moved>>> take(
      ObjectNode call, String name, List<Moved> before) {
    return database
        .handOut(call)
        .thenCompose(
            answer -> {
              Optional<Outcome<List<Moved>>> refusal =
                  refusal(ids(answer.path("held")), ids(answer.path("linked")));
              if (refusal.isPresent()) {
                return CompletableFuture.completedFuture(refusal.get());
              }
              if (call.get("dry_run").asBoolean()) {
                return CompletableFuture.completedFuture(
                    Outcome.ok(movedOf(answer.get("content"), Map.of())));
              }
              return unpackAll(call.get("owner").asText(), call.get("project").asText(), name)
                  .thenApply(moved -> Outcome.ok(joined(before, moved)));
            });
  }

  private CompletableFuture<List<Moved>> unpack(JsonNode parcel, String name) {
    String id = parcel.get("parcel").asText();
    JsonNode content = parcel.get("content");
    return local
        .write(
            transaction ->
                transaction.get(ParcelRepository.class).unpack(id, content, name, time.millis()))
        .thenCompose(
            ids ->
                database
                    .dropParcel(id)
                    .thenCompose(
                        dropped -> {
                          database.announce();
                          return copy.catchUp();
                        })
                    .thenApply(current -> ids.isEmpty() ? List.of() : movedOf(content, ids)));
  }

  private static List<Moved> movedOf(JsonNode content, Map<Long, Long> ids) {
    return StreamSupport.stream(content.get("tasks").spliterator(), false)
        .map(
            task -> {
              long from = task.get("id").asLong();
              return moved(task, from, Optional.ofNullable(ids.get(from)));
            })
        .toList();
  }

  private static List<Moved> joined(List<Moved> first, List<Moved> second) {
    List<Moved> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static List<Long> ids(JsonNode tasks) {
    return StreamSupport.stream(tasks.spliterator(), false)
        .map(task -> task.get("id").asLong())
        .distinct()
        .toList();
  }
}
