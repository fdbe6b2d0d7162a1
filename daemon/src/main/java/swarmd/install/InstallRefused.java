package swarmd.install;

/** Thrown when nothing was changed; the message tells the user why and what to do. */
public final class InstallRefused extends Exception {
  private static final long serialVersionUID = 1;

  public InstallRefused(String message) {
    super(message);
  }
}
