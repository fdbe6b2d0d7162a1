package swarmd.modes;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.checks.CheckStanding;
import swarmd.checks.Checks;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Binding;
import swarmd.sessions.Caller;
import swarmd.sessions.Callers;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.Project;
import swarmd.sessions.Sessions;
import swarmd.sessions.SignsOfLife;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * What agents and people want of modes. An agent cannot certify its own work: that a goal is
 * reached counts only from another agent, from the person, or from a check.
 */
public final class ModeRequests {
  private final Modes modes;
  private final Checks checks;
  private final Sessions sessions;
  private final Callers callers;
  private final LivingSessions living;
  private final Store store;
  private final HostCatalogue hosts;
  private final Time time;

  public ModeRequests(
      Modes modes,
      Checks checks,
      Sessions sessions,
      Callers callers,
      LivingSessions living,
      Store store,
      HostCatalogue hosts,
      Time time) {
    this.modes = modes;
    this.checks = checks;
    this.sessions = sessions;
    this.callers = callers;
    this.living = living;
    this.store = store;
    this.hosts = hosts;
    this.time = time;
  }

  /**
   * A mode of a session, and who wants something of it.
   *
   * @param folder the work tree that the caller is in, if that is known
   */
  public record Wish(
      String project, String session, Mode mode, Caller caller, Optional<Path> folder) {}

  /** Starts the mode; in one that is already active, only the given fields change. */
  public CompletableFuture<Outcome<ActiveMode>> start(Wish wish, Map<String, ?> fields) {
    return checked(wish, fields)
        .thenCompose(
            allowed ->
                allowed instanceof Outcome.Ok<Map<String, ?>> ok
                    ? modes.start(wish.project, wish.session, wish.mode, ok.value())
                    : refused(allowed));
  }

  /** Changes these fields of an active mode. */
  public CompletableFuture<Outcome<ActiveMode>> change(Wish wish, Map<String, ?> fields) {
    return checked(wish, fields)
        .thenCompose(
            allowed ->
                allowed instanceof Outcome.Ok<Map<String, ?>> ok
                    ? modes.change(wish.project, wish.session, wish.mode, ok.value())
                    : refused(allowed));
  }

  private static CompletableFuture<Outcome<ActiveMode>> refused(Outcome<Map<String, ?>> refusal) {
    return CompletableFuture.completedFuture(refusal.map(never -> null));
  }

  /** Ends a mode or all modes of a session; those that are the person's to end, for nobody else. */
  public CompletableFuture<Outcome<List<ActiveMode>>> end(
      String project, Optional<String> session, Optional<Mode> mode, Caller caller) {
    return modes
        .list(Optional.of(project), session)
        .thenCompose(
            active -> {
              Optional<ActiveMode> kept =
                  active.stream()
                      .filter(each -> mode.isEmpty() || each.mode() == mode.get())
                      .filter(each -> !each.stale(time.millis()))
                      .filter(each -> !caller.isPerson() && !each.state().agentMayEnd())
                      .findFirst();
              return kept.isPresent()
                  ? notBy(caller, kept.get())
                  : modes.end(project, session, mode).thenApply(Outcome::ok);
            });
  }

  private CompletableFuture<Outcome<List<ActiveMode>>> notBy(Caller caller, ActiveMode active) {
    String mode = active.mode().label();
    if (!(caller instanceof Caller.Agent)) {
      return refuse(ErrorCode.NOT_VERIFIED, caller.refusal("end " + mode + " early"));
    }
    return host(active.session())
        .thenApply(
            host ->
                Outcome.refused(
                    ErrorCode.NOT_VERIFIED,
                    "an agent cannot end %s early; only the person can, with %s"
                        .formatted(mode, host.wayOut())));
  }

