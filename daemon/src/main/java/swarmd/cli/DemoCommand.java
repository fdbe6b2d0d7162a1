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
import swarmd.demo.DemoEvent;
import swarmd.demo.DemoFailed;
import swarmd.demo.DemoRun;
import swarmd.demo.DemoState;
import swarmd.demo.Narrator;
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
  private final Narrator narrator = new Narrator();
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
    try (DemoRun demo = DemoRun.prepare(fast ? Tempo.FAST : Tempo.NORMAL)) {
      demo.begin();
      context.liveCommands().run(() -> watch(demo));
      return 0;
    } catch (DemoFailed e) {
      throw CommandFailed.because("the demo failed: " + e.getMessage());
    }
  }

  private void watch(DemoRun demo) throws InterruptedException {
    Terminal terminal = context.terminal();
    boolean live = terminal.interactive() && terminal.colours() && !json;
    DemoScreen screen = new DemoScreen(terminal, context.rows());
    DemoState state = demo.poll();
    long start = state.newEvents().stream().mapToLong(DemoEvent::at).min().orElse(0);
    while (true) {
      List<String> newSentences = narrate(state, start);
      sentences.addAll(newSentences);
      if (live) {
        screen.draw(state, sentences);
      } else if (json) {
        state.newEvents().forEach(event -> terminal.println(Json.text(json(event))));
      } else {
        newSentences.forEach(terminal::println);
      }
      if (demo.finished()) {
        break;
      }
      demo.pause(INTERVAL);
      state = demo.poll();
    }
    if (!json) {
      terminal.println("");
      narrator.summary().forEach(terminal::println);
    }
  }

  private List<String> narrate(DemoState state, long start) {
    return state.newEvents().stream()
        .map(
            event ->
                String.format(
                    Locale.ROOT,
                    "%5.1f s  %s",
                    (event.at() - start) / 1_000.0,
                    narrator.narrate(event, state.tasks())))
        .toList();
  }

  private static JsonNode json(DemoEvent event) {
    if (event instanceof DemoEvent.Died died) {
      return Json.object()
          .put("at", died.at())
          .put("kind", "agent_died")
          .put("project", died.project())
          .put("task", died.task())
          .put("agent", died.agent());
    }
    return TaskJson.event(((DemoEvent.Stored) event).event());
  }
}
