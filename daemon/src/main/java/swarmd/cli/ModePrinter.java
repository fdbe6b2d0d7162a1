package swarmd.cli;

import static swarmd.cli.Table.cell;

import java.util.List;
import java.util.stream.Collectors;
import swarmd.cli.Terminal.Colour;
import swarmd.modes.ActiveMode;
import swarmd.text.HumanDuration;
import swarmd.text.ShortId;

/** Prints modes as text. */
final class ModePrinter {
  private ModePrinter() {}

  static Table table(Context context, List<ActiveMode> modes) {
    Table table = new Table(context.terminal(), "MODE", "SESSION", "AGE", "HELD", "STATE");
    for (ActiveMode mode : modes) {
      boolean stale = mode.stale(context.now());
      table.row(
          cell(mode.mode().label(), stale ? Colour.DIM : Colour.BOLD),
          cell(ShortId.of(mode.session())),
          cell(HumanDuration.of(context.now() - mode.startedAt())),
          cell(mode.holds() + "/" + mode.state().maxHolds()),
          cell((stale ? "stale, no longer in effect; " : "") + fields(mode)));
    }
    return table;
  }

  static String fields(ActiveMode mode) {
    return mode.state().fields().entrySet().stream()
        .filter(field -> !field.getKey().equals("prompt"))
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(" "));
  }
}
