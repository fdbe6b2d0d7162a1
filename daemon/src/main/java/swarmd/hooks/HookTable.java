package swarmd.hooks;

import java.util.List;

/** Which handlers events of which type meet, in order. */
public record HookTable(List<Row> rows) {

  /** One handler of one type. */
  public record Row(HookType type, HookHandler handler) {}

  public List<Row> rowsOf(HookType type) {
    return rows.stream().filter(row -> row.type == type).toList();
  }

  /** The handlers of this event, without those that are to be skipped. */
  List<HookHandler> handlersOf(HookEvent event) {
    return rows.stream()
        .filter(row -> event.is(row.type))
        .filter(row -> !event.skipped().contains(row.type.label()))
        .map(Row::handler)
        .filter(handler -> !event.skipped().contains(handler.name()))
        .toList();
  }
}
