package swarmd.install;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.hostfile.Value;

/** How often in a row Claude Code lets a Stop be held; by itself eight times. */
final class BlockCap {
  static final String VARIABLE = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP";
  private static final List<String> ENV = List.of("env");
  private static final List<String> PATH = List.of("env", VARIABLE);

  private BlockCap() {}

  static Optional<String> in(EditableSettings settings) {
    return settings.at(PATH).flatMap(Value::text);
  }

  static EditableSettings set(EditableSettings settings, int cap) {
    String value = Integer.toString(cap);
    Optional<Value> old = settings.at(PATH);
    if (old.isPresent()) {
      return old.get().plain().equals(value) ? settings : settings.replace(old.get(), value);
    }
    Optional<Value> env = settings.at(ENV);
    return env.isPresent()
        ? settings.add(env.get(), VARIABLE, value)
        : settings.add(settings.root(), "env", Map.of(VARIABLE, value));
  }

  /**
   * Puts back what was there before, unless somebody has changed it since.
   *
   * @param written what an install has put there
   */
  static EditableSettings unset(
      EditableSettings settings,
      String written,
      Optional<String> before,
      Predicate<List<String>> wasThere) {
    if (!in(settings).equals(Optional.of(written))) {
      return settings;
    }
    if (before.isPresent()) {
      return settings.replace(settings.at(PATH).orElseThrow(), before.get());
    }
    EditableSettings without = SettingsMerge.remove(settings, PATH);
    return wasThere.test(ENV) ? without : SettingsMerge.removeIfEmpty(without, ENV);
  }
}
