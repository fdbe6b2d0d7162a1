package swarmd.hooks;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.catalogue.HookType;
import swarmd.catalogue.ToolKind;

/**
 * Which handlers events meet, in order.
 *
 * @param rows those of one event each
 * @param always those that every event meets after them
 */
public record HookTable(List<Row> rows, List<HookHandler> always) {

  public HookTable(List<Row> rows) {
    this(rows, List.of());
  }

  /**
   * One handler of one event.
   *
   * @param event a type's label, or the canonical name of an event without a type
   * @param tools the kinds of tools whose use it looks at; empty for all
   * @param on whether it is asked at all
   */
  public record Row(String event, Set<ToolKind> tools, boolean on, HookHandler handler) {

    public Row(HookType type, HookHandler handler) {
      this(type.label(), Set.of(), true, handler);
    }

    private boolean meets(HookEvent met) {
      List<HookType> types = met.kind().hookTypes();
      return types.isEmpty()
          ? event.equals(met.kind().canonicalName())
          : types.stream().anyMatch(type -> type.label().equals(event));
    }

    private boolean looksAt(HookEvent met) {
      return tools.isEmpty() || tools.contains(met.tool());
    }
  }

  /** Every type, and the other events that somebody looks at. */
  public List<String> events() {
    return Stream.concat(
            Arrays.stream(HookType.values()).map(HookType::label), rows.stream().map(Row::event))
        .distinct()
        .toList();
  }

  public List<Row> rowsOf(String event) {
    return rows.stream().filter(row -> row.event.equals(event)).toList();
  }

  /** The handlers of this event, without those that are off or to be skipped. */
  List<HookHandler> handlersOf(HookEvent event) {
    Stream<HookHandler> own =
        rows.stream()
            .filter(row -> row.on && row.meets(event) && row.looksAt(event))
            .filter(row -> !event.skipped().contains(row.event))
            .map(Row::handler);
    return Stream.concat(own, always.stream())
        .filter(handler -> !event.skipped().contains(handler.name()))
        .toList();
  }
}
