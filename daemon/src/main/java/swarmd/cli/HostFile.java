package swarmd.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.home.Home;
import swarmd.hostfile.HostProgram;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;

/** Options that say which settings file of which host. */
final class HostFile {
  @Parameters(paramLabel = "HOST", description = "claude or gemini")
  private HostProgram host;

  @ArgGroup private Which which = new Which();

  private static final class Which {
    @Option(
        names = "--user",
        description = "Your own settings, for all projects: ~/.claude or ~/.gemini (default).")
    @SuppressWarnings("unused") // it is what neither of the others asks for
    private boolean user;

    @Option(
        names = "--project",
        description = "The settings of the project you are in, which others share.")
    private boolean project;

    @Option(
        names = "--local",
        description = "Yours in the project you are in: .claude/settings.local.json.")
    private boolean local;
  }

  HostProgram host() {
    return host;
  }

  SettingsPlace place(Context context) {
    if (which.local && host != HostProgram.CLAUDE) {
      throw CommandFailed.usage(host.title() + " has no local settings; use --user or --project");
    }
    Scope scope = which.local ? Scope.LOCAL : which.project ? Scope.PROJECT : Scope.USER;
    return SettingsPlace.of(
        host,
        scope,
        name -> context.variable(name).orElse(""),
        Path.of(context.variable("HOME").orElseGet(Home::user)),
        Path.of(
            scope == Scope.USER
                ? context.invocation().directory()
                : context.project(Optional.empty())));
  }
}
