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
import swarmd.usage.UsageProblem;

/** The options that select a host and one of its settings files. */
final class HostFile {
  @Parameters(
      arity = "0..1",
      paramLabel = "HOST",
      completionCandidates = HostIds.class,
      description = "${COMPLETION-CANDIDATES}")
  private String host = "";

  @ArgGroup private ScopeOptions scopeOptions = new ScopeOptions();

  private static final class ScopeOptions {
    @Option(names = "--user", description = "Use your own settings, for all projects (default).")
    @SuppressWarnings("unused") // it is the default
    private boolean user;

    @Option(names = "--project", description = "Use the shared settings of the project you are in.")
    private boolean project;

    @Option(
        names = "--local",
        description =
            "Use your own settings in the project you are in, if the host has settings.local.json.")
    private boolean local;
  }

  /** The hosts that `swarm install` can write to. */
  static final class HostIds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ids(HostCatalogue.STANDARD).iterator();
    }
  }

  static List<String> ids(HostCatalogue hosts) {
    return hosts.installable().stream().map(HostProfile::id).sorted().toList();
  }

  boolean isNamed() {
    return !host.isEmpty();
  }

  HostProfile host(Context context) {
    if (!isNamed()) {
      throw CommandFailed.usage(
          "name a host: " + String.join(", ", ids(context.services().hosts())));
    }
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
                    "unknown host '%s'%s"
                        .formatted(
                            id,
                            UsageProblem.suggested(id, ids(hosts))
                                .orElse("; known hosts: " + String.join(", ", ids(hosts))))));
  }

  SettingsPlace place(Context context) {
    return place(host(context), context);
  }

  /** The folder of the user's own settings. */
  Path userFolder(HostProfile profile, Context context) {
    return place(profile, Scope.USER, context).file().getParent();
  }

  SettingsPlace place(HostProfile profile, Context context) {
    if (scopeOptions.local && !profile.settings().orElseThrow().localScope()) {
      throw CommandFailed.usage(
          profile.title() + " has no local settings; use --user or --project");
    }
    Scope scope =
        scopeOptions.local ? Scope.LOCAL : scopeOptions.project ? Scope.PROJECT : Scope.USER;
    return place(profile, scope, context);
  }

  static SettingsPlace place(HostProfile profile, Scope scope, Context context) {
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
