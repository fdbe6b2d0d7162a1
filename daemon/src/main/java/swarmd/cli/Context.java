package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.common.Cause;
import swarmd.common.Outcome;
import swarmd.json.Json;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.CallTickets;
import swarmd.sessions.Caller;
import swarmd.sessions.Callers;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Project;
import swarmd.sessions.Projects;
import swarmd.sessions.Session;
import swarmd.sessions.SessionId;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.WorkTree;
import swarmd.swarm.Actor;
import swarmd.swarm.TaskQueries;
import swarmd.text.ShortId;

/**
 * Everything that one invocation of a command needs.
 *
 * @param threads for the next step of a command that waited
 */
record Context(
    Services services,
    Invocation invocation,
    Terminal terminal,
    LiveCommands liveCommands,
    Executor threads) {
  /** Identifies one run of the client, which repeats its request if the daemon dies meanwhile. */
  static final String RUN = "SWARM_RUN";

  private static final int DEFAULT_ROWS = 24;
  private static final int DEFAULT_COLUMNS = 80;

  /**
   * The named project. Otherwise, in an agent's shell, the project its session is bound to,
   * whatever the folder; elsewhere the nearest project at or above the folder.
   */
  String project(Optional<String> named) {
    return foundProject(named).id();
  }

  /** The same with its folder. */
  Project foundProject(Optional<String> named) {
    if (named.isPresent()) {
      return namedProject(named.get());
    }
    return binding().map(Binding::project).orElseGet(this::nearestProject);
  }

  /** A folder that is gone may still have tasks. */
  private Project namedProject(String name) {
    if (name.isBlank()) { // such as a script's variable without a value
      throw CommandFailed.usage("--project is empty; give it a folder");
    }
    Path folder = pathOf(name);
    Project found = projectOf(folder);
    if (!Files.isDirectory(folder) && !hasTasks(found)) {
      throw CommandFailed.usage(
          Files.exists(folder)
              ? "'%s' is not a folder; give --project a folder".formatted(name)
              : "there is no folder '%s'; give --project one that exists".formatted(name));
    }
    return found;
  }

  private Path pathOf(String name) {
    try {
      return Path.of(invocation.directory()).resolve(name).normalize();
    } catch (InvalidPathException e) {
      throw CommandFailed.usage("'%s' is not a path".formatted(name));
    }
  }

  private boolean hasTasks(Project found) {
    return !services
        .store()
        .read(snapshot -> snapshot.get(TaskQueries.class).summaries(Optional.of(found.id())))
        .join()
        .isEmpty();
  }

  /** The project's work tree that the caller is in; its main one if the caller is elsewhere. */
  Path workTree(Project project) {
    return WorkTree.topOf(
        Path.of(project.folder()), Projects.canonical(Path.of(invocation.directory())));
  }

  /** Whoever typed or sent the command. */
  Caller caller() throws InterruptedException {
    return await(
        services
            .callers()
            .identify(
                new Callers.Signs(
                    invocation.process(),
                    session(Optional.empty()),
                    shellAgent(),
                    variable(CallTickets.VARIABLE),
                    terminal.interactive())));
  }

  /**
   * @param act such as "trust hooks"
   */
  void requirePerson(String act) throws InterruptedException {
    Caller caller = caller();
    if (!caller.isPerson()) {
      throw CommandFailed.because(caller.refusal(act));
    }
  }

  /** The same, as the history of a task records it. */
  Actor actor() throws InterruptedException {
    return Actor.of(caller(), shellAgent().or(() -> variable("USER")));
  }

  private Project nearestProject() {
    if (variable("SWARM_FOLDER").filter("gone"::equals).isPresent()) { // says the launcher
      throw CommandFailed.usage(
          "the folder that you are in is gone; change to another one, or name one with --project");
    }
    Path folder = Projects.canonical(Path.of(invocation.directory()));
    return WorkTree.around(folder).isPresent()
        ? projectOf(folder)
        : knownProjects().stream()
            .filter(known -> folder.startsWith(known.folder()))
            .max(Comparator.comparingInt(known -> known.folder().length()))
            .orElseGet(() -> projectOf(folder));
  }

  private List<Project> knownProjects() {
    return services.store().read(snapshot -> snapshot.get(BindingQueries.class).projects()).join();
  }

  private Project projectOf(Path folder) {
    return value(services.projects().look(folder.toString()));
  }

  /** The binding of this shell's session, if this is an agent's shell. */
  private Optional<Binding> binding() {
    return session(Optional.empty())
        .filter(SessionId::isValid)
        .flatMap(id -> services.sessions().find(id).join());
  }

  /**
   * The named agent. Otherwise, in an agent's shell, SWARM_AGENT, the subagent that the host's own
   * variable names, or the session's main agent; elsewhere the user, who may work on several
   * workstations of a team.
   */
  String agent(Optional<String> named) {
    return named
        .or(this::shellAgent)
        .or(() -> session(Optional.empty()).filter(SessionId::isValid).map(MainAgent::nameIn))
        .orElseGet(() -> user(variable("USER").orElse("somebody")));
  }

  private String user(String name) {
    if (!services.settings().isShared()) {
      return name;
    }
    String workstation = services.team().workstation();
    return workstation.startsWith(name + "@") ? workstation : name + "@" + workstation;
  }

  Optional<String> session(Optional<String> named) {
    return named.or(this::shellSession);
  }

  /** The session of the environment, unless the host of another session has started this shell. */
  private Optional<String> shellSession() {
    return variable("SWARM_SESSION")
        .or(() -> ShellAgent.of(this).map(ShellAgent::session))
        .map(
            said -> {
              List<String> around = services.callers().sessionsAround(invocation.process()).join();
              return around.isEmpty() || around.contains(said) ? said : around.get(0);
            });
  }

  /** The subagent of this shell, or whoever the shell names. */
  private Optional<String> shellAgent() {
    return variable("SWARM_AGENT")
        .or(
            () ->
                variable("SWARM_SESSION").isPresent()
                    ? Optional.empty()
                    : ShellAgent.of(this).flatMap(ShellAgent::agent));
  }

  /** The named session, the session of this shell, or the only one in the project. */
  String requiredSession(String project, Optional<String> named) throws InterruptedException {
    Optional<String> known = session(named);
    if (known.isPresent()) {
      return fullSession(SessionId.check(known.get()));
    }
    List<Session> live =
        await(
            services
                .store()
                .read(
                    snapshot ->
                        snapshot
                            .get(SessionQueries.class)
                            .live(Optional.of(project), now() - Session.STALE.toMillis(), 10)));
    if (live.size() == 1) {
      return live.get(0).id();
    }
    throw CommandFailed.usage(
        live.isEmpty()
            ? "no session is active in %s; name one with --session".formatted(project)
            : "several sessions are active here; name one with --session: "
                + live.stream().map(Session::id).collect(Collectors.joining(", ")));
  }

  /** The session that a short id, as tables show it, stands for. */
  String fullSession(String id) throws InterruptedException {
    if (!ShortId.isShort(id)) {
      return id;
    }
    List<String> found =
        await(
            services
                .store()
                .read(snapshot -> snapshot.get(SessionQueries.class).startingWith(id, 2)));
    if (found.size() > 1) {
      throw CommandFailed.usage(
          "several sessions begin with '%s'; give the whole id: %s"
              .formatted(id, String.join(", ", found)));
    }
    return found.isEmpty() ? id : found.get(0);
  }

  /** The named session, the session of this shell, or the only one in such a mode. */
  String sessionInMode(String project, Optional<String> named, Optional<Mode> wanted)
      throws InterruptedException {
    Optional<String> known = session(named);
    Map<String, List<ActiveMode>> modes = new TreeMap<>();
    if (known.isEmpty()) {
      await(services.modes().list(Optional.of(project), Optional.empty())).stream()
          .filter(mode -> wanted.isEmpty() || mode.mode() == wanted.get())
          .filter(mode -> !mode.stale(now()))
          .forEach(mode -> modes.computeIfAbsent(mode.session(), s -> new ArrayList<>()).add(mode));
    }
    if (modes.size() > 1) {
      throw CommandFailed.usage(
          modes.entrySet().stream()
              .map(each -> each.getKey() + " (" + ActiveMode.names(each.getValue()) + ")")
              .collect(
                  Collectors.joining(
                      ", ", "several sessions are in a mode; name one with --session: ", "")));
    }
    return modes.isEmpty() ? requiredSession(project, named) : modes.keySet().iterator().next();
  }

  /** The height of the user's terminal, or a default if it is unknown. */
  int rows() {
    return size("LINES", DEFAULT_ROWS);
  }

  /** Its width. */
  int columns() {
    return size("COLUMNS", DEFAULT_COLUMNS);
  }

  /** A line that does not fit into the terminal is cut, because wrapped ones are hard to read. */
  String cut(String line) {
    return terminal.interactive() && variable("COLUMNS").isPresent()
        ? new Screen(rows(), columns()).cut(line)
        : line;
  }

  private int size(String variable, int defaultSize) {
    return variable(variable)
        .filter(size -> size.matches("[1-9][0-9]{0,3}"))
        .map(Integer::parseInt)
        .orElse(defaultSize);
  }

  /** A variable of the user's environment; empty if it is blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(invocation.environment().get(name))
        .filter(value -> !value.isBlank());
  }

  /** Tells a person who looks at tasks that they are old. */
  void noteOutdated() {
    services
        .status()
        .team()
        .filter(team -> team.problem().isPresent())
        .ifPresent(team -> terminal.note(StatusPrinter.team(this, team)));
  }

  /** Waits for the result; cancels it if the user ends the command. */
  <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      if (Cause.of(e.getCause()) instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  <T> T awaitValue(CompletableFuture<Outcome<T>> future) throws InterruptedException {
    return value(await(future));
  }

  static <T> T value(Outcome<T> outcome) {
    return outcome.orElseThrow(CommandFailed::of);
  }

  void printJson(JsonNode json) {
    terminal.println(Json.pretty(json));
  }

  long now() {
    return services.time().millis();
  }
}
