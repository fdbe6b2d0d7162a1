package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.TaskJson;
import swarmd.demo.Look;
import swarmd.demo.Moment;
import swarmd.demo.Show;
import swarmd.demo.ShowFailed;
import swarmd.demo.Story;
import swarmd.demo.Tempo;
import swarmd.json.Json;

@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows agents sharing tasks, and what happens when one of them dies.",
      "Runs in a scratch folder that is deleted afterwards; your own tasks are not touched."
    })
final class DemoCommand implements Callable<Integer> {
  private static final Duration INTERVAL = Duration.ofMillis(200);

  private final Context context;
  private final Story story = new Story();
  private final List<String> sentences = new ArrayList<>();

  @Option(names = "--fast", description = "Take 3 seconds instead of 15.")
  private boolean fast;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  DemoCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (Show show = Show.prepare(fast ? Tempo.FAST : Tempo.NORMAL)) {
      show.begin();
      context.liveCommands().run(() -> watch(show));
      return 0;
    } catch (ShowFailed e) {
      throw CommandFailed.because("the demo failed: " + e.getMessage());
    }
  }

  private void watch(Show show) throws InterruptedException {
    Terminal terminal = context.terminal();
    boolean live = terminal.interactive() && terminal.colours() && !json;
    DemoScreen screen = new DemoScreen(terminal, context.rows());
    Look look = show.look();
    long start = look.fresh().stream().mapToLong(Moment::at).min().orElse(0);
    while (true) {
      List<String> fresh = tell(look, start);
      sentences.addAll(fresh);
      if (live) {
        screen.draw(look, sentences);
      } else if (json) {
        look.fresh().forEach(moment -> terminal.println(json(moment).toString()));
      } else {
        fresh.forEach(terminal::println);
      }
      if (show.over()) {
        break;
      }
      show.pause(INTERVAL);
      look = show.look();
    }
    if (!json) {
      terminal.println("");
      story.moral().forEach(terminal::println);
    }
  }

  private List<String> tell(Look look, long start) {
    return look.fresh().stream()
        .map(
            moment ->
                String.format(
                    Locale.ROOT,
                    "%5.1f s  %s",
                    (moment.at() - start) / 1_000.0,
                    story.tell(moment, look.tasks())))
        .toList();
  }

  private static JsonNode json(Moment moment) {
    if (moment instanceof Moment.Died died) {
      return Json.object()
          .put("at", died.at())
          .put("kind", "agent_died")
          .put("project", died.project())
          .put("task", died.task())
          .put("agent", died.agent());
    }
    return TaskJson.event(((Moment.Stored) moment).event());
  }
}
