package swarmd.modes;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostProfile;
import swarmd.files.FileLanes;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.HookTable.Row;
import swarmd.hooks.PerConversation;
import swarmd.modes.ModeRules.Owner;
import swarmd.modes.StopRules.Stop;
import swarmd.sessions.SessionQueries;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.swarm.ClaimGate;
import swarmd.swarm.Claimed;
import swarmd.swarm.TaskQueries;
import swarmd.time.Time;

/**
 * Answers every Stop: keeps a session at work while one of its modes has work left, and reminds the
 * person of what is open. Each mode, and the reminder, is a hook of its own in the table.
 */
public final class StopHandler implements HookHandler {
  /** The hook that reminds; todos are counted and remembered under the same name. */
  private static final String REMINDER = "todo-continuation";

  private final Store store;
  private final Modes modes;
  private final PrdReader prds;
  private final EvidenceReader evidence;
  private final ClaimGate gate;
  private final FileLanes files;
  private final Time time;
  private final StopRules rules;
  private final PerConversation<StopMemory> memories;

  /** In a project without checks. */
  public StopHandler(Store store, Modes modes, PrdReader prds, FileLanes files, Time time) {
    this(store, modes, prds, EvidenceReader.NONE, ClaimGate.OPEN, files, time);
  }

  /**
   * @param gate says which sessions get no tasks
   * @param files runs what reads the file system
   */
  public StopHandler(
      Store store,
      Modes modes,
      PrdReader prds,
      EvidenceReader evidence,
      ClaimGate gate,
      FileLanes files,
      Time time) {
    this(
        store,
        modes,
        prds,
        evidence,
        gate,
        files,
        time,
        new StopRules(EnumSet.allOf(Mode.class), true),
        new PerConversation<>(StopMemory::new));
  }

  private StopHandler(
      Store store,
      Modes modes,
      PrdReader prds,
      EvidenceReader evidence,
      ClaimGate gate,
      FileLanes files,
      Time time,
      StopRules rules,
      PerConversation<StopMemory> memories) {
    this.store = store;
    this.modes = modes;
    this.prds = prds;
    this.evidence = evidence;
    this.gate = gate;
    this.files = files;
    this.time = time;
    this.rules = rules;
    this.memories = memories;
  }

  /** Its hooks, in the order in which they are judged. */
  public List<Row> rows() {
    return Stream.concat(
            Arrays.stream(Mode.values())
                .map(
                    mode ->
                        new Row(
                            mode.hookType(),
                            mode.label(),
                            "keeps a session in " + mode.label() + " at work until it is done",
                            this)),
            Stream.of(
                new Row(
                    HookType.STOP_CONTINUATION,
                    REMINDER,
                    "reminds of open todos and claimed tasks",
                    this)))
        .toList();
  }

  @Override
  public StopHandler limitedTo(Set<String> rows) {
    Set<Mode> judged = EnumSet.allOf(Mode.class);
    judged.removeIf(mode -> !rows.contains(mode.label()));
    return new StopHandler(
        store,
        modes,
        prds,
        evidence,
        gate,
        files,
        time,
        new StopRules(judged, rows.contains(REMINDER)),
        memories);
  }

  @Override
  public String name() {
    return "modes";
  }

  @Override
  public String description() {
    return "keeps sessions at work until their modes are done";
  }

  /** What a Stop finds before anything is written. */
  private record Found(List<ActiveMode> modes, boolean stale, boolean needsReminder) {

    boolean nothing() {
      return modes.isEmpty() && !stale && !needsReminder;
    }
  }

  /** Most sessions are in no mode and leave nothing open: their stops cost one read. */
  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    Owner owner = new Owner(event.project().get(), event.session().get());
    return store
        .read(snapshot -> look(snapshot, owner))
        .thenCompose(found -> answer(event, owner, found));
  }

  private Found look(Snapshot snapshot, Owner owner) {
    ModeQueries stored = snapshot.get(ModeQueries.class);
    return new Found(
        rules.active(stored, owner, time.millis()),
        !rules.stale(stored, owner, time.millis()).isEmpty(),
        rules.reminds()
            && OpenWork.of(
                    owner, snapshot.get(SessionQueries.class), snapshot.get(TaskQueries.class))
                .needsReminder());
  }

  private CompletionStage<HookResult> answer(HookEvent event, Owner owner, Found found) {
    if (found.nothing()) {
      return HookResult.SILENCE;
    }
    StopMemory memory = memories.of(Conversation.of(event).orElseThrow());
    Optional<StopBypass> bypass = StopBypass.of(event);
    if (!found.modes.isEmpty() && bypass.isPresent()) {
      return CompletableFuture.completedFuture(
          bypassed(found.modes, bypass.get(), event.host(), memory));
    }
    return prd(event, found.modes)
        .thenCombine(
            evidence(event, found.modes),
            (prd, shown) ->
                new Stop(owner, event.host(), prd, shown, Optional.empty(), time.millis()))
        .thenCombine(noTasks(owner, found.modes), Stop::withoutTasks)
        .thenCompose(stop -> modes.write(transaction -> rules.judge(transaction, stop)))
        .thenApply(result -> withLastHold(event, result, memory));
  }

  private CompletableFuture<Optional<String>> noTasks(Owner owner, List<ActiveMode> active) {
    return active.stream().anyMatch(mode -> mode.state().watchedSwarm().isPresent())
        ? gate.accountOf(owner.session())
            .thenApply(account -> account.flatMap(gate::obstacle).map(Claimed.Nothing::message))
        : CompletableFuture.completedFuture(Optional.empty());
  }

  private static HookResult bypassed(
      List<ActiveMode> active, StopBypass bypass, HostProfile host, StopMemory memory) {
    HookResult allowed = HookResult.allow().decidedBy(active.get(0).mode().label());
    String notice = ModeNotice.bypassed(active, bypass, host);
    return memory.isNews(notice) ? allowed.withSystemMessage(notice) : allowed;
  }

  /** Warns the person when the host will not honour another hold. */
  private static HookResult withLastHold(HookEvent event, HookResult result, StopMemory memory) {
    if (!result.is(Decision.DENY)
        || memory.hold(!event.flag("stop_hook_active")) != event.host().traits().maxHolds()) {
      return result;
    }
    String mode = result.remarks().decidedBy().orElseThrow();
    return result.and(
        HookResult.NOTHING.withSystemMessage(ModeNotice.lastHold(mode, event.host())));
  }

  /** Read before the transaction, like the PRD. */
  private CompletableFuture<Map<Mode, Evidence>> evidence(
      HookEvent event, List<ActiveMode> active) {
    CompletableFuture<Map<Mode, Evidence>> all =
        CompletableFuture.completedFuture(new EnumMap<>(Mode.class));
    for (ActiveMode mode : active) {
      if (mode.state().needsEvidence()) {
        all =
            all.thenCombine(
                evidence.read(event, mode),
                (found, shown) -> {
                  found.put(mode.mode(), shown);
                  return found;
                });
      }
    }
    return all;
  }

  /** Read before the transaction, which must not wait for a disk. */
  private CompletableFuture<Optional<StopInputs.Prd>> prd(
      HookEvent event, List<ActiveMode> active) {
    return active.stream()
        .filter(mode -> mode.state().readsPrd())
        .findFirst()
        .map(
            mode ->
                CompletableFuture.supplyAsync(
                    () -> prds.read(event.folder().orElseThrow(), mode.state().prd()),
                    files.of(event.folder())))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }
}
