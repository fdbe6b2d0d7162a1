package swarmd.install;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.OwnHook;
import swarmd.hostfile.Value;

/** Adds our hooks beside other people's, and removes them again. */
final class SettingsMerge {
  private static final String HOOKS = "hooks";

  private SettingsMerge() {}

  /** Hooks that are already right stay as they are, byte for byte. */
  static EditableSettings install(EditableSettings settings, Map<String, Object> groups) {
    EditableSettings result = removeStrayHooks(settings, groups);
    Optional<Value> hooks = result.at(List.of(HOOKS));
    if (hooks.isEmpty()) {
      Map<String, Object> all = new LinkedHashMap<>();
      groups.forEach((event, group) -> all.put(event, List.of(group)));
      return result.add(result.root(), HOOKS, all);
    }
    for (Map.Entry<String, Object> group : groups.entrySet()) {
      result = install(result, group.getKey(), group.getValue());
    }
    return result;
  }

  private static EditableSettings install(EditableSettings settings, String event, Object group) {
    Optional<Value> groups = settings.at(List.of(HOOKS, event));
    if (groups.isEmpty()) {
      return settings.add(settings.at(List.of(HOOKS)).orElseThrow(), event, List.of(group));
    }
    List<Value> ours = groups.get().elements().stream().filter(SettingsMerge::isOurs).toList();
    if (ours.isEmpty()) {
      return settings.add(groups.get(), group);
    }
    return ours.get(0).plain().equals(plain(group))
        ? settings
        : settings.replace(ours.get(0), group);
  }

  /** Keeps one group of ours per wanted event, which can then be updated in place. */
  private static EditableSettings removeStrayHooks(
      EditableSettings settings, Map<String, Object> groups) {
    EditableSettings result = settings;
    for (Value.Member event : members(settings, List.of(HOOKS))) {
      boolean wanted = groups.containsKey(event.name());
      result = removeHooks(result, event.name(), wanted ? 1 : 0);
      if (!wanted) {
        result = removeIfEmptied(result, List.of(HOOKS, event.name()), event.value());
      }
    }
    return result;
  }

  /**
   * Removes all our hooks.
   *
   * @param existedBefore whether an empty object or array is not ours to remove
   */
  static EditableSettings uninstall(
      EditableSettings settings, Predicate<List<String>> existedBefore) {
    EditableSettings result = settings;
    for (Value.Member event : members(settings, List.of(HOOKS))) {
      result = removeHooks(result, event.name(), 0);
      List<String> path = List.of(HOOKS, event.name());
      if (!existedBefore.test(path)) {
        result = removeIfEmptied(result, path, event.value());
      }
    }
    boolean changed = !result.text().equals(settings.text());
    return changed && !existedBefore.test(List.of(HOOKS))
        ? removeIfEmpty(result, List.of(HOOKS))
        : result;
  }

  private static EditableSettings removeHooks(
      EditableSettings settings, String event, int keptGroups) {
    EditableSettings result = settings;
    int kept = 0;
    int index = 0;
    while (index < groups(result, event).elements().size()) {
      Value groups = groups(result, event);
      Value group = groups.elements().get(index);
      if (isOurs(group) && kept++ >= keptGroups) {
        result = result.remove(groups, index);
      } else {
        result = isOurs(group) ? result : removeFromGroup(result, event, index);
        index++;
      }
    }
    return result;
  }

  /** Users may have put one of our hooks into a group of their own. */
  private static EditableSettings removeFromGroup(
      EditableSettings settings, String event, int index) {
    EditableSettings result = settings;
    int entry = 0;
    while (entry < entries(groups(result, event).elements().get(index)).size()) {
      Value group = groups(result, event).elements().get(index);
      if (OwnHook.of(entries(group).get(entry)).isPresent()) {
        result = result.remove(group.get(HOOKS).orElseThrow(), entry);
      } else {
        entry++;
      }
    }
    return result;
  }

  /** Whether all hooks of a group are ours. */
  private static boolean isOurs(Value group) {
    List<Value> entries = entries(group);
    return !entries.isEmpty() && entries.stream().allMatch(e -> OwnHook.of(e).isPresent());
  }

  private static List<Value> entries(Value group) {
    return group.get(HOOKS).map(Value::elements).orElse(List.of());
  }

  private static Value groups(EditableSettings settings, String event) {
    return settings.at(List.of(HOOKS, event)).orElseThrow();
  }

  private static List<Value.Member> members(EditableSettings settings, List<String> path) {
    return settings.at(path).map(Value::members).orElse(List.of());
  }

  private static EditableSettings removeIfEmptied(
      EditableSettings settings, List<String> path, Value before) {
    return before.children().isEmpty() ? settings : removeIfEmpty(settings, path);
  }

  static EditableSettings removeIfEmpty(EditableSettings settings, List<String> path) {
    boolean empty = settings.at(path).filter(found -> found.children().isEmpty()).isPresent();
    return empty ? remove(settings, path) : settings;
  }

  static EditableSettings remove(EditableSettings settings, List<String> path) {
    Value parent = settings.at(path.subList(0, path.size() - 1)).orElseThrow();
    String name = path.get(path.size() - 1);
    List<String> names = parent.members().stream().map(Value.Member::name).toList();
    return settings.remove(parent, names.lastIndexOf(name));
  }

  static Object plain(Object value) {
    try {
      return JsonReader.read(JsonStyle.oneLine(value), false).plain();
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }
}
