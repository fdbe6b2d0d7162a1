package swarmd.client;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.home.Home;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.OwnHook;
import swarmd.hostfile.Value;

/**
 * How long hosts should wait for hooks. A host that gives up earlier ignores a denial from a slow
 * hook.
 */
record HookPatience(Duration required) {
  private static final Duration USUAL = Duration.ofMillis(Hook.DEFAULT_LIMIT_MILLIS);

  static HookPatience configured(Home home) {
    String millis =
        Home.setting("swarmd.hook.timeout.ms", "SWARMD_HOOK_TIMEOUT_MS", stored(home).orElse(""));
    boolean valid = millis.matches("\\d{1,9}"); // otherwise the daemon refuses to start
    return new HookPatience(valid ? Duration.ofMillis(Long.parseLong(millis)) : USUAL);
  }

  private static Optional<String> stored(Home home) {
    if (!Files.exists(home.settings())) {
      return Optional.empty();
    }
    try {
      return JsonReader.readFile(home.settings(), false)
          .get("settings")
          .flatMap(settings -> settings.get("hook.timeout.ms"))
          .map(Value::plain)
          .map(value -> value instanceof BigDecimal n ? n.toPlainString() : value.toString());
    } catch (MalformedJson | IOException e) {
      return Optional.empty(); // the daemon refuses to start
    }
  }

  /** The problem, if the host or its hooks do not wait long enough. */
  Optional<String> problem(HostProfile host, List<OwnHook.Found> ours) {
    if (required.compareTo(USUAL) <= 0) {
      return Optional.empty();
    }
    Stream<Duration> ofHost =
        ours.stream()
            .filter(
                found -> host.kindOf(found.event()).filter(EventKind.SESSION_END::equals).isEmpty())
            .flatMap(found -> found.timeout().map(unit(host, found)::multipliedBy).stream());
    Stream<Duration> ofClient = ours.stream().flatMap(found -> found.clientTimeout().stream());
    return tooShort("the host", ofHost).or(() -> tooShort("swarm hook", ofClient));
  }

  private static Duration unit(HostProfile host, OwnHook.Found found) {
    HostSettings settings = host.settings().orElseThrow();
    return found.hook() instanceof OwnHook.Http
        ? settings.httpTimeoutUnit()
        : settings.timeoutUnit();
  }

  private Optional<String> tooShort(String waiter, Stream<Duration> waits) {
    return waits
        .min(Duration::compareTo)
        .filter(shortest -> shortest.compareTo(required) < 0)
        .map(
            shortest ->
                "%s waits %d s for hooks that may take %d s (SWARMD_HOOK_TIMEOUT_MS)"
                    .formatted(waiter, shortest.toSeconds(), required.toSeconds()));
  }
}
