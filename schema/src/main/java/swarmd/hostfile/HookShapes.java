package swarmd.hostfile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hostfile.Value.ArrayValue;
import swarmd.hostfile.Value.ObjectValue;

/**
 * Finds entries that are no hooks. Claude Code drops every hook of a file that has one of these,
 * without a word.
 */
public final class HookShapes {
  /** What each type of hook must have. */
  private static final Map<String, String> REQUIRED =
      Map.of("command", "command", "http", "url", "prompt", "prompt", "agent", "prompt");

  /** In Gemini CLI's "hooks" these were settings of their own once, and are lists of names. */
  private static final List<String> NO_EVENTS = List.of("enabled", "disabled", "notifications");

  private final List<String> problems = new ArrayList<>();

  private HookShapes() {}

  /** Each problem begins with the place of the entry, such as hooks.Stop[0]. */
  public static List<String> problems(Value settings) {
    HookShapes shapes = new HookShapes();
    settings.get("hooks").ifPresent(shapes::all);
    return List.copyOf(shapes.problems);
  }

  private void all(Value hooks) {
    if (!(hooks instanceof ObjectValue)) {
      problems.add("hooks is not an object");
    }
    for (Value.Member event : hooks.members()) {
      if (!NO_EVENTS.contains(event.name())) {
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
      problems.add(place + ".matcher is not a text");
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
