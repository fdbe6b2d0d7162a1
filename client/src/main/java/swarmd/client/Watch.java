package swarmd.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.home.Home;

/**
 * `swarm status --watch` on a terminal: gets a new picture every second, for the size that the
 * terminal has by then, and waits while no daemon runs.
 */
final class Watch {
  private static final long PAUSE_MILLIS = 1_000;
  private static final String CLEAR_SCREEN = "\033[H\033[2J";

  private final Home home;
  private Optional<Terminals.Size> lastSize = Optional.empty();

  Watch(Home home) {
    this.home = home;
  }

  /** Whether this is such a command line. */
  static boolean isMeant(String[] args) {
    List<String> words = Arrays.asList(args);
    return words.contains("--watch") && !words.contains("--json") && Terminals.isOutTerminal();
  }

  int run(String[] args) throws IOException {
    List<String> once = new ArrayList<>(Arrays.asList(args));
    once.removeIf("--watch"::equals);
    for (boolean first = true; ; first = false) {
      try {
        int code = picture(once, first);
        if (code != Main.OK) {
          return code;
        }
      } catch (Forward.NoDaemon e) {
        System.out.print(CLEAR_SCREEN + "swarmd is not running; waiting for it (Ctrl-C ends this)");
        System.out.flush();
        lastSize = Optional.empty();
      }
      Pause.of(PAUSE_MILLIS);
    }
  }

  private int picture(List<String> once, boolean mayStart) throws IOException {
    Map<String, String> terminal = new HashMap<>(Map.of("SWARM_PICTURE", "1"));
    Optional<Terminals.Size> size = Terminals.size();
    size.ifPresent(
        now -> {
          terminal.put("LINES", now.rows());
          terminal.put("COLUMNS", now.columns());
        });
    Forward forward = new Forward(home, terminal);
    if (!mayStart) {
      forward.withoutStart();
    }
    if (!size.equals(lastSize) || size.isEmpty()) {
      forward.printFirst(CLEAR_SCREEN);
      lastSize = size;
    }
    return forward.run(once.toArray(String[]::new));
  }
}
