package swarmd.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;
import swarmd.hostfile.McpPlace;
import swarmd.hostfile.OwnHook;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.AddedFiles.Added;
import swarmd.install.InstallReport.Change;

/** Adds our hooks to hosts' settings and removes them, one file at a time. */
public final class Installer {
  private final Home home;
  private final String version;
  private final InstallRecords records;
  private final McpRecords mcpRecords;

  public Installer(Home home, String version, HostCatalogue hosts) {
    this.home = home;
    this.version = version;
    records = new InstallRecords(home.installs(), hosts);
    mcpRecords = new McpRecords(home.mcpInstalls());
  }

  /**
   * The user's choices.
   *
   * @param maxContinuations the maximum number of consecutive holds of a Stop
   * @param clientTimeout how long `swarm hook` waits for an answer
   * @param denyWithoutAnswer whether a permission request without an answer is denied
   * @param modelEvents whether to subscribe to the events of the host's model as well
   * @param trustFile where the person's trust in the hooks goes, with the person's consent
   * @param mcp whether to name our MCP server in the host's settings as well
   */
  public record Options(
      Via via,
      Optional<Integer> maxContinuations,
      Duration clientTimeout,
      boolean denyWithoutAnswer,
      boolean modelEvents,
      boolean dryRun,
      Optional<Path> trustFile,
      boolean mcp) {

    public Options(
        Via via,
        Optional<Integer> maxContinuations,
        Duration clientTimeout,
        boolean denyWithoutAnswer,
        boolean dryRun) {
      this(
          via,
          maxContinuations,
          clientTimeout,
          denyWithoutAnswer,
          false,
          dryRun,
          Optional.empty(),
          false);
    }

    /** The same, with the person's trust in the hooks written into this file of the host. */
    public Options trusting(Path file) {
      return new Options(
          via,
          maxContinuations,
          clientTimeout,
          denyWithoutAnswer,
          modelEvents,
          dryRun,
          Optional.of(file),
          mcp);
    }
  }

  /** The folder of the programs that hooks run, if the next build of its clone may remove it. */
  public Optional<Path> buildFolder() throws InstallRefused {
    return Optional.of(ClientProgram.ofThisProcess(home))
        .filter(ClientProgram::isOfABuild)
        .map(ClientProgram::installation);
  }

  /** Changes nothing if the hooks are already there as requested. */
  public synchronized InstallReport install(SettingsPlace place, Options options)
      throws IOException, InstallRefused {
    if (!options.mcp()) {
      return installHooks(place, options);
    }
    McpPlace named =
        McpPlace.beside(place)
            .orElseThrow(
                () -> new InstallRefused("--mcp needs --user or --project; nothing was changed"));
    McpFile file = new McpFile(named);
    Optional<McpFile.Found> earlier = mcpRecords.find(named.file());
    ClientProgram program = ClientProgram.ofThisProcess(home);
    McpFile.Plan refusable = file.install(program, earlier); // before anything is written
    InstallReport report = installHooks(place, options);
    McpFile.Plan plan = options.dryRun() ? refusable : file.install(program, earlier);
    if (!options.dryRun()) {
      mcpRecords.put(named.file(), plan.found());
      plan.write();
    }
    return report.with(plan);
  }

