package swarmd.hostfile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hostfile.Value.ArrayValue;
import swarmd.hostfile.Value.ObjectValue;

/**
 * Finds malformed hook entries. Some hosts silently ignore every hook of a file that has one of
 * them.
 */
public final class HookFormat {
  /** The field that each type of hook must have. */
  private static final Map<String, String> REQUIRED =
      Map.of("command", "command", "http", "url", "prompt", "prompt", "agent", "prompt");

  /** Settings that older versions of some hosts keep beside the events. */
  private static final List<String> NOT_EVENTS = List.of("enabled", "disabled", "notifications");

  private final List<String> problems = new ArrayList<>();

  private HookFormat() {}

  /** Each problem starts with the location of the entry, such as hooks.Stop[0]. */
  public static List<String> problems(Value settings) {
    HookFormat format = new HookFormat();
    settings.get("hooks").ifPresent(format::all);
    return List.copyOf(format.problems);
  }

  private void all(Value hooks) {
    if (!(hooks instanceof ObjectValue)) {
      problems.add("hooks is not an object");
    }
    for (Value.Member event : hooks.members()) {
      if (!NOT_EVENTS.contains(event.name())) {
        event("hooks." + event.name(), event.value());
      }
    }
  }

  private void event(String place, Value event) {
    if (!(event instanceof ArrayValue)) {
      problems.add(place + " is not an array");
    }
    for (int i = 0; i < event.elements().size(); i++) {
      group(place + "[" + i + "]", event.elements().get(i));
    }
  }

  private void group(String place, Value group) {
    Optional<Value> entries = group.get("hooks").filter(ArrayValue.class::isInstance);
    if (entries.isEmpty()) {
      problems.add(place + " has no array of hooks");
      return;
    }
    if (group.get("matcher").isPresent() && group.get("matcher").flatMap(Value::text).isEmpty()) {
      problems.add(place + ".matcher is not a string");
    }
    for (int i = 0; i < entries.get().elements().size(); i++) {
      entry(place + ".hooks[" + i + "]", entries.get().elements().get(i));
    }
  }

  private void entry(String place, Value entry) {
    Optional<String> type = entry.get("type").flatMap(Value::text);
    if (type.isEmpty()) {
      problems.add(place + " has no type");
      return;
    }
    Optional<String> required = Optional.ofNullable(REQUIRED.get(type.get()));
    if (required.isPresent() && entry.get(required.get()).flatMap(Value::text).isEmpty()) {
      problems.add(place + " has no " + required.get());
    }
    boolean badTimeout =
        entry
            .get("timeout")
            .filter(t -> !(t.plain() instanceof BigDecimal n) || n.signum() <= 0)
            .isPresent();
    if (badTimeout) {
      problems.add(place + ".timeout is not a positive number");
    }
  }
}
