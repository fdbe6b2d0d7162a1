package swarmd.userhooks;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ObjectValue;
import swarmd.json.Json;

/** Translates a host's own hook settings into ours. */
public final class HookImport {
  private static final List<String> CARRIED_TEXTS = List.of("name", "statusMessage");
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

  private final HostSettings format;
  private final HostCatalogue hosts;
  private final ImportedMatcher matchers;
  private final Set<String> disabled;
  private final ObjectNode events = Json.object();
  private final List<String> skipped = new ArrayList<>();
  private int count;

  private HookImport(HostSettings format, HostCatalogue hosts, Set<String> disabled) {
    this.format = format;
    this.hosts = hosts;
    this.disabled = disabled;
    matchers = new ImportedMatcher(format, hosts);
  }

  /**
   * Reads the hooks of a host's settings file.
   *
   * @param format of the host that the settings belong to
   * @param hosts the hosts that the hooks will run for
   */
  public static ImportedHooks of(HostSettings format, HostCatalogue hosts, String settings)
      throws MalformedJson {
    Value root = JsonReader.read(settings, format.comments());
    HookImport result = new HookImport(format, hosts, disabled(root));
    root.get("hooks").map(Value::fields).orElse(Map.of()).forEach(result::event);
    ObjectNode file = Json.object();
    file.set("hooks", result.events);
    return new ImportedHooks(Json.pretty(file) + "\n", result.count, List.copyOf(result.skipped));
  }

  /** Depending on its version, a host lists disabled hooks in one place or the other. */
  private static Set<String> disabled(Value root) {
    Set<String> disabled = new LinkedHashSet<>();
    Stream.of("hooks", "hooksConfig")
        .flatMap(place -> root.get(place).flatMap(value -> value.get("disabled")).stream())
        .flatMap(list -> list.elements().stream())
        .forEach(item -> item.text().ifPresent(disabled::add));
    return disabled;
  }

  private void event(String event, Value groups) {
    if (EventKey.isKnown(event)) {
      groups.elements().forEach(group -> group(event, group));
    } else if (groups.elements().stream().anyMatch(ObjectValue.class::isInstance)) {
      skipped.add(event + ": unknown event");
    }
  }

  private void group(String event, Value group) {
    ObjectNode result = Json.object();
    EventKey ours = EventKey.named(event).get(0);
    text(group, "name").ifPresent(name -> result.put("name", name));
    matchers
        .translate(ours, text(group, "matcher").orElse(""))
        .ifPresent(matcher -> result.put("matcher", matcher));
    if (group.get("sequential").flatMap(Value::flag).orElse(false)) {
      result.put("sequential", true);
    }
    ArrayNode hooks = result.putArray("hooks");
    group.get("hooks").stream()
        .flatMap(list -> list.elements().stream())
        .forEach(hook -> hook(event, hook, hooks));
    if (!hooks.isEmpty()) {
      events.withArray("/" + ours.name()).add(result);
      count += hooks.size();
    }
  }

  private void hook(String event, Value hook, ArrayNode hooks) {
    String type = text(hook, "type").orElse("");
    String action =
        text(hook, "command").or(() -> text(hook, "url")).orElse("a hook of type " + type);
    Optional<String> obstacle = ImportObstacle.of(hook, disabled);
    if (obstacle.isPresent()) {
      skipped.add(event + ": " + action + ": " + obstacle.get());
      return;
    }
    ObjectNode result = hooks.addObject().put("type", type);
    if (type.equals("command")) {
      result.put("command", withOurVariables(action));
    } else {
      result.put("url", text(hook, "url").orElseThrow());
      headers(hook, result);
    }
    CARRIED_TEXTS.forEach(name -> text(hook, name).ifPresent(text -> result.put(name, text)));
    hook.get("timeout")
        .flatMap(Value::number)
        .ifPresent(timeout -> result.put("timeout", seconds(timeout)));
  }

  private static void headers(Value hook, ObjectNode result) {
    Map<String, Value> headers = hook.get("headers").map(Value::fields).orElse(Map.of());
    if (!headers.isEmpty()) {
      ObjectNode sent = result.putObject("headers");
      headers.forEach((name, value) -> value.text().ifPresent(text -> sent.put(name, text)));
    }
  }

  /** Commands are shared between hosts, so every host's variables are translated. */
  private String withOurVariables(String command) {
    String result = command;
    for (HostProfile host : hosts.installable()) {
      Map<String, String> variables = host.settings().orElseThrow().hookSyntax().variables();
      for (Map.Entry<String, String> variable : variables.entrySet()) {
        result =
            Pattern.compile("\\$(\\{?)" + variable.getKey() + "\\b")
                .matcher(result)
                .replaceAll("\\$$1" + variable.getValue());
      }
    }
    return result;
  }

  private BigDecimal seconds(BigDecimal timeout) {
    return timeout.multiply(BigDecimal.valueOf(format.timeoutUnit().toMillis())).divide(THOUSAND);
  }

  private static Optional<String> text(Value object, String name) {
    return object.get(name).flatMap(Value::text);
  }
}
