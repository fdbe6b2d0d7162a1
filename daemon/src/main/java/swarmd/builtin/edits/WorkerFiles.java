package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import swarmd.builtin.edits.FileOwnership.Policy;
import swarmd.builtin.payload.ToolFile;
import swarmd.common.LruMap;
import swarmd.files.FileLanes;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.Modes;
import swarmd.modes.RunningWorker;
import swarmd.sessions.SubagentQueries;
import swarmd.sessions.WorkTree;
import swarmd.store.Store;
import swarmd.swarm.FileGlobs;
import swarmd.text.Cut;

/**
 * Keeps agents from editing files that a running ultrapilot worker has declared. The first subagent
 * of the session that edits a worker's files is that worker, unless it is another one already.
 */
public final class WorkerFiles implements HookHandler {
  private static final int REMEMBERED = 1_000;

  private final Policy policy;
  private final Modes modes;
  private final Store store;
  private final Function<HookEvent, List<ToolFile>> written;
  private final FileLanes files;
  private final Map<Key, String> agents = new LruMap<>(REMEMBERED);

  private record Key(String project, String session, String worker) {}

  /**
   * @param written finds the files that a tool call would write
   * @param files runs the code that reads the file system
   */
  public WorkerFiles(
      Policy policy,
      Modes modes,
      Store store,
      Function<HookEvent, List<ToolFile>> written,
      FileLanes files) {
    this.policy = policy;
    this.modes = modes;
    this.store = store;
    this.written = written;
    this.files = files;
  }

  @Override
  public String name() {
    return "worker-files";
  }

  @Override
  public String description() {
    return "keeps agents from writing files of an ultrapilot worker that is running";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (policy == Policy.OFF || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    CompletableFuture<List<RunningWorker>> workers = modes.runningWorkers(event.project().get());
    return workers.isDone() && !workers.isCompletedExceptionally() && workers.join().isEmpty()
        ? HookResult.SILENCE
        : workers.thenCompose(running -> check(event, running));
  }

  /** A file that would be written, and the worker it belongs to. */
  private record Owned(ToolFile file, RunningWorker worker) {}

  /** Reads the disk only if there are workers. */
  private CompletionStage<HookResult> check(HookEvent event, List<RunningWorker> running) {
    return running.isEmpty()
        ? HookResult.SILENCE
        : CompletableFuture.supplyAsync(
                () ->
                    written.apply(event).stream()
                        .flatMap(file -> owned(event, file, running).stream())
                        .toList(),
                files.of(event.folder()))
            .thenCompose(owned -> check(event, owned.iterator()));
  }

  /** The first file that the sender must not write decides. */
  private CompletionStage<HookResult> check(HookEvent event, Iterator<Owned> owned) {
    return owned.hasNext()
        ? check(event, owned.next())
            .thenCompose(
                result ->
                    result.isNothing()
                        ? check(event, owned)
                        : CompletableFuture.completedFuture(result))
        : HookResult.SILENCE;
  }

  private static List<String> names(HookEvent event, ToolFile file) {
    Path project = Path.of(event.folder().orElseThrow());
    return Stream.concat(Stream.of(file.path().toString()), file.realNames().stream())
        .distinct()
        .map(name -> WorkTree.relative(Path.of(name), project).toString())
        .distinct()
        .toList();
  }

  private static Optional<Owned> owned(
      HookEvent event, ToolFile file, List<RunningWorker> running) {
    List<String> names = names(event, file);
    return running.stream()
        .filter(
            worker -> FileGlobs.of(event.project().orElseThrow(), worker.files()).matchAny(names))
        .findFirst()
        .map(worker -> new Owned(file, worker));
  }

  private CompletionStage<HookResult> check(HookEvent event, Owned owned) {
    RunningWorker worker = owned.worker();
    ToolFile file = owned.file();
    boolean ofSession = worker.session().equals(event.session().orElseThrow());
    if (!ofSession || event.agent().isEmpty()) {
      return CompletableFuture.completedFuture(answer(file, worker));
    }
    Key key = new Key(event.project().get(), worker.session(), worker.name());
    Optional<String> holder = take(key, event.agent().get());
    return holder.isEmpty()
        ? HookResult.SILENCE
        : ended(key, holder.get())
            .thenApply(
                gone ->
                    gone && replace(key, holder.get(), event.agent().get())
                        ? HookResult.NOTHING
                        : answer(file, worker));
  }

  /** Makes the agent this worker if it can be; returns the other one that is in the way. */
  private synchronized Optional<String> take(Key key, String agent) {
    String holder = agents.get(key);
    if (holder == null && !isAnother(key, agent)) {
      agents.put(key, agent);
      return Optional.empty();
    }
    return holder == null
        ? Optional.of(agent)
        : Optional.of(holder).filter(other -> !other.equals(agent));
  }

  private boolean isAnother(Key key, String agent) {
    return agents.entrySet().stream()
        .anyMatch(
            known ->
                known.getValue().equals(agent)
                    && known.getKey().session().equals(key.session)
                    && !known.getKey().equals(key));
  }

  /** A worker may be started again as another subagent. */
  private synchronized boolean replace(Key key, String before, String agent) {
    return !before.equals(agent) && !isAnother(key, agent) && agents.replace(key, before, agent);
  }

  private CompletableFuture<Boolean> ended(Key key, String agent) {
    return store.read(
        snapshot ->
            snapshot
                .get(SubagentQueries.class)
                .find(key.project, key.session, agent)
                .filter(subagent -> subagent.endedAt().isPresent())
                .isPresent());
  }

  private HookResult answer(ToolFile file, RunningWorker worker) {
    String reason =
        "swarmd: %s belongs to the ultrapilot worker '%s', which is running. "
            .formatted(Cut.toLine(500, file.path().toString()), worker.name());
    String advice =
        "Work on something else, or wait until it ends (swarm mode set ultrapilot --finished %s)."
            .formatted(worker.name());
    return switch (policy) {
      case DENY -> HookResult.deny(reason + "Do not edit it. " + advice);
      case ASK -> HookResult.ask(reason + advice);
      case WARN ->
          HookResult.context(reason + "Your edit was allowed, but may conflict. " + advice)
              .withSystemMessage(reason.strip());
      case OFF -> HookResult.NOTHING;
    };
  }
}