  private CompletableFuture<Outcome<Map<String, ?>>> checked(Wish wish, Map<String, ?> fields) {
    ModeState initial = ModeState.initial(wish.mode);
    Set<String> own = new TreeSet<>(fields.keySet());
    own.retainAll(initial.ownFields());
    if (!own.isEmpty()) {
      return refuse(
          ErrorCode.INVALID_REQUEST,
          "field '%s' is set by swarmd itself".formatted(own.iterator().next()));
    }
    return active(wish)
        .thenCompose(
            active -> {
              Set<String> limits = new TreeSet<>(fields.keySet());
              limits.retainAll(initial.limits());
              if (active.isPresent() && !limits.isEmpty() && !wish.caller.isPerson()) {
                return refuse(
                    ErrorCode.NOT_VERIFIED,
                    wish.caller.refusal(
                        "change '%s' of %s"
                            .formatted(limits.iterator().next(), wish.mode.label())));
              }
              return mayName(wish, active, fields)
                  .thenCompose(
                      refusal -> {
                        if (refusal.isPresent()) {
                          return refuse(ErrorCode.NOT_VERIFIED, refusal.get());
                        }
                        return certifies(initial, fields)
                            ? certified(wish, active, fields)
                            : CompletableFuture.completedFuture(Outcome.ok(fields));
                      });
            });
  }

