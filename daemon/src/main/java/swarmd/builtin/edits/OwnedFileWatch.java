package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import swarmd.builtin.edits.OwnedFiles.Change;
import swarmd.builtin.edits.ToolRuns.Run;
import swarmd.builtin.payload.ToolFile;
import swarmd.builtin.sessions.Notices;
import swarmd.builtin.shell.ShellCommand;
import swarmd.catalogue.ToolKind;
import swarmd.files.FileLanes;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.swarm.Task;
import swarmd.swarm.TaskText;
import swarmd.text.Cut;
import swarmd.text.QuotedText;
import swarmd.time.Time;

/**
 * Compares the files of other agents' tasks before and after a shell command, and notifies both
 * agents of what has changed. Only a command's text can be checked before it runs, and scripts do
 * what their text does not say.
 */
public final class OwnedFileWatch implements HookHandler {
  private static final int MAX_NAMED = 5;
  private static final int MAX_COMMAND = 100;
  private static final int MAX_NAME = 80;

  private final Store store;
  private final Notices notices;
  private final FileLanes files;
  private final ToolRuns runs;
  private final BackgroundRuns background;

  /**
   * @param files runs the code that reads the file system
   */
  public OwnedFileWatch(Store store, Notices notices, FileLanes files, Time time) {
    this.store = store;
    this.notices = notices;
    this.files = files;
    runs = new ToolRuns(time);
    background = new BackgroundRuns(time);
  }

  @Override
  public String name() {
    return FileOwnership.NAME;
  }

  @Override
  public String description() {
    return "notifies both agents if a command has changed files that another agent's task owns";
  }

  /** A tool is about to run. */
  void begin(HookEvent event) {
    runs.begin(event, ToolFile.edited(event).stream().map(ToolFile::path).toList());
  }

  /** A tool that was denied does not run. */
  void denied(HookEvent event) {
    runs.forget(event);
  }

