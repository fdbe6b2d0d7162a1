package swarmd.builtin;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.HookTable.Row;
import swarmd.settings.Setting;
import swarmd.settings.Settings;

/** The names of the hooks that the user has switched off. */
record DisabledHooks(Set<String> names) {
  private static final Logger log = LoggerFactory.getLogger(DisabledHooks.class);

  static DisabledHooks of(Settings settings) {
    return new DisabledHooks(
        Arrays.stream(settings.text(Setting.HOOKS_OFF).split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty() && !name.equals(Setting.HOOKS_OFF.defaultValue()))
            .collect(Collectors.toSet()));
  }

  /** Only logs unknown names: another version may have a hook of that name. */
  List<Row> applyTo(List<Row> rows) {
    Set<String> known = rows.stream().map(Row::name).collect(Collectors.toSet());
    names.stream()
        .filter(name -> !known.contains(name))
        .forEach(
            name ->
                log.warn(
                    "SWARMD_HOOKS_OFF names an unknown hook '{}'; see: swarm hooks list", name));
    return rows.stream().map(this::applyTo).toList();
  }

  private Row applyTo(Row row) {
    return names.contains(row.name()) ? row.switchedOff() : row;
  }
}
