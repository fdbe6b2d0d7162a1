package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.json.Json;
import swarmd.swarm.Outcome;
import swarmd.swarm.Projects;

/** One command's surroundings. */
record Context(Services services, Invocation invocation, Terminal terminal) {

  /** The project named, or the one the person is in. */
  String project(Optional<String> named) {
    Path directory = Path.of(invocation.directory()).resolve(named.orElse(""));
    return value(Projects.of(directory.normalize().toString()));
  }

  /** Inside an agent's shell SWARM_AGENT says who it is; else it is the person. */
  String agent(Optional<String> named) {
    return named.or(() -> variable("SWARM_AGENT")).or(() -> variable("USER")).orElse("somebody");
  }

  Optional<String> session(Optional<String> named) {
    return named.or(() -> variable("SWARM_SESSION"));
  }

  private Optional<String> variable(String name) {
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
