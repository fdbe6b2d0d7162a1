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
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ObjectValue;
import swarmd.json.Json;

/** Translates a host's own hook settings into ours. */
public final class HookImport {
  private static final Pattern GEMINI_VARIABLE =
      Pattern.compile("\\$(\\{?)GEMINI_(PROJECT_DIR|SESSION_ID)\\b");
  private static final List<String> CARRIED_TEXTS = List.of("name", "statusMessage");
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

  private final Source source;
  private final Set<String> disabled;
  private final ObjectNode events = Json.object();
  private final List<String> skipped = new ArrayList<>();
  private int count;

  private HookImport(Source source, Set<String> disabled) {
    this.source = source;
    this.disabled = disabled;
  }

  /** The host that the settings belong to. */
  public enum Source {
    CLAUDE,
    GEMINI
  }

  public static ImportedHooks of(Source source, String settings) throws MalformedJson {
    Value root = JsonReader.read(settings, source == Source.GEMINI);
    HookImport work = new HookImport(source, disabled(root));
    root.get("hooks").map(Value::fields).orElse(Map.of()).forEach(work::event);
    ObjectNode file = Json.object();
    file.set("hooks", work.events);
    return new ImportedHooks(Json.pretty(file) + "\n", work.count, List.copyOf(work.skipped));
  }

  /** Gemini CLI lists hooks that are switched off in one place or the other. */
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
      skipped.add(event + ": no such event is known");
    }
  }

  private void group(String event, Value group) {
    ObjectNode made = Json.object();
    String ours = EventKey.named(event).get(0).name();
    text(group, "name").ifPresent(name -> made.put("name", name));
    ImportedMatcher.of(source, ours, text(group, "matcher").orElse(""))
        .ifPresent(matcher -> made.put("matcher", matcher));
    if (group.get("sequential").flatMap(Value::flag).orElse(false)) {
      made.put("sequential", true);
    }
    ArrayNode hooks = made.putArray("hooks");
    group.get("hooks").stream()
        .flatMap(list -> list.elements().stream())
        .forEach(hook -> hook(event, hook, hooks));
    if (!hooks.isEmpty()) {
      events.withArray("/" + ours).add(made);
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
    ObjectNode made = hooks.addObject().put("type", type);
    if (type.equals("command")) {
      made.put("command", GEMINI_VARIABLE.matcher(action).replaceAll("\\$$1$2"));
    } else {
      made.put("url", text(hook, "url").orElseThrow());
      headers(hook, made);
    }
    CARRIED_TEXTS.forEach(name -> text(hook, name).ifPresent(text -> made.put(name, text)));
    hook.get("timeout")
        .flatMap(Value::number)
        .ifPresent(timeout -> made.put("timeout", seconds(timeout)));
  }

  private static void headers(Value hook, ObjectNode made) {
    Map<String, Value> headers = hook.get("headers").map(Value::fields).orElse(Map.of());
    if (!headers.isEmpty()) {
      ObjectNode sent = made.putObject("headers");
      headers.forEach((name, value) -> value.text().ifPresent(text -> sent.put(name, text)));
    }
  }

  /** Gemini CLI's times are in milliseconds. */
  private BigDecimal seconds(BigDecimal timeout) {
    return source == Source.GEMINI ? timeout.divide(THOUSAND) : timeout;
  }

  private static Optional<String> text(Value object, String name) {
    return object.get(name).flatMap(Value::text);
  }
}
