package swarmd.install;

import java.util.List;
import java.util.Optional;
import swarmd.hostfile.SettingsPlace;

/**
 * What was done to a settings file, or would be.
 *
 * @param via how events reach the daemon, after an install
 * @param backup of what was there before
 * @param diff without the token
 */
public record InstallReport(
    SettingsPlace place,
    Change change,
    Optional<Via> via,
    List<String> warnings,
    Optional<String> backup,
    String diff) {

  /** What became of the file. */
  public enum Change {
    INSTALLED,
    REPLACED,
    ALREADY_INSTALLED,
    RESTORED,
    REMOVED,
    NOT_INSTALLED
  }
}
