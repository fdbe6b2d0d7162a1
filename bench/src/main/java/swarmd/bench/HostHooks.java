package swarmd.bench;

import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.realhosts.ClaudeProgram;
import swarmd.realhosts.HostSettings;
import swarmd.realhosts.HostSettings.Way;
import swarmd.realhosts.InstalledHosts;
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
 * The cost of hooks in a real Claude Code, end to end: the time from one model request to the next,
 * with one shell command and its two events in between.
 */
public final class HostHooks {
  private static final int CALLS = 20;
  private static final int ROUNDS = 8;
  private static final int EVENTS_PER_CALL = 2;
  private static final List<String> EVENTS = List.of("PreToolUse", "PostToolUse");
  private static final String NONE = "no hooks";
  private static final String OWN = "swarmd, ";
  private static final String PEER = "oh-my-claude-sisyphus";
  private static final String PEER_VERSION = "4.4.4";

  private final RunningDaemon daemon;
  private final Map<String, JsonNode> settings = new LinkedHashMap<>();
  private final Map<String, Samples> costs = new LinkedHashMap<>();

  private HostHooks(RunningDaemon daemon) {
    this.daemon = daemon;
  }

  /** Named hosts are measured as installed; without arguments all are, after Claude Code's ways. */
  public static void main(String[] arguments) throws IOException {
    Optional<String> missing = InstalledHosts.find().missing();
    if (missing.isPresent()) {
      System.err.println(missing.get());
      System.exit(1);
    }
    List<KnownHost> named =
        Stream.of(arguments).map(name -> KnownHost.valueOf(name.toUpperCase(Locale.ROOT))).toList();
    if (named.isEmpty()) {
      measureWays();
    }
    InstalledHooks.measureAll(
        named.isEmpty() ? List.of(KnownHost.values()) : named, new BenchReport());
  }

  private static void measureWays() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start(Map.of("SWARMD_ARCHIVE", "on"))) {
      HostHooks bench = new HostHooks(daemon);
      bench.addWays();
      bench.measure();
      bench.print(new BenchReport());
    }
  }

  private void addWays() throws IOException {
    settings.put(NONE, Api.object());
    settings.put(OWN + "http", HostSettings.claude(Way.HTTP, daemon, EVENTS));
    settings.put(OWN + "launcher with curl", HostSettings.claude(Way.LAUNCHER, daemon, EVENTS));
    settings.put(OWN + "jar", HostSettings.claude(Way.JAR, daemon, EVENTS));
    Path peer = InstalledHosts.find().modules().resolve(PEER);
    if (Files.exists(peer)) {
      settings.put("oh-my-claudecode " + PEER_VERSION + ", node", peerSettings(peer));
    } else {
      System.out.printf(
          "without oh-my-claudecode: npm install --prefix build/hosts --ignore-scripts %s@%s%n",
          PEER, PEER_VERSION);
    }
    settings.keySet().forEach(way -> costs.put(way, new Samples(CALLS * ROUNDS)));
  }

  /** The entries of its plugin for the two events. */
  private static JsonNode peerSettings(Path peer) throws IOException {
    String text = Files.readString(peer.resolve("hooks/hooks.json"));
    JsonNode own = Api.json(text.replace("${CLAUDE_PLUGIN_ROOT}", peer.toString())).get("hooks");
    ObjectNode all = Api.object();
    EVENTS.forEach(event -> all.withObject("/hooks").set(event, own.get(event)));
    return all;
  }

  private void measure() {
    daemon.swarm(daemon.project(), "status");
    eventually().until(() -> Files.exists(daemon.home().resolve("cache/client.jsa")));
    for (int round = 0; round < ROUNDS; round++) {
      settings.forEach(this::session);
    }
  }

  private void session(String way, JsonNode hooks) {
    long before = recorded();
    try (ScriptedModel model = ScriptedModel.start()) {
      model.script(Collections.nCopies(CALLS + 1, Turn.shell("true")).toArray(Step[]::new));
      RealHost host = new RealHost(ClaudeProgram.installed(), daemon, model).settings(hooks);
      Programs.Result result = host.run("run it");
      List<ModelInput> requests = model.requests();
      if (result.exit() != 0 || requests.size() != CALLS + 2) {
        throw new IllegalStateException(requests.size() + " requests: " + result);
      }
      for (int i = 2; i < requests.size(); i++) { // the first command also starts the shell
        costs.get(way).add(requests.get(i).atNanos() - requests.get(i - 1).atNanos());
      }
    }
    long expected = way.startsWith(OWN) ? EVENTS_PER_CALL * (CALLS + 1) : 0;
    if (recorded() - before != expected) {
      throw new IllegalStateException(way + " sent " + (recorded() - before) + " events");
    }
  }

  private long recorded() {
    return daemon
        .swarm(daemon.project(), "events", "--hooks", "--json", "-n", "100000")
        .out()
        .lines()
        .count();
  }

  private void print(BenchReport report) {
    report.section(
        "A shell command in Claude Code, median of %d (quartiles); what each of its two events adds"
            .formatted(CALLS * ROUNDS));
    double without = costs.get(NONE).medianMillis();
    costs.forEach(
        (way, samples) ->
            report.value(
                way,
                "%7.1f ms (%.1f to %.1f)   %6.1f ms"
                    .formatted(
                        samples.medianMillis(),
                        samples.percentileMillis(25),
                        samples.percentileMillis(75),
                        (samples.medianMillis() - without) / EVENTS_PER_CALL)));
  }
}
