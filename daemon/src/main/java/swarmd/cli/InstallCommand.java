package swarmd.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.hostfile.HookTrust;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallRefused;
import swarmd.install.Installer;
import swarmd.install.Via;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.settings.Settings.InvalidSettings;

@Command(
    name = "install",
    mixinStandardHelpOptions = true,
    description = "Adds hooks to a host's settings, so that its sessions reach the daemon.",
    footer = {
      "",
      "Also adds the slash commands /cancel, /ralph, /autopilot, ... where the host has",
      "command files, and with --user, where the host reads policies, one that lets agents",
      "run their own swarm commands unasked. Your own commands, SWARMD_HOME/commands/NAME.md",
      "(with --project .swarmd/commands), become commands of the host as well. A file with",
      "such a name that is not swarmd's stays as it is.",
      "",
      "Everything else in the file stays as it is. A copy of the old file is kept in",
      "settings.json.swarmd-backup; `swarm uninstall` restores it. Installing again",
      "applies new options and otherwise changes nothing. `swarm doctor` checks it.",
      "",
      "Codex runs hooks only once you trust them: it asks at its next start, or",
      "--trust says so in your config.toml. OpenCode gets a plugin, a file that is",
      "swarmd's alone.",
      "",
      "Without a host: which hosts are on your PATH, and where the hooks are.",
      "",
      "  swarm install",
      "  swarm install claude",
      "  swarm install claude --project --dry-run",
      "  swarm install codex --trust",
      "  swarm install claude --mcp",
      "  swarm install --all"
    })
final class InstallCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private HostFile file;

  @Option(
      names = "--via",
      paramLabel = "HOW",
      defaultValue = "auto",
      description = {
        "How events are sent: launcher (bin/swarm), jar (java, without a shell script), or http"
            + " (by the host itself; the quickest, but only for machines that nobody else uses,"
            + " or where `swarm service install` lets systemd hold the port). The default, auto,"
            + " is the launcher, or http for --user and --local where systemd holds the port."
      })
  private Via via;

  @Option(
      names = "--max-continuations",
      paramLabel = "N",
      description = {
        "Maximum consecutive holds of a session by a mode, if the host has a cap of its own"
            + " that can be raised."
      })
  private Optional<Integer> maxContinuations = Optional.empty();

  @Option(
      names = "--model-events",
      description = {
        "Also send what the host sends to its model, if it has such events; costs a process per"
            + " call, and lets empty-message-sanitizer and your own hooks see it."
      })
  private boolean modelEvents;

  @Option(names = "--all", description = "Install for every host whose program is on your PATH.")
  private boolean all;

  @Option(
      names = "--trust",
      description = {
        "Also tell the host that you trust these hooks, if it asks about each; otherwise it asks"
            + " you."
      })
  private boolean trust;

  @Option(
      names = "--mcp",
      description = {
        "Also give its agents swarmd's tools by MCP, for hosts or agents without a shell."
      })
  private boolean mcp;

  @Option(names = "--dry-run", description = "Print what would change, and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  InstallCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (all && file.isNamed()) {
      throw CommandFailed.usage("--all is for all hosts; leave out the host, or --all");
    }
    if (file.isNamed()) {
      check(file.host(context));
    }
    if (trust) {
      context.requirePerson("trust hooks");
    }
    if (all) {
      return installAll();
    }
    if (!file.isNamed()) {
      new HostOverview(context).print(json);
      return 0;
    }
    install(file.host(context));
    warnOfBuild();
    return 0;
  }

  private int installAll() throws IOException {
    List<HostProfile> found = new HostOverview(context).found();
    if (found.isEmpty()) {
      throw CommandFailed.because(
          "no host was found on your PATH; name one: "
              + String.join(", ", HostFile.ids(context.services().hosts())));
    }
    int failed = 0;
    for (HostProfile host : found) {
      try {
        install(host);
      } catch (CommandFailed e) { // the others can still be installed
        context.terminal().note("swarm: " + host.id() + ": " + e.getMessage());
        failed++;
      }
    }
    warnOfBuild();
    return failed == 0 ? 0 : CommandLineRunner.FAILED;
  }

  private void install(HostProfile host) throws IOException {
    check(host);
    try {
      SettingsPlace place = file.place(host, context);
      Installer.Options options = options();
      if (trust && host.settings().orElseThrow().trust()) {
        options = options.trusting(file.userFolder(host, context).resolve(HookTrust.FILE_NAME));
      }
      new InstallPrinter(context, json, dryRun)
          .print(context.services().installer().install(place, options));
    } catch (InstallRefused e) {
      throw CommandFailed.because(e.getMessage());
    } catch (FileSystemException e) {
      throw CommandFailed.because("cannot use this file or folder: " + e.getMessage());
    }
  }

  private void check(HostProfile host) {
    HostSettings settings = host.settings().orElseThrow();
    if (settings.isPlugin() && via != Via.AUTO) {
      throw CommandFailed.usage(host.title() + " has a plugin and no hooks; leave out --via");
    }
    if (trust && !all && !settings.trust()) {
      throw CommandFailed.usage(host.title() + " does not ask about hooks; leave out --trust");
    }
    if (via == Via.HTTP && !settings.http()) {
      throw CommandFailed.usage(host.title() + " has no http hooks; use --via launcher");
    }
    if (modelEvents && settings.modelEvents().isEmpty()) {
      throw CommandFailed.usage(host.title() + " has no --model-events");
    }
    if (maxContinuations.isPresent() && settings.stopCapVariable().isEmpty()) {
      throw CommandFailed.usage(host.title() + " has no --max-continuations");
    }
    if (maxContinuations.filter(cap -> cap < 1).isPresent()) {
      throw CommandFailed.usage("--max-continuations must be at least 1");
    }
  }

  private void warnOfBuild() {
    try {
      context.services().installer().buildFolder().ifPresent(this::warnOfBuild);
    } catch (InstallRefused e) {
      throw CommandFailed.because(e.getMessage());
    }
  }

  private void warnOfBuild(Path folder) {
    context
        .terminal()
        .note(
            "warning: these hooks run "
                + folder
                + ", which the next build may remove; for a lasting place: ./gradlew installUser,"
                + " then install again with ~/.local/bin/swarm");
  }

  private Installer.Options options() {
    return new Installer.Options(
        via,
        maxContinuations,
        Duration.ofMillis(Long.parseLong(setting(Setting.HOOK_TIMEOUT_MS))),
        !setting(Setting.PERMISSION_FALLBACK).equals("ask"),
        modelEvents,
        dryRun,
        Optional.empty(),
        mcp);
  }

  /** Hooks run in the user's environment, not in the daemon's. */
  private String setting(Setting setting) {
    Optional<String> fromEnvironment = context.variable(setting.variable());
    try {
      fromEnvironment.ifPresent(value -> Settings.check(setting, value, "your environment"));
    } catch (InvalidSettings e) {
      throw CommandFailed.usage(e.getMessage());
    }
    return fromEnvironment.orElseGet(() -> context.services().settings().text(setting));
  }
}
