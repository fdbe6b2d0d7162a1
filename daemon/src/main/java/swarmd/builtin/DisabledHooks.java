package swarmd.builtin;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.HookTable.Row;
import swarmd.settings.Setting;
import swarmd.settings.Settings;

/** The names of the hooks that are off: by default, or because the user has switched them off. */
record DisabledHooks(Set<String> names) {
  private static final Logger log = LoggerFactory.getLogger(DisabledHooks.class);

  /** No known host sends what these read. */
  private static final Set<String> OFF_BY_DEFAULT = Set.of("thinking-block-validator");

  static DisabledHooks of(Settings settings) {
    Set<String> off = new HashSet<>(OFF_BY_DEFAULT);
    off.removeAll(settings.names(Setting.HOOKS_ON));
    off.addAll(settings.names(Setting.HOOKS_OFF));
    return new DisabledHooks(Set.copyOf(off));
  }

  /** Only logs unknown names: another version may have a hook of that name. */
  static void logUnknown(Settings settings, List<Row> rows) {
    Set<String> known = rows.stream().map(Row::name).collect(Collectors.toSet());
    for (Setting setting : List.of(Setting.HOOKS_OFF, Setting.HOOKS_ON)) {
      settings.unknownNames(setting, known).forEach(log::warn);
    }
  }

  boolean contains(String name) {
    return names.contains(name);
  }

  List<Row> applyTo(List<Row> rows) {
    return rows.stream().map(this::applyTo).toList();
  }

  private Row applyTo(Row row) {
    return names.contains(row.name()) ? row.switchedOff() : row;
  }
}