  /**
   * An agent may name the check that counts only where it is open which one does, and cannot swap
   * it for an easier one. Returns why it may not.
   */
  private CompletableFuture<Optional<String>> mayName(
      Wish wish, Optional<ActiveMode> active, Map<String, ?> fields) {
    if (active.isEmpty()
        || wish.caller.isPerson()
        || !(fields.get(ModeState.CHECK) instanceof String named)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    Optional<String> wanted = active.get().state().wantedCheck();
    return project(wish)
        .thenCompose(
            project ->
                standing(wish, project, wanted)
                    .thenCombine(
                        standing(wish, project, Optional.empty()),
                        (now, usual) -> {
                          boolean open = wanted.isEmpty() || now instanceof CheckStanding.Unknown;
                          Optional<String> name = WaysToVerify.name(open ? usual : now);
                          return name.isEmpty() || name.get().equals(named)
                              ? Optional.empty()
                              : Optional.of(
                                  wish.caller.refusal(
                                      "replace the check '%s' of %s"
                                          .formatted(name.get(), wish.mode.label())));
                        }));
  }

  private CompletableFuture<CheckStanding> standing(
      Wish wish, Project project, Optional<String> wanted) {
    return checks.standing(
        project, wish.session, wish.folder.orElse(Path.of(project.folder())), wanted);
  }

  /** Invalid changes certify nothing and are refused later. */
  private static boolean certifies(ModeState initial, Map<String, ?> fields) {
    try {
      return initial.certifies(fields);
    } catch (InvalidModeField e) {
      return false;
    }
  }

  private CompletableFuture<Optional<ActiveMode>> active(Wish wish) {
    return modes
        .list(Optional.of(wish.project), Optional.of(wish.session))
        .thenApply(all -> all.stream().filter(active -> active.mode() == wish.mode).findFirst());
  }

  private static <T> CompletableFuture<Outcome<T>> refuse(ErrorCode code, String message) {
    return CompletableFuture.completedFuture(Outcome.refused(code, message));
  }

  private CompletableFuture<Outcome<Map<String, ?>>> certified(
      Wish wish, Optional<ActiveMode> active, Map<String, ?> fields) {
    if (active.isEmpty()) { // then the change itself is refused, or there is no work yet
      Map<String, Object> rest = new HashMap<>(fields);
      rest.keySet().removeAll(ModeState.initial(wish.mode).certifyingFields());
      return CompletableFuture.completedFuture(Outcome.ok(rest));
    }
    return hasOwnHost(wish)
        .thenCompose(
            ownHost ->
                store.write(
                    transaction -> judge(wish, active.get(), ownHost, new Known(transaction))))
        .thenCompose(
            verdict ->
                verdict.by.isPresent()
                    ? approved(wish, verdict.by.get(), fields)
                    : refusal(wish, verdict.why));
  }

  /** Whether it is an agent of another session, whose host a person has started. */
  private CompletableFuture<Boolean> hasOwnHost(Wish wish) {
    return wish.caller instanceof Caller.Agent agent
            && agent.inHost()
            && !agent.session().equals(wish.session)
        ? callers.isOfPerson(agent.session())
        : CompletableFuture.completedFuture(false);
  }

  /** Who approves, or why that does not count. */
  private record Verdict(Optional<String> by, String why) {
    static Verdict by(String name) {
      return new Verdict(Optional.of(name), "");
    }

    static Verdict no(String why) {
      return new Verdict(Optional.empty(), why);
    }
  }

  /** Edits and subagents; edits are written a moment later than they happen, so not a snapshot. */
  private record Known(SubagentRepository subagents, FileEditRepository edits) {
    Known(swarmd.store.Transaction transaction) {
      this(transaction.get(SubagentRepository.class), transaction.get(FileEditRepository.class));
    }
  }

  private Verdict judge(Wish wish, ActiveMode active, boolean ownHost, Known known) {
    if (wish.caller instanceof Caller.Person) {
      return Verdict.by("the person");
    }
    if (!(wish.caller instanceof Caller.Agent agent)) {
      return Verdict.no("swarmd cannot tell who says so");
    }
    if (!active.state().agentsMayCertify()) {
      return Verdict.no("an agent's word does not count");
    }
    Optional<SignsOfLife> signs = living.find(wish.project, agent.session());
    if (!agent.session().equals(wish.session)) {
      if (!ownHost) {
        return Verdict.no(
            "session %s does not run in a host of its own that the person has started"
                .formatted(agent.session()));
      }
      return signs.filter(SignsOfLife::isCallOpen).isPresent()
          ? Verdict.by("an agent of session " + agent.session())
          : Verdict.no("session %s is not at work".formatted(agent.session()));
    }
    if (agent.name().isEmpty()) {
      return Verdict.no("your own word does not count");
    }
    String name = agent.name().get();
    Optional<Subagent> subagent = known.subagents.find(wish.project, wish.session, name);
    Optional<SignsOfLife.Agent> atWork =
        signs
            .flatMap(session -> session.subagent(name))
            .filter(each -> !each.openCalls().isEmpty());
    if (subagent.isEmpty() || atWork.isEmpty()) {
      return Verdict.no("'%s' is not a subagent at work in this session".formatted(name));
    }
    boolean proven =
        agent
            .call()
            .filter(call -> call.agent().equals(name))
            .filter(call -> atWork.get().openCalls().contains(call.id()))
            .isPresent();
    if (!proven) {
      return Verdict.no(
          "swarmd cannot tell that subagent '%s' itself runs this command".formatted(name));
    }
    long lastEdit = known.edits.lastByAgent(wish.project, wish.session).getOrDefault(name, 0L);
    if (lastEdit >= active.startedAt()) {
      return Verdict.no("agent '%s' has edited files itself".formatted(name));
    }
    return Verdict.by(
        "subagent " + name + subagent.get().type().map(type -> " (" + type + ")").orElse(""));
  }

  private CompletableFuture<Outcome<Map<String, ?>>> approved(
      Wish wish, String by, Map<String, ?> fields) {
    return project(wish)
        .thenCompose(
            project -> {
              Path folder = wish.folder.orElse(Path.of(project.folder()));
              return checks
                  .digest(folder)
                  .thenApply(
                      digest -> {
                        Map<String, Object> all = new HashMap<>(fields);
                        all.put(
                            Approval.FIELD,
                            new Approval(by, time.millis(), Optional.of(folder.toString()), digest)
                                .fields());
                        return Outcome.ok(all);
                      });
            });
  }

  private CompletableFuture<Outcome<Map<String, ?>>> refusal(Wish wish, String why) {
    return project(wish)
        .thenCompose(project -> standing(wish, project, Optional.empty()))
        .thenCombine(
            host(wish.session),
            (standing, host) ->
                Outcome.refused(
                    ErrorCode.NOT_VERIFIED,
                    "%s: %s".formatted(why, WaysToVerify.refusal(wish.mode, host, standing))));
  }

  private CompletableFuture<Project> project(Wish wish) {
    return sessions
        .find(wish.session)
        .thenApply(
            binding ->
                binding
                    .map(Binding::project)
                    .filter(project -> project.id().equals(wish.project))
                    .orElseGet(() -> Project.in(wish.project)));
  }

  private CompletableFuture<HostProfile> host(String session) {
    return sessions
        .find(session)
        .thenApply(
            binding ->
                binding
                    .flatMap(bound -> hosts.find(bound.host()))
                    .orElse(HostProfiles.MOST_COPIED));
  }
}