  private InstallReport installHooks(SettingsPlace place, Options options)
      throws IOException, InstallRefused {
    if (place.settings().isPlugin()) {
      return plugin(place).install(personal(place), options.dryRun());
    }
    HttpAddress address = HttpAddress.read(home.http());
    Via via = options.via().resolve(place.host(), place.scope(), address.held());
    Optional<SettingsFile> current = SettingsFile.read(place.file());
    EditableSettings before = EditableSettings.of(place, current);
    SettingsCheck.refuseUnmergeable(place, before, options.maxContinuations().isPresent());
    EditableSettings start = withVersion(place, before);
    EditableSettings after =
        SettingsMerge.install(start, groups(place.host(), address, options).via(via));
    if (options.maxContinuations().isPresent()) {
      StopCap cap = StopCap.of(place.host()).orElseThrow();
      after = cap.set(after, options.maxContinuations().get());
    }
    SettingsCheck.requireOthersUntouched(place, start, after);
    SettingsFile next =
        current.orElse(new SettingsFile(new byte[0], SettingsFile.DEFAULT)).with(after.text());
    next = via == Via.HTTP ? next.withMode(ownerOnly(next.mode())) : next;
    boolean hadOurs = !OwnHook.in(before.root()).isEmpty();
    boolean changed = current.isEmpty() || !before.text().equals(after.text());
    AddedFiles.Plan commands = toInstall(AddedFiles.commands(place, records, personal(place)));
    AddedFiles.Plan policies = toInstall(AddedFiles.policies(place, records));
    Optional<TrustFile.Plan> trust = trust(place, after, options);
    String diff = UnifiedDiff.of(place, current, after.text()) + commands.diff() + policies.diff();
    if (trust.isPresent()) {
      diff += trust.get().diff();
    }
    if (!options.dryRun()) {
      if (changed) {
        write(place, current, before, next, hadOurs, options);
      } else if (!current.get().mode().equals(next.mode())) {
        Files.setPosixFilePermissions(SettingsFile.target(place.file()), next.mode());
      }
      if (changed
          || commands.changes()
          || policies.changes()
          || trust.isPresent()
          || isOfAnotherVersion(place)) {
        InstallRecord unrecorded =
            record(place, current, before, next, Optional.empty(), true, 0, options);
        InstallRecord known = records.find(place.file()).orElse(unrecorded);
        records.put(
            known.with(
                version,
                commands.ours(),
                policies.ours(),
                trust.map(TrustFile.Plan::trust).or(known::trust)));
        commands.write();
        policies.write();
        if (trust.isPresent()) {
          trust.get().write();
        }
      }
    }
    return new InstallReport(
        place,
        !changed ? Change.ALREADY_INSTALLED : hadOurs ? Change.REPLACED : Change.INSTALLED,
        Optional.of(via),
        Stream.of(
                SettingsCheck.warnings(place, before, via).stream(),
                exposedPort(via, address),
                installedTwice(place),
                commands.warnings().stream(),
                policies.warnings().stream())
            .flatMap(warnings -> warnings)
            .toList(),
        Optional.of(place.backup()).filter(Files::exists).map(Path::toString),
        commands.files(),
        policies.files(),
        notes(place, after, trust),
        diff);
  }

  /** Some files of hooks are read only with the number of their format. */
  private static EditableSettings withVersion(SettingsPlace place, EditableSettings settings) {
    Optional<Integer> format = place.settings().version();
    return format.isPresent() && settings.at(List.of("version")).isEmpty()
        ? settings.add(settings.root(), "version", format.get())
        : settings;
  }

  private Optional<TrustFile.Plan> trust(
      SettingsPlace place, EditableSettings after, Options options)
      throws IOException, InstallRefused {
    return options.trustFile().isPresent()
        ? Optional.of(
            new TrustFile(options.trustFile().get())
                .install(
                    TrustFile.hashes(place, after.root()),
                    records.all().stream().flatMap(other -> other.trust().stream()).toList(),
                    records.find(place.file()).flatMap(InstallRecord::trust)))
        : Optional.empty();
  }

