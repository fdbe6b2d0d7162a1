package swarmd.hostfile;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;

/** One settings file of one host. */
public record SettingsPlace(HostProfile host, Scope scope, Path file) {
  /**
   * The file that the host reads for this scope.
   *
   * @param environment the user's, which the host will see as well
   * @param userHome also where the environment has no HOME
   */
  public static SettingsPlace of(
      HostProfile host,
      Scope scope,
      UnaryOperator<String> environment,
      Path userHome,
      Path project) {
    HostSettings settings = host.settings().orElseThrow();
    Path folder =
        scope == Scope.USER
            ? settings.userFolder(environment.apply(settings.homeVariable()), userHome)
            : project.resolve(settings.projectFolder());
    String name = scope == Scope.LOCAL ? "settings.local.json" : settings.fileName();
    return new SettingsPlace(host, scope, project.resolve(folder).resolve(name).normalize());
  }

  /** The project that a file which is not the user's belongs to. */
  public Path project() {
    Path root = file.getParent();
    for (int i = 0; i < Path.of(settings().projectFolder()).getNameCount(); i++) {
      root = root.getParent();
    }
    return root;
  }

  public HostSettings settings() {
    return host.settings().orElseThrow();
  }

  /** Whether some sessions of the host read both files, and so run the hooks of both. */
  public boolean isReadWith(SettingsPlace other) {
    return host == other.host
        && !file.equals(other.file)
        && (scope == Scope.USER
            || other.scope == Scope.USER
            || file.getParent().equals(other.file.getParent()));
  }

  /** The copy of the file from before our hooks were added. */
  public Path backup() {
    return file.resolveSibling(file.getFileName() + ".swarmd-backup");
  }

  /** The folder of the files that define slash commands; empty if the host has none. */
  public Optional<Path> commandFolder() {
    return host.settings().orElseThrow().commandFormat().isPresent()
        ? Optional.of(file.resolveSibling(settings().commandFolder()).normalize())
        : Optional.empty();
  }

  /** The folder of the host's rules about tools; empty where it reads none. */
  public Optional<Path> policyFolder() {
    return scope == Scope.USER && host.settings().orElseThrow().userPolicies()
        ? Optional.of(file.resolveSibling("policies"))
        : Optional.empty();
  }

  /** The arguments of `swarm install` and `swarm uninstall` for this file. */
  public String arguments() {
    return host.id() + " " + scope.option();
  }
}
