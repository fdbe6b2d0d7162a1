package swarmd.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.realhosts.KnownHost;
import swarmd.realhosts.ModelInput;
import swarmd.realhosts.RealHost;
import swarmd.realhosts.ScriptedModel;
import swarmd.realhosts.Step;
import swarmd.realhosts.Turn;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/**
 * The cost of swarmd's hooks as they are installed, in every host: the time from one model request
 * to the next with one shell command in between, beside hooks for the same events that do nothing.
 */
final class InstalledHooks {
  private static final int CALLS = 12;
  private static final int ROUNDS = 3;

  /** Reads its input, as every hook should, and answers nothing. */
  private static final String EMPTY_COMMAND = "cat >/dev/null";

  private static final String EMPTY_PLUGIN =
      """
      const nothing = async () => {};
      export const Empty = async () => ({
        event: nothing, "chat.message": nothing, "experimental.chat.system.transform": nothing,
        "tool.execute.before": nothing, "tool.execute.after": nothing, "shell.env": nothing,
      });
      """;

  /** The program that the host runs. */
  private enum Hooks {
    NONE,
    EMPTY,
    SWARMD
  }

  private final KnownHost host;
  private final RunningDaemon daemon;
  private final Map<Hooks, Samples> costs = new EnumMap<>(Hooks.class);
  private double eventsPerCommand;

  private InstalledHooks(KnownHost host, RunningDaemon daemon) {
    this.host = host;
    this.daemon = daemon;
    for (Hooks hooks : Hooks.values()) {
      costs.put(hooks, new Samples(CALLS * ROUNDS));
    }
  }

  static void measureAll(List<KnownHost> hosts, BenchReport report) {
    report.section(
        "A shell command, median of %d in ms (quartiles): without hooks, with empty ones, with swarmd's as installed; what each event adds, empty and swarmd's"
            .formatted(CALLS * ROUNDS));
    for (KnownHost host : hosts) {
      Optional<String> missing = host.missing();
      if (missing.isPresent()) {
        report.value(host.program().toString(), missing.get());
        continue;
      }
      try (RunningDaemon daemon = RunningDaemon.start(Map.of("SWARMD_ARCHIVE", "on"))) {
        InstalledHooks measured = new InstalledHooks(host, daemon);
        measured.measure();
        measured.print(report);
      }
    }
  }

  private void measure() {
    for (int round = 0; round < ROUNDS; round++) {
      for (Hooks hooks : Hooks.values()) {
        session(hooks);
      }
    }
  }

  private void session(Hooks hooks) {
    long before = recorded();
    try (ScriptedModel model = ScriptedModel.start()) {
      model.script(commands());
      Programs.Result result = prepared(hooks, model).run("run it");
      List<ModelInput> requests = model.requests();
      if (result.exit() != 0 || requests.size() < CALLS + 2) {
        throw new IllegalStateException(requests.size() + " requests: " + result);
      }
      for (int i = 2; i < CALLS + 2; i++) { // the first command also starts the shell
        costs.get(hooks).add(requests.get(i).atNanos() - requests.get(i - 1).atNanos());
      }
    }
    long events = recorded() - before;
    if (events > 0 != (hooks == Hooks.SWARMD)) {
      throw new IllegalStateException(hooks + " sent " + events + " events");
    }
  }

  /** Each another one, because some hosts end a model that repeats itself. */
  private static Step[] commands() {
    return IntStream.rangeClosed(0, CALLS)
        .mapToObj(number -> Turn.shell("true " + number))
        .toArray(Step[]::new);
  }

  private RealHost prepared(Hooks hooks, ScriptedModel model) {
    try {
      Path file = hookFile();
      Files.deleteIfExists(file);
      RealHost program = new RealHost(host.program(), daemon, model);
      if (hooks != Hooks.NONE) {
        program.installForUser();
      }
      if (hooks == Hooks.EMPTY) {
        Files.writeString(file, emptied(file));
        if (host == KnownHost.CODEX) {
          program.withOptions("--dangerously-bypass-hook-trust"); // these are not the trusted ones
        }
      }
      return program;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path hookFile() {
    HostProfile profile = HostCatalogue.STANDARD.find(host.program().name()).orElseThrow();
    return SettingsPlace.of(
            profile, Scope.USER, name -> "", daemon.root().resolve("u"), daemon.project())
        .file();
  }

  /** The same events with hooks that do nothing. */
  private static String emptied(Path file) throws IOException {
    if (file.toString().endsWith(".js")) {
      return EMPTY_PLUGIN;
    }
    JsonNode settings = Api.json(Files.readString(file));
    for (JsonNode event : settings.path("hooks")) {
      for (JsonNode group : event) {
        for (JsonNode entry : group.path("hooks")) {
          ((ObjectNode) entry).put("command", EMPTY_COMMAND);
        }
      }
    }
    return settings.toString();
  }

  /** The events between a command's two model requests, from those that were recorded. */
  private long recorded() {
    List<JsonNode> events =
        daemon
            .swarm(daemon.project(), "events", "--hooks", "--json", "-n", "100000")
            .out()
            .lines()
            .map(Api::json)
            .toList();
    long commands =
        events.stream().filter(event -> event.get("type").asText().equals("pre-tool-use")).count();
    long between = events.stream().filter(InstalledHooks::isBetweenRequests).count();
    eventsPerCommand = commands == 0 ? 0 : (double) between / commands;
    return events.size();
  }

  private static boolean isBetweenRequests(JsonNode event) {
    return !List.of("session-start", "session-end", "keyword-detector", "stop", "setup")
        .contains(event.get("type").asText());
  }

  private void print(BenchReport report) {
    report.value(
        host.program().toString(),
        "%s  %s  %s   %.1f events: %.1f, %.1f"
            .formatted(
                text(Hooks.NONE),
                text(Hooks.EMPTY),
                text(Hooks.SWARMD),
                eventsPerCommand,
                added(Hooks.EMPTY),
                added(Hooks.SWARMD)));
  }

  private String text(Hooks hooks) {
    Samples samples = costs.get(hooks);
    return "%.1f (%.1f to %.1f)"
        .formatted(
            samples.medianMillis(), samples.percentileMillis(25), samples.percentileMillis(75));
  }

  private double added(Hooks hooks) {
    double total = costs.get(hooks).medianMillis() - costs.get(Hooks.NONE).medianMillis();
    return total / eventsPerCommand;
  }
}
