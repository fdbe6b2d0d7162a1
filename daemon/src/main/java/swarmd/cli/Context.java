package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.common.Outcome;
import swarmd.json.Json;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Projects;
import swarmd.sessions.Session;
import swarmd.sessions.SessionId;
import swarmd.sessions.SessionQueries;

/** One command's surroundings. */
record Context(Services services, Invocation invocation, Terminal terminal, Watching watching) {
  private static final int USUAL_ROWS = 24;

  /** The project named, or the one the person is in. */
  String project(Optional<String> named) {
    Path directory = Path.of(invocation.directory()).resolve(named.orElse(""));
    return value(Projects.of(directory.normalize().toString())).id();
  }

  /**
   * Inside an agent's shell SWARM_AGENT says who it is; where only a session is known, it is that
   * session's main agent; else it is the person.
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
