package swarmd.hostfile;

import java.util.Locale;

/** The owner of a settings file. */
public enum Scope {
  USER,
  PROJECT,
  LOCAL;

  /** As in `swarm install HOST --user`. */
  public String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }
}
