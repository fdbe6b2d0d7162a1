package swarmd.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import swarmd.hostfile.SettingsPlace;

/**
 * The change of a settings file, or what a dry run would change.
 *
 * @param via how events reach the daemon after an install
 * @param backup the copy of the original file
 * @param commands the files of slash commands that changed with it
 * @param policies the file of our rule about tools, if it changed
 * @param diff without the token
 */
public record InstallReport(
    SettingsPlace place,
    Change change,
    Optional<Via> via,
    List<String> warnings,
    Optional<String> backup,
    List<Path> commands,
    List<Path> policies,
    String diff) {

  /** The outcome for the file. */
  public enum Change {
    INSTALLED,
    REPLACED,
    ALREADY_INSTALLED,
    RESTORED,
    REMOVED,
    NOT_INSTALLED
  }
}
