package swarmd.hooks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.catalogue.HookType;
import swarmd.catalogue.ToolKind;

/**
 * Maps events to their handlers, in order.
 *
 * @param rows handlers of particular events
 * @param always handlers of every event, called after those of the rows
 */
public record HookTable(List<Row> rows, List<HookHandler> always) {

  public HookTable(List<Row> rows) {
    this(rows, List.of());
  }

  /**
   * A hook as users list it, skip it and switch it off. One handler may have several rows; it is
   * called once per event, in the place of the first.
   *
   * @param event a type's label, or the canonical name of an event without a type
   * @param name as in `swarm hooks list`, OMC_SKIP_HOOKS and SWARMD_HOOKS_OFF
   * @param description one line
   * @param tools the kinds of tools whose events it handles; empty for all
   * @param on whether it runs at all
   */
  public record Row(
      String event,
      String name,
      String description,
      Set<ToolKind> tools,
      boolean on,
      HookHandler handler) {

    /** A row with the handler's own name. */
    public Row(String event, Set<ToolKind> tools, HookHandler handler) {
      this(event, handler.name(), handler.description(), tools, true, handler);
    }

    public Row(HookType type, HookHandler handler) {
      this(type.label(), Set.of(), handler);
    }

    /** One of several rows of the same handler. */
    public Row(HookType type, String name, String description, HookHandler handler) {
      this(type.label(), name, description, Set.of(), true, handler);
    }

    public Row switchedOff() {
      return new Row(event, name, description, tools, false, handler);
    }

    private boolean appliesTo(HookEvent sent) {
      return on
          && isFor(sent)
          && (tools.isEmpty() || tools.contains(sent.tool()))
          && !sent.skipped().contains(event)
          && !sent.skipped().contains(name);
    }

    private boolean isFor(HookEvent sent) {
      List<HookType> types = sent.kind().hookTypes();
      return types.isEmpty()
          ? event.equals(sent.kind().canonicalName())
          : types.stream().anyMatch(type -> type.label().equals(event));
    }
  }

  /** All types, and the other events that have a handler. */
  public List<String> events() {
    return Stream.concat(
            Arrays.stream(HookType.values()).map(HookType::label), rows.stream().map(Row::event))
        .distinct()
        .toList();
  }

  /** The names of all handlers. */
  public Set<String> names() {
    return Stream.concat(rows.stream().map(Row::name), always.stream().map(HookHandler::name))
        .collect(Collectors.toUnmodifiableSet());
  }

  public List<Row> rowsOf(String event) {
    return rows.stream().filter(row -> row.event.equals(event)).toList();
  }

  /** The handlers of this event, without those that are off or skipped. */
  public List<HookHandler> handlersOf(HookEvent event) {
    Map<HookHandler, Set<String>> applying = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.appliesTo(event))
        .forEach(
            row ->
                applying
                    .computeIfAbsent(row.handler, first -> new LinkedHashSet<>())
                    .add(row.name));
    return Stream.concat(
            applying.entrySet().stream().map(each -> each.getKey().limitedTo(each.getValue())),
            always.stream().filter(handler -> !event.skipped().contains(handler.name())))
        .toList();
  }
}
