package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.common.Outcome;
import swarmd.json.Json;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Project;
import swarmd.sessions.Projects;
import swarmd.sessions.Session;
import swarmd.sessions.SessionId;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.WorkTree;

/** One command's surroundings. */
record Context(Services services, Invocation invocation, Terminal terminal, Watching watching) {
  private static final int USUAL_ROWS = 24;

  /**
   * The project named; in an agent's shell, whatever its folder is, the one that its session is
   * bound to; else the nearest project at or above the folder.
   */
  String project(Optional<String> named) {
    if (named.isPresent()) {
      return projectOf(Path.of(invocation.directory()).resolve(named.get()).normalize());
    }
    return binding().map(bound -> bound.project().id()).orElseGet(this::nearestProject);
  }

  private String nearestProject() {
    Path folder = Projects.canonical(Path.of(invocation.directory()));
    return WorkTree.around(folder).isPresent()
        ? projectOf(folder)
        : knownProjects().stream()
            .filter(known -> folder.startsWith(known.folder()))
            .max(Comparator.comparingInt(known -> known.folder().length()))
            .map(Project::id)
            .orElseGet(() -> projectOf(folder));
  }

  private List<Project> knownProjects() {
    return services.store().read(snapshot -> snapshot.get(BindingQueries.class).projects()).join();
  }

  private String projectOf(Path folder) {
    return value(Projects.of(folder.toString())).id();
  }

  /** What this shell's session is bound to, if it is an agent's shell. */
  private Optional<Binding> binding() {
    return session(Optional.empty())
        .filter(SessionId::isValid)
        .flatMap(id -> services.sessions().find(id).join());
  }

  /**
   * The agent named; in an agent's shell the agent it belongs to, which is the session's main agent
   * unless SWARM_AGENT names another; else the person.
   */
  String agent(Optional<String> named) {
    return named
        .or(() -> variable("SWARM_AGENT"))
        .or(() -> session(Optional.empty()).filter(SessionId::isValid).map(MainAgent::nameIn))
        .or(() -> variable("USER"))
        .orElse("somebody");
  }

  Optional<String> session(Optional<String> named) {
    return named.or(() -> variable("SWARM_SESSION")).or(this::sessionOfHost);
  }

  /** Hosts tell their main agent's shell its session in a variable of their own. */
  private Optional<String> sessionOfHost() {
    return services.hosts().hosts().stream()
        .flatMap(host -> host.variables().session().stream())
        .flatMap(name -> variable(name).stream())
        .findFirst();
  }

  /** The session named, the one this shell belongs to, or the only one in the project. */
  String requiredSession(String project, Optional<String> named) throws InterruptedException {
    Optional<String> known = session(named);
    if (known.isPresent()) {
      return SessionId.check(known.get());
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
            ? "no session is at work in %s; name one with --session".formatted(project)
            : "several sessions are at work here; name one with --session: "
                + live.stream().map(Session::id).collect(Collectors.joining(", ")));
  }

  /** How many lines fit on the person's terminal, as far as that is known. */
  int rows() {
    return variable("LINES")
        .filter(rows -> rows.matches("[1-9][0-9]{0,3}"))
        .map(Integer::parseInt)
        .orElse(USUAL_ROWS);
  }

  /** Of the person's environment. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(invocation.environment().get(name))
        .filter(value -> !value.isBlank());
  }

  /** Waits; a person who ends the command ends the waiting. */
  <T> T await(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
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