  /** A command is about to run that may change files of others. */
  void remember(HookEvent event, OwnedFiles before) {
    runs.remember(event, before);
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (runs.isEmpty() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    CompletionStage<HookResult> ended = afterRun(event);
    Optional<BackgroundRuns.Job> job = background.next(event);
    return job.isEmpty() ? ended : ended.thenCombine(afterRun(event, job.get()), HookResult::and);
  }

  /** Reports the owned files that the command of this event has changed. */
  private CompletionStage<HookResult> afterRun(HookEvent event) {
    Optional<OwnedFiles> before = runs.takeBefore(event);
    if (event.tool() == ToolKind.SHELL && before.isPresent() && BackgroundRuns.isIn(event)) {
      runs.running(event)
          .ifPresent(
              run ->
                  background.add(
                      event,
                      new BackgroundRuns.Job(run, ShellCommand.asWritten(event), before.get())));
      return HookResult.SILENCE; // it is looked at from now on
    }
    Optional<Run> run = runs.end(event);
    if (run.isEmpty() || before.isEmpty() || event.tool() != ToolKind.SHELL) {
      return HookResult.SILENCE;
    }
    return afterRun(
        event, new BackgroundRuns.Job(run.get(), ShellCommand.asWritten(event), before.get()));
  }

  private CompletionStage<HookResult> afterRun(HookEvent event, BackgroundRuns.Job job) {
    return CompletableFuture.supplyAsync(() -> changes(event, job), files.of(event.folder()))
        .thenCompose(
            changes ->
                changes.isEmpty()
                    ? HookResult.SILENCE
                    : store
                        .read(snapshot -> stillOwned(changes, event, snapshot))
                        .thenApply(owned -> tell(event, job.command(), owned)));
  }

  private List<Change> changes(HookEvent event, BackgroundRuns.Job job) {
    OwnedFiles now = job.before().again();
    background.seen(event, job, now);
    return now.changesSince(job.before()).stream()
        .filter(change -> !byItsOwner(change, job.run()))
        .toList();
  }

  /** Whether the owner, or another agent of its session, was at work on it at the same time. */
  private boolean byItsOwner(Change change, Run run) {
    long modified = change.file().stamp().modified().toMillis();
    boolean timed = change.kind() != Change.Kind.DELETED && run.includes(modified);
    return runs.any(
        other ->
            !other.conversation().equals(run.conversation())
                && change
                    .file()
                    .task()
                    .session()
                    .equals(Optional.of(other.conversation().session()))
                && other.overlaps(run)
                && (!other.files().isEmpty()
                    ? other.files().contains(change.file().path())
                    : !timed || other.includes(modified)));
  }

  /** What belongs to whom. */
  private record Owned(Task task, List<Change> changes, Optional<Conversation> owner) {}

  private static List<Owned> stillOwned(List<Change> changes, HookEvent event, Snapshot snapshot) {
    FileOwners owners = FileOwners.of(event, snapshot);
    Map<Long, List<Change>> byTask =
        changes.stream()
            .collect(
                Collectors.groupingBy(
                    change -> change.file().task().id(), LinkedHashMap::new, Collectors.toList()));
    return owners.others().stream()
        .filter(task -> byTask.containsKey(task.id()))
        .map(
            task ->
                new Owned(
                    task,
                    byTask.get(task.id()),
                    conversation(task, event.project().orElseThrow(), snapshot)))
        .toList();
  }

  private static Optional<Conversation> conversation(Task task, String project, Snapshot snapshot) {
    return task.session()
        .map(
            session -> {
              String agent = task.agent().orElse("");
              boolean subagent =
                  snapshot.get(SubagentQueries.class).find(project, session, agent).isPresent();
              return new Conversation(project, session, subagent ? agent : "");
            });
  }

  private HookResult tell(HookEvent event, String command, List<Owned> all) {
    for (Owned owned : all) {
      owned.owner.ifPresent(owner -> notices.add(owner, forOwner(event, command, owned)));
    }
    return all.isEmpty()
        ? HookResult.NOTHING
        : HookResult.context(
            all.stream()
                .map(owned -> forWriter(event, owned))
                .collect(Collectors.joining("\n", "swarmd: ", "")));
  }

  private static String forWriter(HookEvent event, Owned owned) {
    return "while your command ran, files of task %d (%s), which %s is working on, were written: %s. %sIf your command did that, do not repeat it, and leave these files to that agent."
        .formatted(
            owned.task.id(),
            QuotedText.line(MAX_NAME, owned.task.title()),
            TaskText.holder(owned.task, event.session()),
            named(event, owned.changes),
            owned.owner.isPresent() ? "That agent is told as well. " : "");
  }

  private static String forOwner(HookEvent event, String command, Owned owned) {
    return "files of your task %d were written while %s ran the command %s: %s. Re-read them before you edit them again."
        .formatted(
            owned.task.id(),
            sender(event, owned.task),
            QuotedText.line(MAX_COMMAND, command),
            named(event, owned.changes));
  }

  private static String sender(HookEvent event, Task task) {
    String agent =
        event.agent().map(id -> "agent " + Cut.toLine(MAX_NAME, id)).orElse("the main agent");
    return event.session().equals(task.session())
        ? agent + " of this session"
        : agent + " of session " + Cut.toLine(MAX_NAME, event.session().orElse("unknown"));
  }

  private static String named(HookEvent event, List<Change> changes) {
    Path project = Path.of(event.folder().orElseThrow());
    String named =
        changes.stream()
            .limit(MAX_NAMED)
            .map(change -> name(project, change))
            .sorted()
            .collect(Collectors.joining(", "));
    int more = changes.size() - MAX_NAMED;
    return more > 0 ? named + " and " + more + " more" : named;
  }

  private static String name(Path project, Change change) {
    Path path = change.file().path();
    String shown = (path.startsWith(project) ? project.relativize(path) : path).toString();
    return Cut.toLine(300, shown)
        + switch (change.kind()) {
          case CHANGED -> "";
          case DELETED -> " (deleted)";
          case CREATED -> " (created)";
        };
  }
}
