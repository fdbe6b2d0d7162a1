package swarmd.hosts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hooks.HookType;

/** A host's names of events, each with what it is for us. */
final class EventNames {
  private final Map<String, List<HookType>> types = new LinkedHashMap<>();

  EventNames with(String name, HookType type) {
    types.put(name, HookType.STOP.contains(type) ? HookType.STOP : List.of(type));
    return this;
  }

  EventNames withStop(String name) {
    types.put(name, HookType.STOP);
    return this;
  }

  /** Events that are only recorded. */
  EventNames without(String... names) {
    for (String name : names) {
      types.put(name, List.of());
    }
    return this;
  }

  boolean contains(Object name) {
    return name instanceof String && types.containsKey(name);
  }

  List<HookType> types(String name) {
    return types.getOrDefault(name, List.of());
  }

  /** The first with exactly these types. */
  Optional<String> name(List<HookType> wanted) {
    return types.entrySet().stream()
        .filter(entry -> entry.getValue().equals(wanted))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
