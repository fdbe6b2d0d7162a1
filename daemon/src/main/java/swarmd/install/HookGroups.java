package swarmd.install;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.EventKind.TimeLimit;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.hooks.HookLimits;

/** The groups that `swarm install` writes into a host's settings, one for each event. */
final class HookGroups {
  /** Longer than the client waits by default, which is 5.5 s for these events. */
  private static final Duration TOOL_LIMIT = Duration.ofSeconds(8);

  private static final Duration OTHER_LIMIT = Duration.ofSeconds(15);
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final HostProfile host;
  private final ClientProgram program;
  private final HttpAddress address;
  private final Duration clientTimeout;
  private final boolean denyWithoutAnswer;
  private final boolean modelEvents;

  HookGroups(
      HostProfile host,
      ClientProgram program,
      HttpAddress address,
      Duration clientTimeout,
      boolean denyWithoutAnswer,
      boolean modelEvents) {
    this.host = host;
    this.program = program;
    this.address = address;
    this.clientTimeout = clientTimeout;
    this.denyWithoutAnswer = denyWithoutAnswer;
    this.modelEvents = modelEvents;
  }

  /** The groups by event. */
  Map<String, Object> via(Via via) {
    Map<String, Object> groups = new LinkedHashMap<>();
    for (String event : settings().installedEvents()) {
      groups.put(event, Map.of("hooks", List.of(entry(event, via))));
    }
    if (modelEvents) {
      for (String event : settings().modelEvents()) {
        groups.put(event, Map.of("hooks", List.of(entry(event, via))));
      }
    }
    return groups;
  }

  private HostSettings settings() {
    return host.settings().orElseThrow();
  }

  private Map<String, Object> entry(String event, Via via) {
    Map<String, Object> entry = new LinkedHashMap<>();
    if (via == Via.HTTP && !settings().commandOnlyEvents().contains(event)) {
      entry.put("type", "http");
      entry.put("url", address.url());
      entry.put("headers", headers());
      if (kind(event) == EventKind.PERMISSION_REQUEST && denyWithoutAnswer) {
        entry.put("onFailure", "block");
      }
    } else {
      settings().entryName().ifPresent(name -> entry.put("name", name));
      entry.put("type", "command");
      entry.put("command", command(event, via));
    }
    entry.put("timeout", limit(event).dividedBy(unit(entry)));
    return entry;
  }

  private Map<String, Object> headers() {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("Authorization", address.authorization());
    if (settings().command().namesHost()) {
      headers.put("Swarm-Host", host.id());
    }
    return headers;
  }

  private Duration unit(Map<String, Object> entry) {
    return entry.get("type").equals("http")
        ? settings().httpTimeoutUnit()
        : settings().timeoutUnit();
  }

  private String command(String event, Via via) {
    HostSettings.CommandForm form = settings().command();
    return environment()
        + (form.namesHost() ? "SWARM_HOST=" + host.id() + " " : "")
        + (via == Via.JAR ? program.jar() : program.launcher())
        + (form.namesEvent() ? " " + event : "")
        + (form.neverFails() ? " || :" : "");
  }

  /** A host may start the client without the variables that are set here. */
  private String environment() {
    String timeout =
        clientTimeout.equals(HookLimits.USUAL_WAIT)
            ? ""
            : "SWARMD_HOOK_TIMEOUT_MS=" + clientTimeout.toMillis() + " ";
    return timeout + (denyWithoutAnswer ? "" : "SWARMD_PERMISSION_FALLBACK=ask ");
  }

  private EventKind kind(String event) {
    return host.kindOf(event).orElseThrow();
  }

  private Duration limit(String event) {
    TimeLimit limit = kind(event).timeLimit();
    if (limit == TimeLimit.TOOL && !new HookLimits(clientTimeout).isPatient()) {
      return TOOL_LIMIT;
    }
    if (limit == TimeLimit.SESSION_END) {
      return settings().sessionEndLimit();
    }
    Duration patient = Duration.ofSeconds(clientTimeout.plusMillis(999).toSeconds()).plus(MARGIN);
    return patient.compareTo(OTHER_LIMIT) > 0 ? patient : OTHER_LIMIT;
  }
}
