package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import swarmd.builtin.payload.ToolFile;
import swarmd.catalogue.HostCatalogue;
import swarmd.common.Futures;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.modes.Mode;
import swarmd.modes.Modes;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Store;
import swarmd.swarm.Holder;
import swarmd.swarm.TaskQueries;
import swarmd.text.Cut;

/** Makes a main agent leave source files to its workers while a mode with workers is active. */
public final class OmcOrchestrator implements HookHandler {

  /** Folders that the orchestrator itself may write to. */
  private static final Set<String> OWN_FOLDERS =
      Stream.concat(
              Stream.of(".swarmd", ".omc"),
              HostCatalogue.STANDARD.installable().stream()
                  .map(host -> Path.of(host.settings().orElseThrow().projectFolder()))
                  .map(folder -> folder.getName(0).toString()))
          .collect(Collectors.toUnmodifiableSet());

  private final Policy policy;
  private final Modes modes;
  private final Store store;
  private final DeliveryLog deliveries;

  /** What to do about such an edit. */
  public enum Policy {
    OFF,
    WARN,
    STRICT;

    /** Parses the setting's value. */
    public static Policy of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public OmcOrchestrator(Policy policy, Modes modes, Store store, DeliveryLog deliveries) {
    this.policy = policy;
    this.modes = modes;
    this.store = store;
    this.deliveries = deliveries;
  }

  @Override
  public String name() {
    return "omc-orchestrator";
  }

  @Override
  public String description() {
    return "makes a main agent leave source files to its workers";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (policy == Policy.OFF || event.agent().isPresent() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    Optional<Path> file =
        ToolFile.edited(event).stream()
            .flatMap(edited -> edited.inProject(event).stream())
            .filter(OmcOrchestrator::isSource)
            .findFirst();
    return file.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(
            modes.withWorkers(event.project().get(), event.session().get()),
            mode ->
                mode.map(found -> unlessHoldingTask(event, found, file.get()))
                    .orElse(HookResult.SILENCE));
  }

  /** A main agent that has claimed a task is a worker too, and may edit. */
  private CompletionStage<HookResult> unlessHoldingTask(HookEvent event, Mode mode, Path file) {
    return store
        .read(
            snapshot ->
                snapshot
                    .get(TaskQueries.class)
                    .heldInSession(event.project().get(), event.session().get())
                    .stream()
                    .anyMatch(
                        task ->
                            Holder.is(
                                event.session(),
                                event.agent(),
                                task,
                                snapshot.get(SubagentQueries.class))))
        .thenCompose(works -> works ? HookResult.SILENCE : answer(event, mode, file));
  }

  private static boolean isSource(Path file) {
    return Language.of(file).isPresent()
        && StreamSupport.stream(file.spliterator(), false)
            .noneMatch(part -> OWN_FOLDERS.contains(part.toString()));
  }

  private CompletionStage<HookResult> answer(HookEvent event, Mode mode, Path file) {
    String reason =
        "swarmd: %s is active, so its workers should edit the source files: give %s to a subagent, and coordinate and check the work yourself."
            .formatted(mode.label(), Cut.toLine(200, file.toString()));
    return policy == Policy.STRICT
        ? CompletableFuture.completedFuture(HookResult.deny(reason))
        : deliveries
            .news(event, List.of("orchestrator " + mode.label()))
            .thenApply(news -> news.isEmpty() ? HookResult.NOTHING : HookResult.context(reason));
  }
}
