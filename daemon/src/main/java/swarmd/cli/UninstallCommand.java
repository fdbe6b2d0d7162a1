package swarmd.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import swarmd.install.InstallRefused;

@Command(
    name = "uninstall",
    mixinStandardHelpOptions = true,
    description = "Removes the hooks from a host's settings.",
    footer = {
      "",
      "A file that has not changed since the install is restored byte for byte;",
      "from a file that has changed, only swarmd's hooks are removed. Slash commands go",
      "as well, unless they were edited."
    })
final class UninstallCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private HostFile file;

  @Option(names = "--dry-run", description = "Print what would change, and change nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  UninstallCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    try {
      var report = context.services().installer().uninstall(file.place(context), dryRun);
      new InstallPrinter(context, json, dryRun).print(report);
      return 0;
    } catch (InstallRefused e) {
      throw CommandFailed.because(e.getMessage());
    } catch (FileSystemException e) {
      throw CommandFailed.because("cannot use this file or folder: " + e.getMessage());
    }
  }
}
