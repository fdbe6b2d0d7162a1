package swarmd.hooks;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which handlers events meet, in order.
 *
 * @param rows those of one type each
 * @param always those that every event meets after them, also one without a type
 */
public record HookTable(List<Row> rows, List<HookHandler> always) {

  public HookTable(List<Row> rows) {
    this(rows, List.of());
  }

  /** One handler of one type. */
  public record Row(HookType type, HookHandler handler) {}

  public List<Row> rowsOf(HookType type) {
    return rows.stream().filter(row -> row.type == type).toList();
  }

  /** The handlers of this event, without those that are to be skipped. */
  List<HookHandler> handlersOf(HookEvent event) {
    Stream<HookHandler> typed =
        rows.stream()
            .filter(row -> event.is(row.type))
            .filter(row -> !event.skipped().contains(row.type.label()))
            .map(Row::handler);
    return Stream.concat(typed, always.stream())
        .filter(handler -> !event.skipped().contains(handler.name()))
        .toList();
  }
}
