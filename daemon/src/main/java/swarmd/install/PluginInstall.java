package swarmd.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.hostfile.OwnPlugin;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.AddedFiles.Added;
import swarmd.install.InstallReport.Change;

/**
 * Our plugin for a host that runs programs inside itself: one file that is ours alone, and the
 * slash commands beside it.
 */
final class PluginInstall {
  private final SettingsPlace place;
  private final InstallRecords records;
  private final ClientProgram program;
  private final String version;

  PluginInstall(
      SettingsPlace place, InstallRecords records, ClientProgram program, String version) {
    this.place = place;
    this.records = records;
    this.program = program;
    this.version = version;
  }

  InstallReport install(PersonalCommands personal, boolean dryRun)
      throws IOException, InstallRefused {
    Path file = place.file();
    Optional<SettingsFile> current = current();
    String before = current.isPresent() ? current.get().text() : "";
    if (current.isPresent() && OwnPlugin.of(before).isEmpty()) {
      throw new InstallRefused(
          file + " is not swarmd's; move it to another name first; nothing was changed");
    }
    SettingsFile next =
        new SettingsFile(text().getBytes(StandardCharsets.UTF_8), SettingsFile.DEFAULT);
    boolean changed = !before.equals(text());
    Optional<InstallRecord> known = records.find(file);
    AddedFiles.Plan commands = commands(personal).install();
    String diff = UnifiedDiff.of(file.toString(), before, text()) + commands.diff();
    if (!dryRun && (changed || known.isEmpty() || commands.changes())) {
      int folders = Installer.missingFolders(file.getParent());
      Files.createDirectories(file.getParent());
      records.put(
          record(next, known.map(InstallRecord::madeFolders).orElse(folders), commands.ours()));
      next.replace(current, file);
      commands.write();
    }
    return new InstallReport(
        place,
        !changed
            ? Change.ALREADY_INSTALLED
            : current.isPresent() ? Change.REPLACED : Change.INSTALLED,
        Optional.of(Via.LAUNCHER),
        Stream.concat(installedTwice(), commands.warnings().stream()).toList(),
        Optional.empty(),
        commands.files(),
        List.of(),
        List.of(),
        diff);
  }

  private AddedFiles commands(PersonalCommands personal) throws IOException {
    return AddedFiles.commands(place, records, personal).orElseThrow();
  }

  private Stream<String> installedTwice() throws IOException {
    return records.readWith(place).stream()
        .map(
            other ->
                "%s has the plugin too, so each event arrives twice; keep only one: swarm uninstall %s"
                    .formatted(other.file(), other.arguments()));
  }

  private InstallRecord record(SettingsFile next, int folders, Added commands) {
    return new InstallRecord(
        place,
        version,
        next.sha256(),
        Optional.empty(),
        true,
        folders,
        Optional.empty(),
        Optional.empty(),
        commands,
        Added.NOTHING,
        Optional.empty());
  }

  /** A file that was edited since stays, since it may have become somebody's own. */
  InstallReport uninstall(boolean dryRun) throws IOException, InstallRefused {
    Optional<SettingsFile> current = current();
    Optional<InstallRecord> record = records.find(place.file());
    String before = current.isPresent() ? current.get().text() : "";
    boolean ours = OwnPlugin.of(before).isPresent();
    boolean asWritten =
        ours
            && (before.equals(text())
                || record.map(InstallRecord::written).equals(current.map(SettingsFile::sha256)));
    AddedFiles.Plan commands = commands(PersonalCommands.NONE).uninstall();
    String diff =
        (asWritten ? UnifiedDiff.of(place.file().toString(), before, "") : "") + commands.diff();
    if (!dryRun) {
      if (asWritten) {
        Files.delete(place.file());
      }
      commands.remove();
      if (record.isPresent()) {
        Uninstall.deleteFolders(place.file().getParent(), record.get().madeFolders());
      }
      records.remove(place.file());
    }
    return new InstallReport(
        place,
        asWritten ? Change.RESTORED : Change.NOT_INSTALLED,
        Optional.empty(),
        Stream.concat(
                ours && !asWritten
                    ? Stream.of(place.file() + " was edited after the install and stays as it is")
                    : Stream.empty(),
                commands.warnings().stream())
            .toList(),
        Optional.empty(),
        commands.files(),
        List.of(),
        List.of(),
        diff);
  }

  /** A link is somebody else's. */
  private Optional<SettingsFile> current() throws IOException, InstallRefused {
    if (Files.isSymbolicLink(place.file())) {
      throw new InstallRefused(place.file() + " is a link; remove it first; nothing was changed");
    }
    return Files.exists(place.file(), LinkOption.NOFOLLOW_LINKS)
        ? SettingsFile.read(place.file())
        : Optional.empty();
  }

  private String text() {
    String template;
    try (InputStream in = PluginInstall.class.getResourceAsStream(place.host().id() + ".js")) {
      template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return template
        .replace("\"@LAUNCHER@\"", JsonStyle.scalar(program.launcherFile().toString()))
        .replace("\"@SOCKET@\"", JsonStyle.scalar(program.home().socket().toString()))
        .replace("\"@ENVIRONMENT@\"", JsonStyle.oneLine(program.home().environment()));
  }
}
