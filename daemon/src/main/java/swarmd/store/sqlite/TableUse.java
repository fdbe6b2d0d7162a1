package swarmd.store.sqlite;

import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a statement does with the tables of which the writer keeps something in memory, found out
 * from its text: so no statement can forget to care for it.
 */
enum TableUse {
  /** Any use: of the history, or of the number that its last row has. */
  EVENTS("\\bevent\\b"),
  /** Any use; the column of the same name does not count. */
  WAVES("\\b(?:FROM|JOIN|INTO|UPDATE)\\s+wave\\b"),
  CHANGE_OF_TASKS("\\b(?:INTO|UPDATE|DELETE\\s+FROM)\\s+task\\b"),
  CHANGE_OF_DEPENDENCIES("\\b(?:INTO|UPDATE|DELETE\\s+FROM)\\s+dependency\\b");

  private final Pattern pattern;

  TableUse(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  static Set<TableUse> of(String sql) {
    Set<TableUse> uses = EnumSet.noneOf(TableUse.class);
    for (TableUse use : values()) {
      if (use.pattern.matcher(sql).find()) {
        uses.add(use);
      }
    }
    return uses;
  }
}
