package swarmd.builtin.edits;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.builtin.payload.ToolFile;
import swarmd.builtin.shell.CommandWrites;
import swarmd.builtin.shell.ShellCommand;
import swarmd.files.FileLanes;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.store.Store;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskText;
import swarmd.text.Cut;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/**
 * Keeps agents from writing files that another agent's claimed task owns, with an edit tool or a
 * shell command. A subagent may write what its main agent owns. An agent that works in its task's
 * worktree may write anything there, and nobody else may.
 */
public final class FileOwnership implements HookHandler {
  static final String NAME = "file-ownership";

  private static final long MINUTE = 60_000;

  private final Policy policy;
  private final Store store;
  private final UnownedProjects unowned;
  private final OwnedFileWatch watch;
  private final FileLanes files;
  private final String userHome;
  private final Supplier<Optional<Duration>> behind;
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
   * @param watch is told of every tool that may write
   * @param files runs the code that reads the file system
   * @param behind how long others' tasks have not been heard of, if that matters
   */
  public FileOwnership(
      Policy policy,
      Store store,
      OwnedFileWatch watch,
      FileLanes files,
      Path userHome,
      Supplier<Optional<Duration>> behind,
      Time time) {
    this.policy = policy;
    this.store = store;
    unowned = new UnownedProjects(store);
    this.watch = watch;
    this.files = files;
    this.userHome = userHome.toString();
    this.behind = behind;
    this.time = time;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "keeps agents from writing files that another agent's claimed task owns";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (policy == Policy.OFF || !event.hasSession() || unowned.contains(event.project().get())) {
      return HookResult.SILENCE;
    }
    List<ToolFile> edited = ToolFile.edited(event);
    Optional<String> command = ShellCommand.of(event);
    if (edited.isEmpty() && command.isEmpty()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    long before = unowned.claims();
    return store
        .read(snapshot -> FileOwners.of(event, snapshot))
        .thenCompose(
            owners -> {
              if (owners.none()) {
                unowned.add(project, before);
                return HookResult.SILENCE;
              }
              watch.begin(event);
              return check(event, edited, command.orElse(""), owners);
            });
  }

  /** Reads the disk only if other agents own files. */
  private CompletionStage<HookResult> check(
      HookEvent event, List<ToolFile> edited, String command, FileOwners owners) {
    return owners.noOthers()
        ? HookResult.SILENCE
        : CompletableFuture.supplyAsync(
                () ->
                    edited.isEmpty()
                        ? checkCommand(event, command, owners)
                        : checkEdit(event, edited, owners),
                files.of(event.folder()))
            .thenApply(
                result -> {
                  if (result.is(Decision.DENY)) {
                    watch.denied(event);
                  }
                  return result;
                });
  }

  private HookResult checkEdit(HookEvent event, List<ToolFile> edited, FileOwners owners) {
    Path project = Path.of(event.folder().orElseThrow());
    WrittenOwner owner =
        new WrittenOwner(project, owners, () -> OwnedFiles.list(owners, List.of()));
    return edited.stream()
        .flatMap(file -> owner.ofFile(file.path()).stream())
        .findFirst()
        .map(owned -> answer(event, owned))
        .orElse(HookResult.NOTHING);
  }

  /** A command that may run, and may write more than its text tells, is watched. */
  private HookResult checkCommand(HookEvent event, String command, FileOwners owners) {
    CommandPlace place = CommandPlace.of(event, userHome);
    CommandWrites writes = place.writesOf(command);
    List<Path> trees =
        Stream.of(place.project(), place.workTree())
            .distinct()
            .filter(tree -> !owners.isInOwnTree(tree))
            .toList();
    Memo<OwnedFiles> owned = new Memo<>(() -> OwnedFiles.list(owners, trees));
    Optional<HookResult> answer =
        new WrittenOwner(place.project(), owners, owned)
            .of(writes.files())
            .map(found -> answer(event, found));
    if (!writes.harmless() && answer.filter(each -> each.is(Decision.DENY)).isEmpty()) {
      watch.remember(event, owned.get());
    }
    return answer.orElse(HookResult.NOTHING);
  }

  private HookResult answer(HookEvent event, WrittenOwner.Owned owned) {
    Task task = owned.task();
    String reason =
        "swarmd: %s %s task %d (%s), which %s is working on; its lease lasts %d more min and is renewed while that agent works. "
            .formatted(
                Cut.toLine(500, owned.path().toString()),
                task.inWorktree() ? "is in the worktree of" : "belongs to",
                task.id(),
                QuotedText.line(80, task.title()),
                TaskText.holder(task, event.session()),
                minutesLeft(task));
    String outdated = TaskText.outdated(behind.get()).map(sentence -> sentence + " ").orElse("");
    String advice =
        outdated
            + "Work on something else, or wait until the task is done; see: swarm task show %d. To write to its agent: swarm send --task %1$d \"text\""
                .formatted(task.id());
    return switch (policy) {
      case DENY -> HookResult.deny(reason + "Do not edit it. " + advice);
      case ASK -> HookResult.ask(reason + advice);
      case WARN ->
          HookResult.context(reason + "Your edit was allowed, but may conflict. " + advice)
              .withSystemMessage(reason.strip());
      case OFF -> HookResult.NOTHING;
    };
  }

  private long minutesLeft(Task task) {
    long left = task.lease().map(Lease::expiresAt).orElse(0L) - time.millis();
    return Math.max(1, (left + MINUTE - 1) / MINUTE);
  }
}
