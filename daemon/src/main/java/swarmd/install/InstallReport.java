package swarmd.install;

import java.io.IOException;
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
 * @param mcp the file that names our MCP server, if that changed
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
    Optional<Path> mcp,
    String diff) {

  InstallReport(
      SettingsPlace place,
      Change change,
      Optional<Via> via,
      List<String> warnings,
      Optional<String> backup,
      List<Path> commands,
      List<Path> policies,
      List<String> notes,
      String diff) {
    this(place, change, via, warnings, backup, commands, policies, notes, Optional.empty(), diff);
  }

  /** The same with the change of the file that names our MCP server. */
  InstallReport with(McpFile.Plan plan) throws IOException {
    return plan.changes()
        ? new InstallReport(
            place,
            change,
            via,
            warnings,
            backup,
            commands,
            policies,
            notes,
            Optional.of(plan.file()),
            diff + plan.diff())
        : this;
  }

  /** The same with the change of another file. */
  InstallReport withMoreDiff(String more) {
    return new InstallReport(
        place, change, via, warnings, backup, commands, policies, notes, mcp, diff + more);
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
