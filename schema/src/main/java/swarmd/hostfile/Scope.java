package swarmd.hostfile;

import java.util.Locale;

/** Whose settings. */
public enum Scope {
  USER,
  PROJECT,
  LOCAL;

  /** As in `swarm install claude --user`. */
  public String option() {
    return "--" + name().toLowerCase(Locale.ROOT);
  }
}
