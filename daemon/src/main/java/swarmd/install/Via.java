package swarmd.install;

import swarmd.catalogue.HostProfile;
import swarmd.hostfile.Scope;

/** How a host's events reach the daemon. */
public enum Via {
  AUTO,
  HTTP,
  LAUNCHER,
  JAR;

  /**
   * Auto means http only where systemd holds the port: elsewhere any user of the machine could take
   * it while the daemon is away, and answer the host. A project's settings are usually committed,
   * so the token goes there only on request.
   */
  Via resolve(HostProfile host, Scope scope, boolean portIsHeld) {
    if (this != AUTO) {
      return this;
    }
    boolean http = host.settings().orElseThrow().http();
    return http && portIsHeld && scope != Scope.PROJECT ? HTTP : LAUNCHER;
  }
}
