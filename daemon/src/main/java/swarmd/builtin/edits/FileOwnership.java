package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import swarmd.builtin.payload.ToolFile;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.SubagentQueries;
import swarmd.sessions.WorkTree;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.swarm.Holder;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.text.Cut;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/**
 * Keeps agents from editing files that another agent's claimed task owns. A subagent may edit what
 * its main agent owns.
 */
public final class FileOwnership implements HookHandler {
  private static final long MINUTE = 60_000;

  private final Policy policy;
  private final Store store;
  private final UnownedProjects unowned;
  private final Executor files;
  private final Time time;

  /** What to do about such an edit. */
  public enum Policy {
    DENY,
    ASK,
    WARN,
    OFF;

    /** Parses the setting's value. */
    public static Policy of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * @param files runs the code that reads the file system
   */
  public FileOwnership(Policy policy, Store store, Executor files, Time time) {
    this.policy = policy;
    this.store = store;
    unowned = new UnownedProjects(store);
    this.files = files;
    this.time = time;
  }

  @Override
  public String name() {
    return "file-ownership";
  }

  @Override
  public String description() {
    return "keeps agents from editing files that another agent's claimed task owns";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<ToolFile> file = ToolFile.edited(event);
    if (policy == Policy.OFF || file.isEmpty() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    if (unowned.contains(project)) {
      return HookResult.SILENCE;
    }
    long before = unowned.claims();
    return store
        .read(snapshot -> Owners.of(event, snapshot))
        .thenCompose(
            owners -> {
              if (owners.own.isEmpty() && owners.others.isEmpty()) {
                unowned.add(project, before);
              }
              return check(event, file.get(), owners);
            });
  }

  /** Reads the disk only if other agents own files. */
  private CompletionStage<HookResult> check(HookEvent event, ToolFile file, Owners owners) {
    return owners.others.isEmpty()
        ? HookResult.SILENCE
        : CompletableFuture.supplyAsync(
                () -> owners.ownerOf(names(event, file)).map(task -> answer(event, file, task)),
                files)
            .thenApply(answer -> answer.orElse(HookResult.NOTHING));
  }

  /** Includes the name that the tool used: a task may own a file by a link's name. */
  private static List<String> names(HookEvent event, ToolFile file) {
    Path project = Path.of(event.folder().orElseThrow());
    return Stream.concat(Stream.of(file.path().toString()), file.realNames().stream())
        .distinct()
        .map(name -> WorkTree.relative(Path.of(name), project).toString())
        .distinct()
        .toList();
  }

  private HookResult answer(HookEvent event, ToolFile file, Task task) {
    String reason =
        "swarmd: %s belongs to task %d (%s), which %s is working on; its lease lasts %d more min and is renewed while that agent works. "
            .formatted(
                Cut.toLine(500, file.path().toString()),
                task.id(),
                QuotedText.line(80, task.title()),
                holder(event, task),
                minutesLeft(task));
    String advice =
        "Work on something else, or wait until the task is done; see: swarm task show " + task.id();
    return switch (policy) {
      case DENY -> HookResult.deny(reason + "Do not edit it. " + advice);
      case ASK -> HookResult.ask(reason + advice);
      case WARN ->
          HookResult.context(reason + "Your edit was allowed, but may conflict. " + advice)
              .withSystemMessage(reason.strip());
      case OFF -> HookResult.NOTHING;
    };
  }

  private static String holder(HookEvent event, Task task) {
    String agent = "agent " + Cut.toLine(80, task.agent().orElse("unknown"));
    if (task.session().isEmpty()) {
      return agent;
    }
    return agent
        + (task.session().equals(event.session())
            ? " of this session"
            : " of session " + Cut.toLine(80, task.session().get()));
  }

  private long minutesLeft(Task task) {
    long left = task.lease().map(Lease::expiresAt).orElse(0L) - time.millis();
    return Math.max(1, (left + MINUTE - 1) / MINUTE);
  }

  /**
   * The claimed tasks of a project that own files: the sender's or its main agent's, and others'.
   */
  private record Owners(List<Task> own, List<Task> others) {

    static Owners of(HookEvent event, Snapshot snapshot) {
      List<Task> tasks =
          snapshot.get(TaskQueries.class).claimedWithFiles(event.project().orElseThrow());
      List<Task> own =
          tasks.stream()
              .filter(
                  task ->
                      Holder.isOrWorksFor(
                          event.session(),
                          event.agent(),
                          task,
                          snapshot.get(SubagentQueries.class)))
              .toList();
      return new Owners(own, tasks.stream().filter(task -> !own.contains(task)).toList());
    }

    /** Another agent's task that owns one of these names, unless the sender's own task does too. */
    Optional<Task> ownerOf(List<String> names) {
      return names.stream()
          .filter(name -> own.stream().noneMatch(task -> task.owns(name)))
          .flatMap(name -> others.stream().filter(task -> task.owns(name)))
          .findFirst();
    }
  }
}
