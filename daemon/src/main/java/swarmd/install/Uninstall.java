package swarmd.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import swarmd.hostfile.OwnHook;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallReport.Change;

/** Removes our hooks from one settings file. */
final class Uninstall {
  private final SettingsPlace place;
  private final InstallRecords records;
  private final boolean dryRun;
  private final Optional<InstallRecord> record;
  private final Optional<SettingsFile> current;
  private final Optional<SettingsFile> original;
  private final AddedFiles.Plan commands;
  private final AddedFiles.Plan policies;

  Uninstall(SettingsPlace place, InstallRecords records, boolean dryRun) throws IOException {
    this.place = place;
    this.records = records;
    this.dryRun = dryRun;
    record = records.find(place.file());
    current = SettingsFile.read(place.file());
    Optional<String> hash = record.flatMap(InstallRecord::original);
    original =
        SettingsFile.read(place.backup())
            .filter(backup -> hash.equals(Optional.of(backup.sha256())));
    commands = toRemove(AddedFiles.commands(place, records, PersonalCommands.NONE));
    policies = toRemove(AddedFiles.policies(place, records));
  }

  private static AddedFiles.Plan toRemove(Optional<AddedFiles> files) throws IOException {
    return files.isPresent() ? files.get().uninstall() : AddedFiles.Plan.NOTHING;
  }

  InstallReport run() throws IOException, InstallRefused {
    EditableSettings settings = EditableSettings.of(place, current);
    String trustDiff = withdrawTrust();
    InstallReport report =
        !hasOurs(settings)
            ? report(Change.NOT_INSTALLED, "")
            : isAsInstalled() ? restore() : removeHooks(current.orElseThrow(), settings);
    if (!dryRun) {
      commands.remove();
      policies.remove();
      if (record.isPresent()) {
        deleteFolders(place.file().getParent(), record.get().madeFolders());
      }
      records.remove(place.file());
    }
    return report.withMoreDiff(trustDiff);
  }

  private String withdrawTrust() throws IOException, InstallRefused {
    Optional<InstallRecord.Trust> trust = record.flatMap(InstallRecord::trust);
    return trust.isPresent()
        ? new TrustFile(trust.get().file()).uninstall(trust.get(), dryRun)
        : "";
  }

  private boolean hasOurs(EditableSettings settings) {
    Optional<String> cap = record.flatMap(InstallRecord::cap);
    return !OwnHook.in(settings.root()).isEmpty()
        || cap.isPresent()
            && StopCap.of(place.host()).flatMap(stopCap -> stopCap.in(settings)).equals(cap);
  }

  private boolean isAsInstalled() {
    return record.isPresent()
        && record.get().restorable()
        && current.map(SettingsFile::sha256).equals(Optional.of(record.get().written()))
        && record.get().original().isPresent() == original.isPresent();
  }

  private InstallReport restore() throws IOException, InstallRefused {
    String text = original.isPresent() ? original.get().text() : "";
    if (!dryRun && original.isPresent()) {
      original.get().replace(current, place.file());
      Files.delete(place.backup());
    } else if (!dryRun) {
      Files.delete(SettingsFile.target(place.file()));
    }
    return report(Change.RESTORED, text);
  }

  private InstallReport removeHooks(SettingsFile file, EditableSettings settings)
      throws IOException, InstallRefused {
    EditableSettings before = EditableSettings.of(place, original);
    Predicate<List<String>> existedBefore = path -> before.at(path).isPresent();
    EditableSettings after = SettingsMerge.uninstall(settings, existedBefore);
    Optional<String> cap = record.flatMap(InstallRecord::cap);
    if (cap.isPresent()) {
      Optional<String> capBefore = record.flatMap(InstallRecord::capBefore);
      after =
          StopCap.of(place.host()).orElseThrow().unset(after, cap.get(), capBefore, existedBefore);
    }
    boolean wasCreated = record.isPresent() && record.get().original().isEmpty();
    if (wasCreated && record.get().restorable() && isEmpty(after)) {
      if (!dryRun) {
        Files.delete(SettingsFile.target(place.file()));
      }
      return report(Change.REMOVED, "");
    }
    if (!dryRun) {
      Set<PosixFilePermission> mode = original.map(SettingsFile::mode).orElse(file.mode());
      file.with(after.text()).withMode(mode).replace(current, place.file());
    }
    return report(Change.REMOVED, after.text());
  }

  /** A file of hooks may need a version, which is nothing by itself. */
  private boolean isEmpty(EditableSettings settings) {
    return settings.root().members().stream()
        .allMatch(
            member -> place.settings().version().isPresent() && member.name().equals("version"));
  }

  private InstallReport report(Change change, String after) throws IOException {
    return new InstallReport(
        place,
        change,
        Optional.empty(),
        Stream.concat(commands.warnings().stream(), policies.warnings().stream()).toList(),
        Optional.of(place.backup()).filter(Files::exists).map(Path::toString),
        commands.files(),
        policies.files(),
        List.of(),
        (change == Change.NOT_INSTALLED ? "" : UnifiedDiff.of(place, current, after))
            + commands.diff()
            + policies.diff());
  }

  static void deleteFolders(Path innermost, int number) throws IOException {
    Path folder = innermost;
    for (int i = 0; i < number; i++) {
      deleteIfEmpty(folder);
      folder = folder.getParent();
    }
  }

  static void deleteIfEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    boolean empty;
    try (Stream<Path> files = Files.list(folder)) {
      empty = files.findAny().isEmpty();
    }
    if (empty) {
      Files.delete(folder);
    }
  }
}
