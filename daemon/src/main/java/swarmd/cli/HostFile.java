package swarmd.cli;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;

/** Options that say which settings file of which host. */
final class HostFile {
  @Parameters(
      paramLabel = "HOST",
      completionCandidates = HostIds.class,
      description = "${COMPLETION-CANDIDATES}")
  private String host = "";

  @ArgGroup private Which which = new Which();

  private static final class Which {
    @Option(names = "--user", description = "Your own settings, for all projects (default).")
    @SuppressWarnings("unused") // it is what neither of the others asks for
    private boolean user;

    @Option(
        names = "--project",
        description = "The settings of the project you are in, which others share.")
    private boolean project;

    @Option(
        names = "--local",
        description = "Yours in the project you are in, where the host has settings.local.json.")
    private boolean local;
  }

  /** The hosts that `swarm install` can write to. */
  static final class HostIds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ids(HostCatalogue.STANDARD).iterator();
    }
  }

  private static List<String> ids(HostCatalogue hosts) {
    return hosts.installable().stream().map(HostProfile::id).sorted().toList();
  }

  HostProfile host(Context context) {
    return find(host, context);
  }

  static HostProfile find(String id, Context context) {
    HostCatalogue hosts = context.services().hosts();
    return hosts
        .find(id)
        .filter(found -> found.settings().isPresent())
        .orElseThrow(
            () ->
                CommandFailed.usage(
                    "unknown host '%s'; known hosts: %s"
                        .formatted(id, String.join(", ", ids(hosts)))));
  }

  SettingsPlace place(Context context) {
    HostProfile profile = host(context);
    if (which.local && !profile.settings().orElseThrow().localScope()) {
      throw CommandFailed.usage(
          profile.title() + " has no local settings; use --user or --project");
    }
    Scope scope = which.local ? Scope.LOCAL : which.project ? Scope.PROJECT : Scope.USER;
    return SettingsPlace.of(
        profile,
        scope,
        name -> context.variable(name).orElse(""),
        Path.of(context.variable("HOME").orElseGet(Home::user)),
        Path.of(
            scope == Scope.USER
                ? context.invocation().directory()
                : context.project(Optional.empty())));
  }
}
