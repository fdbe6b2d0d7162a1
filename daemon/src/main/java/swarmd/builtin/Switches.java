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
 * Which hooks the person has switched off, and which on.
 *
 * @param off names
 * @param on names
 */
record Switches(Set<String> off, Set<String> on) {
  private static final Logger log = LoggerFactory.getLogger(Switches.class);

  static Switches of(Settings settings) {
    return new Switches(names(settings, Setting.HOOKS_OFF), names(settings, Setting.HOOKS_ON));
  }

  private static Set<String> names(Settings settings, Setting setting) {
    return Arrays.stream(settings.text(setting).split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.equals(setting.defaultValue()))
        .collect(Collectors.toSet());
  }

  /** A name that nobody has is no reason not to start: it may be one of another version. */
  List<Row> set(List<Row> rows) {
    Set<String> known = rows.stream().map(row -> row.handler().name()).collect(Collectors.toSet());
    for (Set<String> named : List.of(off, on)) {
      named.stream()
          .filter(name -> !known.contains(name))
          .forEach(name -> log.warn("There is no hook {}; see: swarm hooks list", name));
    }
    return rows.stream().map(this::set).toList();
  }

  private Row set(Row row) {
    String name = row.handler().name();
    boolean runs = !off.contains(name) && (row.on() || on.contains(name));
    return new Row(row.event(), row.tools(), runs, row.handler());
  }
}
