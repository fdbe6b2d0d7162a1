package swarmd.install;

import swarmd.hostfile.HostProgram;
import swarmd.hostfile.Scope;

/** How a host's events come to the daemon. */
public enum Via {
  AUTO,
  HTTP,
  LAUNCHER,
  JAR;

  /** A project's settings are usually committed, so no token goes there unasked. */
  Via resolve(HostProgram host, Scope scope) {
    if (this != AUTO) {
      return this;
    }
    return host == HostProgram.CLAUDE && scope != Scope.PROJECT ? HTTP : LAUNCHER;
  }
}
