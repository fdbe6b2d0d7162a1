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

/**
 * Which hooks the person has switched off.
 *
 * @param off their names
 */
record Switches(Set<String> off) {
  private static final Logger log = LoggerFactory.getLogger(Switches.class);

  static Switches of(Settings settings) {
    return new Switches(
        Arrays.stream(settings.text(Setting.HOOKS_OFF).split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty() && !name.equals(Setting.HOOKS_OFF.defaultValue()))
            .collect(Collectors.toSet()));
  }

  /** An unknown name is only logged: another version may have a hook of that name. */
  List<Row> set(List<Row> rows) {
    Set<String> known = rows.stream().map(Row::name).collect(Collectors.toSet());
    off.stream()
        .filter(name -> !known.contains(name))
        .forEach(
            name ->
                log.warn(
                    "SWARMD_HOOKS_OFF names an unknown hook '{}'; see: swarm hooks list", name));
    return rows.stream().map(this::set).toList();
  }

  private Row set(Row row) {
    return off.contains(row.name()) ? row.switchedOff() : row;
  }
}
