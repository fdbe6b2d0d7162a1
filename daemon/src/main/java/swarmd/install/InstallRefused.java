package swarmd.install;

/** Nothing was changed; the message says why and what to do. */
public final class InstallRefused extends Exception {
  private static final long serialVersionUID = 1;

  public InstallRefused(String message) {
    super(message);
  }
}
