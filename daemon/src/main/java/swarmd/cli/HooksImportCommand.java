package swarmd.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.userhooks.ConfinedFile;
import swarmd.userhooks.ConfinedFile.Refused;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.HookImport;
import swarmd.userhooks.ImportedHooks;

@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description = {
      "Copies a host's own hooks, so that they run for all hosts.",
      "The host keeps running them too until you remove them there."
    })
final class HooksImportCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(
      paramLabel = "HOST",
      completionCandidates = HostFile.HostIds.class,
      description = "${COMPLETION-CANDIDATES}")
  private String host = "";

  @ArgGroup private Scope scope = new Scope();

  @Option(names = "--dry-run", description = "Print what would be written, and write nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  HooksImportCommand(Context context) {
    this.context = context;
  }

  /** Where to import from and to. */
  private static final class Scope {
    @Option(names = "--user", description = "Import the hooks of your home directory (default).")
    @SuppressWarnings("unused") // it is the default
    private boolean user;

    @Option(names = "--project", description = "Import the hooks of the project you are in.")
    private boolean project;
  }

  @Override
  public Integer call() throws IOException {
    HostProfile profile = HostFile.find(host, context);
    HostSettings format = profile.settings().orElseThrow();
    if (format.isPlugin()) {
      throw CommandFailed.usage(profile.title() + " has plugins and no hooks to import");
    }
    Optional<String> project =
        scope.project ? Optional.of(context.project(Optional.empty())) : Optional.empty();
    Path from =
        project
            .map(folder -> Path.of(folder, format.projectFolder()))
            .orElseGet(() -> userHome().resolve(format.folder()))
            .resolve(format.fileName());
    Path to =
        project
            .map(HookConfigs::projectFile)
            .orElseGet(() -> context.services().hookConfigs().userFile());
    Optional<Path> bounds = project.map(Path::of);
    ImportedHooks imported = imported(format, new ConfinedFile(from, bounds));
    ConfinedFile target = new ConfinedFile(to, bounds);
    String text;
    try {
      text = imported.addedTo(Files.exists(to) ? target.read() : new byte[0]);
      if (!dryRun && imported.count() > 0) {
        target.replace(text);
      }
    } catch (Refused | InvalidInput e) {
      throw CommandFailed.because(to + " was not changed: " + e.getMessage());
    }
    print(from, to, imported, text, project.isPresent());
    return 0;
  }

  private Path userHome() {
    return Path.of(
        Optional.ofNullable(context.invocation().environment().get("HOME"))
            .or(() -> Optional.ofNullable(System.getenv("HOME")))
            .orElseGet(() -> System.getProperty("user.home")));
  }

  private ImportedHooks imported(HostSettings format, ConfinedFile from) throws IOException {
    try {
      return HookImport.of(format, context.services().hosts(), JsonReader.decode(from.read()));
    } catch (NoSuchFileException e) {
      throw CommandFailed.because("there is no file " + from.file());
    } catch (MalformedJson e) {
      throw CommandFailed.because(
          "%s:%d:%d: not valid JSON: %s"
              .formatted(from.file(), e.position().line(), e.position().column(), e.reason()));
    } catch (CharacterCodingException e) {
      throw CommandFailed.because(from.file() + ": not UTF-8");
    } catch (Refused e) {
      throw CommandFailed.because(from.file() + ": " + e.getMessage());
    }
  }

  private void print(Path from, Path to, ImportedHooks imported, String text, boolean needsTrust) {
    Terminal terminal = context.terminal();
    if (json) {
      ObjectNode result =
          Json.object()
              .put("from", from.toString())
              .put("to", to.toString())
              .put("hooks", imported.count())
              .put("written", !dryRun && imported.count() > 0);
      imported.skipped().forEach(result.putArray("skipped")::add);
      result.set("settings", Json.parse(text.getBytes(StandardCharsets.UTF_8)));
      context.printJson(result);
      return;
    }
    imported.skipped().forEach(reason -> terminal.note("skipped " + reason));
    if (dryRun) {
      terminal.print(Terminal.sanitize(text));
      return;
    }
    terminal.println("imported %d hooks from %s into %s".formatted(imported.count(), from, to));
    if (imported.count() > 0) {
      terminal.println("the host runs them too until you remove them from " + from);
      if (needsTrust) {
        terminal.println("they run once you trust them:  swarm hooks trust");
      }
    }
  }
}
