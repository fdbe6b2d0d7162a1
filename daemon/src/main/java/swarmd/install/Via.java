package swarmd.install;

import swarmd.catalogue.HostProfile;
import swarmd.hostfile.Scope;

/** How a host's events come to the daemon. */
public enum Via {
  AUTO,
  HTTP,
  LAUNCHER,
  JAR;

  /** A project's settings are usually committed, so no token goes there unasked. */
  Via resolve(HostProfile host, Scope scope) {
    if (this != AUTO) {
      return this;
    }
    return host.settings().orElseThrow().http() && scope != Scope.PROJECT ? HTTP : LAUNCHER;
  }
}
