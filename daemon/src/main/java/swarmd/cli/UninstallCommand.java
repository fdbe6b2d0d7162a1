package swarmd.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallRefused;
import swarmd.install.Installer;

@Command(
    name = "uninstall",
    mixinStandardHelpOptions = true,
    description = "Removes the hooks from a host's settings, or swarmd as a whole.",
    footer = {
      "",
      "A file that has not changed since the install is restored byte for byte;",
      "from a file that has changed, only swarmd's hooks are removed. Slash commands go",
      "as well, unless they were edited.",
      "",
      "  swarm uninstall claude",
      "  swarm uninstall --all            says what it leaves",
      "  swarm uninstall --all --data     leaves nothing"
    })
final class UninstallCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private HostFile file;

  @Option(
      names = "--all",
      description = "Remove the hooks from all hosts, the service, and the installed files.")
  private boolean all;

  @Option(names = "--data", description = "With --all, also remove tasks, settings and log.")
  @SuppressWarnings("unused") // the client removes them, when this is done
  private boolean data;

  @Option(names = "--dry-run", description = "Print what would change, and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  UninstallCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    if (all && file.isNamed()) {
      throw CommandFailed.usage("--all is for all hosts; leave out the host, or --all");
    }
    if (data && !all) {
      throw CommandFailed.usage("--data needs --all");
    }
    Installer installer = context.services().installer();
    try {
      for (SettingsPlace place : all ? installer.places() : List.of(file.place(context))) {
        new InstallPrinter(context, json, dryRun).print(installer.uninstall(place, dryRun));
      }
      return 0;
    } catch (InstallRefused e) {
      throw CommandFailed.because(e.getMessage());
    } catch (FileSystemException e) {
      throw CommandFailed.because("cannot use this file or folder: " + e.getMessage());
    }
  }
}
