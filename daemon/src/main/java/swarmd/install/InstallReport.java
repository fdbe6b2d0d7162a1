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
 * @param notes what the person still has to know or to do
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
    List<String> notes,
    String diff) {

  /** The same with the change of another file. */
  InstallReport withMoreDiff(String more) {
    return new InstallReport(
        place, change, via, warnings, backup, commands, policies, notes, diff + more);
  }

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
