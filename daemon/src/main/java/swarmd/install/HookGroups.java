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

/** What stands in a host's settings for each event. */
final class HookGroups {
  /** Above what the client usually waits: 5.5 s for these. */
  private static final Duration TOOL_LIMIT = Duration.ofSeconds(8);

  /** Claude Code gives all of them together 1.5 s, unless one asks for more. */
  private static final Duration SESSION_END_LIMIT = Duration.ofSeconds(5);

  private static final Duration OTHER_LIMIT = Duration.ofSeconds(15);
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final HostProfile host;
  private final Program program;
  private final HttpAddress address;
  private final Duration clientWaits;
  private final boolean denyWithoutAnswer;

  HookGroups(
      HostProfile host,
      Program program,
      HttpAddress address,
      Duration clientWaits,
      boolean denyWithoutAnswer) {
    this.host = host;
    this.program = program;
    this.address = address;
    this.clientWaits = clientWaits;
    this.denyWithoutAnswer = denyWithoutAnswer;
  }

  /** By event. */
  Map<String, Object> via(Via via) {
    Map<String, Object> groups = new LinkedHashMap<>();
    for (String event : settings().installedEvents()) {
      groups.put(event, Map.of("hooks", List.of(entry(event, via))));
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
      entry.put("headers", Map.of("Authorization", address.authorization()));
      if (kind(event) == EventKind.PERMISSION_REQUEST && denyWithoutAnswer) {
        entry.put("onFailure", "block");
      }
    } else {
      settings().entryName().ifPresent(name -> entry.put("name", name));
      entry.put("type", "command");
      entry.put("command", environment() + (via == Via.JAR ? program.jar() : program.launcher()));
    }
    entry.put("timeout", limit(event).dividedBy(settings().timeoutUnit()));
    return entry;
  }

  /** Where a host starts the client, it need not have what was set here. */
  private String environment() {
    String waits =
        clientWaits.equals(HookLimits.USUAL_WAIT)
            ? ""
            : "SWARMD_HOOK_TIMEOUT_MS=" + clientWaits.toMillis() + " ";
    return waits + (denyWithoutAnswer ? "" : "SWARMD_PERMISSION_FALLBACK=ask ");
  }

  private EventKind kind(String event) {
    return host.kindOf(event).orElseThrow();
  }

  private Duration limit(String event) {
    TimeLimit limit = kind(event).timeLimit();
    if (limit == TimeLimit.TOOL && !new HookLimits(clientWaits).isPatient()) {
      return TOOL_LIMIT;
    }
    if (limit == TimeLimit.SESSION_END) {
      return SESSION_END_LIMIT;
    }
    Duration patient = Duration.ofSeconds(clientWaits.plusMillis(999).toSeconds()).plus(MARGIN);
    return patient.compareTo(OTHER_LIMIT) > 0 ? patient : OTHER_LIMIT;
  }
}
