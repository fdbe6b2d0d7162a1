package swarmd.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.HostSettings;
import swarmd.hostfile.HookFormat;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ArrayValue;
import swarmd.hostfile.Value.ObjectValue;

/** Checks settings before and after our hooks are added. */
final class SettingsCheck {
  private SettingsCheck() {}

  static void refuseUnmergeable(
      SettingsPlace place, EditableSettings settings, boolean setsVariable) throws InstallRefused {
    require(ObjectValue.class, "an object", place, settings, List.of("hooks"));
    if (setsVariable) {
      require(ObjectValue.class, "an object", place, settings, List.of("env"));
    }
    HostSettings host = place.host().settings().orElseThrow();
    for (List<String> events : List.of(host.installedEvents(), host.modelEvents())) {
      for (String event : events) {
        require(ArrayValue.class, "an array", place, settings, List.of("hooks", event));
      }
    }
  }

  private static void require(
      Class<?> type,
      String typeName,
      SettingsPlace place,
      EditableSettings settings,
      List<String> path)
      throws InstallRefused {
    String name = path.get(path.size() - 1);
    List<Value.Member> members =
        settings.at(path.subList(0, path.size() - 1)).map(Value::members).orElse(List.of());
    if (members.stream().filter(member -> member.name().equals(name)).count() > 1) {
      throw new InstallRefused(
          "%s: %s occurs twice, and the host reads only the last; remove one; nothing was changed"
              .formatted(place.file(), String.join(".", path)));
    }
    Optional<Value> found = settings.at(path);
    if (found.isPresent() && !type.isInstance(found.get())) {
      throw new InstallRefused(
          "%s: %s is not %s; fix it first; nothing was changed"
              .formatted(place.file(), String.join(".", path), typeName));
    }
  }

  /** Also checks that our hooks are well-formed. A violation is a bug, so nothing is written. */
  static void requireOthersUntouched(
      SettingsPlace place, EditableSettings before, EditableSettings after) {
    boolean wellFormed =
        HookFormat.problems(before.root()).containsAll(HookFormat.problems(after.root()));
    if (!wellFormed || !others(place, before).equals(others(place, after))) {
      throw new IllegalStateException(
          "bug: the edit would not produce the intended settings; nothing was written");
    }
  }

  private static Map<Object, Object> others(SettingsPlace place, EditableSettings settings) {
    Object plain = SettingsMerge.uninstall(settings, path -> false).root().plain();
    Map<Object, Object> others = new LinkedHashMap<>((Map<?, ?>) plain);
    for (String name : List.of("hooks", "env")) {
      if (others.get(name) instanceof Map<?, ?> members) {
        Map<Object, Object> rest = new LinkedHashMap<>(members);
        StopCap.of(place.host()).ifPresent(cap -> rest.remove(cap.variable()));
        rest.values().removeIf(List.of()::equals);
        others.put(name, rest);
      }
      others.remove(name, Map.of());
    }
    return others;
  }

  /** Anything that keeps the hooks from running, or that the user should know. */
  static List<String> warnings(SettingsPlace place, EditableSettings before, Via via) {
    List<String> warnings = new ArrayList<>();
    for (String problem : HookFormat.problems(before.root())) {
      warnings.add(
          place.host().settings().orElseThrow().dropsMalformed()
              ? problem
                  + ": "
                  + place.host().title()
                  + " ignores every hook of this file until that is fixed"
              : problem + ": left unchanged");
    }
    if (before.at(List.of("disableAllHooks")).filter(v -> v.plain().equals(true)).isPresent()) {
      warnings.add("disableAllHooks is true: no hook runs until that is removed");
    }
    if (via == Via.HTTP && place.scope() == Scope.PROJECT) {
      warnings.add("the file contains the daemon's token: do not commit it, or use --via launcher");
    }
    return warnings;
  }
}
