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
import swarmd.builtin.ToolFile;
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

/** Has a main agent leave edits of source files to its workers while a mode with workers runs. */
public final class OmcOrchestrator implements HookHandler {
  /** What an orchestrator writes itself; its plans and documents are no source files anyway. */
  /** Where hosts and their tools keep what is theirs. */
  private static final Set<String> OWN_FOLDERS =
      Stream.concat(
              Stream.of(".swarmd", ".omc"),
              HostCatalogue.STANDARD.installable().stream()
                  .map(host -> host.settings().orElseThrow().folder()))
          .collect(Collectors.toUnmodifiableSet());

  private final Policy policy;
  private final Modes modes;
  private final Store store;
  private final DeliveryLog told;

  /** What becomes of such an edit. */
  public enum Policy {
    OFF,
    WARN,
    STRICT;

    /** Of a value of the setting. */
    public static Policy of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public OmcOrchestrator(Policy policy, Modes modes, Store store, DeliveryLog told) {
    this.policy = policy;
    this.modes = modes;
    this.store = store;
    this.told = told;
  }

  @Override
  public String name() {
    return "omc-orchestrator";
  }

  @Override
  public String description() {
    return "has a main agent leave source files to its workers";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (policy == Policy.OFF || event.agent().isPresent() || !event.hasSession()) {
      return HookResult.SILENCE;
    }
    Optional<Path> file =
        ToolFile.edited(event)
            .flatMap(edited -> edited.inProject(event))
            .filter(OmcOrchestrator::isSource);
    return file.isEmpty()
        ? HookResult.SILENCE
        : Futures.then(
            modes.withWorkers(event.project().get(), event.session().get()),
            mode ->
                mode.map(found -> unlessItWorks(event, found, file.get()))
                    .orElse(HookResult.SILENCE));
  }

  /** A main agent may be a worker, too: what it has claimed is its own to do. */
  private CompletionStage<HookResult> unlessItWorks(HookEvent event, Mode mode, Path file) {
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
        "swarmd: %s is active, and its source files are its workers' to edit: give %s to a subagent, and coordinate and check the work yourself."
            .formatted(mode.label(), Cut.toLine(200, file.toString()));
    return policy == Policy.STRICT
        ? CompletableFuture.completedFuture(HookResult.deny(reason))
        : told.news(event, List.of("orchestrator " + mode.label()))
            .thenApply(news -> news.isEmpty() ? HookResult.NOTHING : HookResult.context(reason));
  }
}
