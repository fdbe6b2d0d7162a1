package swarmd.install;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.hostfile.Value;

/**
 * The variable in a host's settings that limits consecutive holds of a Stop.
 *
 * @param variable its name
 */
record StopCap(String variable) {
  private static final List<String> ENV = List.of("env");

  /** Empty for hosts without such a variable. */
  static Optional<StopCap> of(HostProfile host) {
    return host.settings().flatMap(HostSettings::stopCapVariable).map(StopCap::new);
  }

  Optional<String> in(EditableSettings settings) {
    return settings.at(path()).flatMap(Value::text);
  }

  private List<String> path() {
    return List.of("env", variable);
  }

  EditableSettings set(EditableSettings settings, int cap) {
    String value = Integer.toString(cap);
    Optional<Value> old = settings.at(path());
    if (old.isPresent()) {
      return old.get().plain().equals(value) ? settings : settings.replace(old.get(), value);
    }
    Optional<Value> env = settings.at(ENV);
    return env.isPresent()
        ? settings.add(env.get(), variable, value)
        : settings.add(settings.root(), "env", Map.of(variable, value));
  }

  /**
   * Restores the earlier value, unless the variable was changed after the install.
   *
   * @param written the value that the install wrote
   */
  EditableSettings unset(
      EditableSettings settings,
      String written,
      Optional<String> before,
      Predicate<List<String>> existedBefore) {
    if (!in(settings).equals(Optional.of(written))) {
      return settings;
    }
    if (before.isPresent()) {
      return settings.replace(settings.at(path()).orElseThrow(), before.get());
    }
    EditableSettings without = SettingsMerge.remove(settings, path());
    return existedBefore.test(ENV) ? without : SettingsMerge.removeIfEmpty(without, ENV);
  }
}
