package swarmd.hostfile;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;

/** One settings file of one host. */
public record SettingsPlace(HostProfile host, Scope scope, Path file) {
  /**
   * Where the host looks.
   *
   * @param environment of the person, whose host will look there
   * @param userHome the person's, also where the environment has no HOME
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
            : project.resolve(settings.folder());
    String name = scope == Scope.LOCAL ? "settings.local.json" : "settings.json";
    return new SettingsPlace(host, scope, project.resolve(folder).resolve(name).normalize());
  }

  /** Whether there are sessions in which the host reads both, and so runs the hooks of both. */
  public boolean isReadWith(SettingsPlace other) {
    return host == other.host
        && !file.equals(other.file)
        && (scope == Scope.USER
            || other.scope == Scope.USER
            || file.getParent().equals(other.file.getParent()));
  }

  /** What the file was before hooks came into it. */
  public Path backup() {
    return file.resolveSibling(file.getFileName() + ".swarmd-backup");
  }

  /** The words after `swarm install` and `swarm uninstall`. */
  public String words() {
    return host.id() + " " + scope.option();
  }
}