  /** How a host that asks for trust will proceed. */
  private List<String> notes(
      SettingsPlace place, EditableSettings after, Optional<TrustFile.Plan> trust)
      throws IOException {
    if (!place.settings().trust()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    Optional<Map<String, String>> written =
        trust
            .map(plan -> plan.trust().hashes())
            .or(() -> recordedTrust(place).map(InstallRecord.Trust::hashes));
    if (trust.isPresent()) {
      notes.add(
          "%s is told in %s that you trust these hooks, so it runs them without asking."
              .formatted(place.host().title(), trust.get().file().file()));
    } else if (!written.equals(Optional.of(TrustFile.hashes(place, after.root())))) {
      notes.add(
          "%1$s runs them once you trust them: it asks at its next start in a terminal (choose \"Trust all and continue\"), or run: swarm install %2$s --trust"
              .formatted(place.host().title(), place.arguments()));
    }
    if (place.scope() != Scope.USER) {
      notes.add(
          "%s runs a project's hooks only in a project that you have trusted there."
              .formatted(place.host().title()));
    }
    return notes;
  }

  private Optional<InstallRecord.Trust> recordedTrust(SettingsPlace place) {
    try {
      return records.find(place.file()).flatMap(InstallRecord::trust);
    } catch (IOException e) {
      return Optional.empty(); // only the note is longer
    }
  }

  private PluginInstall plugin(SettingsPlace place) throws InstallRefused {
    return new PluginInstall(place, records, ClientProgram.ofThisProcess(home), version);
  }

  /** The hooks may be the same nevertheless. */
  private boolean isOfAnotherVersion(SettingsPlace place) throws IOException {
    return records.find(place.file()).filter(known -> !known.version().equals(version)).isPresent();
  }

  private Stream<String> installedTwice(SettingsPlace place) throws IOException {
    return records.readWith(place).stream()
        .map(
            other ->
                "%s has the hooks too, so each event arrives twice; keep only one: swarm uninstall %s"
                    .formatted(other.file(), other.arguments()));
  }

  private static Stream<String> exposedPort(Via via, HttpAddress address) {
    return via == Via.HTTP && !address.held()
        ? Stream.of(
            "http is safe only if nobody else uses this machine: while the daemon is away, any"
                + " user can take its port and answer the host; `swarm service install` lets"
                + " systemd hold the port, or use --via launcher")
        : Stream.empty();
  }

  private HookGroups groups(HostProfile host, HttpAddress address, Options options)
      throws InstallRefused {
    return new HookGroups(
        host,
        ClientProgram.ofThisProcess(home),
        address,
        options.clientTimeout(),
        options.denyWithoutAnswer(),
        options.modelEvents());
  }

  private void write(
      SettingsPlace place,
      Optional<SettingsFile> current,
      EditableSettings before,
      SettingsFile next,
      boolean hadOurs,
      Options options)
      throws IOException, InstallRefused {
    Path folder = SettingsFile.target(place.file()).getParent();
    int makesFolders = missingFolders(folder);
    Files.createDirectories(folder);
    if (!hadOurs && current.isPresent()) {
      current.get().write(place.backup());
    }
    Optional<InstallRecord> earlier = hadOurs ? records.find(place.file()) : Optional.empty();
    records.put(record(place, current, before, next, earlier, hadOurs, makesFolders, options));
    next.replace(current, place.file());
  }

  private InstallRecord record(
      SettingsPlace place,
      Optional<SettingsFile> current,
      EditableSettings before,
      SettingsFile next,
      Optional<InstallRecord> earlier,
      boolean hadOurs,
      int makesFolders,
      Options options) {
    Optional<String> capBefore =
        earlier.flatMap(InstallRecord::cap).isPresent()
            ? earlier.flatMap(InstallRecord::capBefore)
            : StopCap.of(place.host()).flatMap(cap -> cap.in(before));
    boolean untouched =
        earlier.isPresent()
            && earlier.get().restorable()
            && current.map(SettingsFile::sha256).equals(Optional.of(earlier.get().written()));
    return new InstallRecord(
        place,
        version,
        next.sha256(),
        hadOurs ? earlier.flatMap(InstallRecord::original) : current.map(SettingsFile::sha256),
        !hadOurs || untouched,
        earlier.map(InstallRecord::madeFolders).orElse(makesFolders),
        options
            .maxContinuations()
            .map(String::valueOf)
            .or(() -> earlier.flatMap(InstallRecord::cap)),
        capBefore,
        earlier.map(InstallRecord::commands).orElse(Added.NOTHING),
        earlier.map(InstallRecord::policies).orElse(Added.NOTHING),
        earlier.flatMap(InstallRecord::trust));
  }

  static int missingFolders(Path folder) {
    int missing = 0;
    for (Path each = folder; each != null && !Files.exists(each); each = each.getParent()) {
      missing++;
    }
    return missing;
  }

  private PersonalCommands personal(SettingsPlace place) throws IOException {
    return PersonalCommands.of(place, home.directory());
  }

  private static AddedFiles.Plan toInstall(Optional<AddedFiles> files) throws IOException {
    return files.isPresent() ? files.get().install() : AddedFiles.Plan.NOTHING;
  }

  private static Set<PosixFilePermission> ownerOnly(Set<PosixFilePermission> mode) {
    Set<PosixFilePermission> owner = EnumSet.copyOf(SettingsFile.PRIVATE);
    owner.retainAll(mode);
    return owner;
  }

  /** The hosts whose settings have our hooks. */
  public synchronized Set<HostProfile> hosts() throws IOException {
    return records.all().stream()
        .map(record -> record.place().host())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Changes port and token in the hooks that we have installed, after they had to change. */
  public synchronized void moveHttpHooks(HttpAddress from, HttpAddress to) {
    new HttpMove(records, from, to).run();
  }

  /**
   * Restores the original file, or only removes our hooks if it was edited after the install. Our
   * MCP server goes first: the file may be the same one.
   */
  public synchronized InstallReport uninstall(SettingsPlace place, boolean dryRun)
      throws IOException, InstallRefused {
    Optional<McpFile.Plan> mcp = uninstallMcp(place, dryRun);
    InstallReport report =
        place.settings().isPlugin()
            ? plugin(place).uninstall(dryRun)
            : new Uninstall(place, records, dryRun).run();
    return mcp.isPresent() ? report.with(mcp.get()) : report;
  }

  private Optional<McpFile.Plan> uninstallMcp(SettingsPlace place, boolean dryRun)
      throws IOException, InstallRefused {
    Optional<McpPlace> named = McpPlace.beside(place);
    Optional<McpFile.Found> found =
        named.isPresent() ? mcpRecords.find(named.get().file()) : Optional.empty();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    McpFile.Plan plan = new McpFile(named.get()).uninstall(found.get());
    if (!dryRun) {
      plan.write();
      mcpRecords.remove(named.get().file());
    }
    return Optional.of(plan);
  }

  /** The settings files that have hooks of ours, as far as we have written them. */
  public synchronized List<SettingsPlace> places() throws IOException {
    return records.all().stream().map(InstallRecord::place).toList();
  }
}
