package swarmd.install;

import swarmd.catalogue.HostProfile;
import swarmd.hostfile.Scope;

/** How a host's events reach the daemon. */
public enum Via {
  AUTO,
  HTTP,
  LAUNCHER,
  JAR;

  /** A project's settings are usually committed, so the token goes there only on request. */
  Via resolve(HostProfile host, Scope scope) {
    if (this != AUTO) {
      return this;
    }
    return host.settings().orElseThrow().http() && scope != Scope.PROJECT ? HTTP : LAUNCHER;
  }
}
