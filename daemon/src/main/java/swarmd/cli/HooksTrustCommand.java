package swarmd.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.cli.Terminal.Colour;
import swarmd.json.Json;
import swarmd.text.Visible;
import swarmd.userhooks.CheckEntry;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.HookFile;
import swarmd.userhooks.HookGroup;
import swarmd.userhooks.ProjectHooks;
import swarmd.userhooks.ProjectHooks.State;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Origin;
import swarmd.userhooks.UserHookJson;

@Command(
    name = "trust",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what this project's hooks and checks would run, and how to trust them.",
      "Trust covers exactly what is shown; after any change they need it again."
    })
final class HooksTrustCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--hash",
      paramLabel = "SHA256",
      description = "Trust the hooks that were shown with this hash.")
  private Optional<String> hash = Optional.empty();

  @Option(names = "--yes", description = "Trust the current hooks without reviewing them.")
  private boolean yes;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  HooksTrustCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String directory = context.foundProject(project).folder();
    HookConfigs configs = context.services().hookConfigs();
    ProjectHooks hooks = configs.read(Optional.of(directory));
    Optional<String> trusted = hash.or(() -> yes ? hooks.hash() : Optional.empty());
    if (hooks.hash().isEmpty()) {
      throw CommandFailed.because(nothingToTrust(hooks));
    }
    if (trusted.isPresent()) {
      trust(configs, directory, trusted.get());
      return 0;
    }
    if (json) {
      context.printJson(asJson(hooks));
    } else {
      show(hooks);
    }
    return hooks.trust() == State.TRUSTED ? 0 : CommandLineRunner.FAILED;
  }

  private static String nothingToTrust(ProjectHooks hooks) {
    String problems =
        hooks.files().stream()
            .filter(file -> file.origin() != Origin.USER)
            .flatMap(file -> file.problems().stream())
            .map(problem -> "\n" + problem)
            .collect(Collectors.joining());
    return hooks.project().orElseThrow()
        + " has no hooks or checks of its own; there is nothing to trust"
        + problems;
  }

  private void trust(HookConfigs configs, String directory, String shownHash)
      throws IOException, InterruptedException {
    context.requirePerson("trust hooks or checks");
    if (!configs.trust(directory, shownHash)) {
      throw CommandFailed.conflict(
          "the hooks have changed since; review them again:  swarm hooks trust");
    }
    if (json) {
      context.printJson(asJson(configs.read(Optional.of(directory))));
    } else {
      context.terminal().println("the hooks and checks of " + directory + " are trusted");
    }
  }

  private void show(ProjectHooks hooks) {
    Terminal terminal = context.terminal();
    terminal.println("The hooks and checks of " + hooks.project().orElseThrow() + " would run:");
    for (HookFile file : hooks.files()) {
      if (file.origin() != Origin.USER) {
        show(file);
      }
    }
    terminal.println("");
    terminal.println(
        hooks.trust() == State.TRUSTED
            ? "They are trusted. To undo that:  swarm hooks untrust"
            : "If that is what you want:  swarm hooks trust --hash " + hooks.hash().orElseThrow());
  }

  private void show(HookFile file) {
    Terminal terminal = context.terminal();
    ObjectNode defaults = UserHookJson.content(file);
    defaults.remove("groups");
    defaults.remove("origin");
    defaults.remove("checks");
    if (!defaults.isEmpty() || !file.groups().isEmpty() || !file.checks().isEmpty()) {
      terminal.println("");
      terminal.println(terminal.paint(Colour.BOLD, escapeInvisible(file.path())));
    }
    for (Map.Entry<String, ?> setting : defaults.properties()) {
      terminal.println("  " + setting.getKey() + " " + setting.getValue());
    }
    for (CheckEntry check : file.checks()) {
      terminal.println(
          "  check %s, at most %d s".formatted(check.name(), check.timeout().toSeconds()));
      check.command().lines().forEach(line -> terminal.println("    " + escapeInvisible(line)));
    }
    for (HookGroup group : file.groups()) {
      terminal.println(
          escapeInvisible("  %s, matcher %s".formatted(group.event(), group.matcher().text())));
      for (HookGroup.Entry entry : group.entries()) {
        describe(entry.action())
            .lines()
            .forEach(line -> terminal.println("    " + escapeInvisible(line)));
      }
    }
  }

  static String describe(Action action) {
    if (action instanceof Action.Command command) {
      return command.line();
    }
    if (action instanceof Action.Http http) {
      return "POST "
          + http.url()
          + new TreeMap<>(http.headers())
              .entrySet().stream()
                  .map(header -> "\n  " + header.getKey() + ": " + header.getValue())
                  .collect(Collectors.joining());
    }
    return "java " + ((Action.Plugin) action).className();
  }

  /** Escapes characters that could hide what a command does. */
  static String escapeInvisible(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                Visible.isHidden(c) || Character.getType(c) == Character.FORMAT
                    ? "\\u{%x}".formatted(c)
                    : Character.toString(c))
        .collect(Collectors.joining());
  }

  private static ObjectNode asJson(ProjectHooks hooks) {
    ObjectNode result =
        Json.object()
            .put("project", hooks.project().orElseThrow())
            .put("trust", UserHookJson.label(hooks.trust()))
            .put("sha256", hooks.hash().orElseThrow());
    ArrayNode files = result.putArray("files");
    for (HookFile file : hooks.files()) {
      if (file.origin() != Origin.USER && file.found()) {
        ObjectNode content = UserHookJson.content(file);
        content.put("path", file.path());
        files.add(content);
      }
    }
    return result;
  }
}
