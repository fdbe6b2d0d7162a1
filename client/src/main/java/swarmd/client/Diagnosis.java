package swarmd.client;

import java.io.File;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.home.Home;
import swarmd.home.OwnFolder;
import swarmd.home.Version;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.usage.FailureText;

/** Checks everything that the daemon and fast hooks need. */
final class Diagnosis {
  private static final int OLDEST_JAVA = 17;
  private static final long LITTLE_SPACE_MB = 500;
  private static final long NO_SPACE_MB = 50;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  private final Home home;
  private final List<Finding> findings = new ArrayList<>();

  Diagnosis(Home home) {
    this.home = home;
  }

  List<Finding> findings() throws IOException {
    java();
    home();
    diskSpace();
    socketPath();
    settings();
    DaemonAnswer daemon = DaemonProbe.ask(home);
    daemon(daemon);
    lastEnd();
    privateFile("socket", home.socket());
    privateFile("http.json", home.http());
    lostPort();
    database(daemon);
    team(daemon);
    worktrees(daemon);
    accounts(daemon);
    curl();
    archives();
    findings.addAll(new HookDiagnosis(home).findings());
    findings.addAll(new McpDiagnosis(home).findings());
    return List.copyOf(findings);
  }

  private void java() {
    String found = Runtime.version() + " in " + System.getProperty("java.home");
    findings.add(
        Runtime.version().feature() >= OLDEST_JAVA
            ? Finding.ok("java", found)
            : Finding.fail("java", found, "install Java 17 or newer, or set JAVA_HOME to it"));
  }

  private void home() throws IOException {
    Path directory = home.directory();
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      findings.add(Finding.ok("home", directory + " does not exist yet; the daemon creates it"));
    } else if (!Files.isDirectory(directory)) {
      findings.add(
          Finding.fail(
              "home",
              directory + " is not a directory",
              "move it away, or set SWARMD_HOME to another path"));
    } else if (!foreignFolder("home", directory, "SWARMD_HOME")) {
      privateFile("home", directory);
    }
  }

  private boolean foreignFolder(String subject, Path folder, String variable) {
    Optional<OwnFolder.Problem> problem = OwnFolder.problem(folder, variable);
    if (problem.isPresent()) {
      findings.add(Finding.fail(subject, problem.get().what(), problem.get().remedy()));
    }
    return problem.isPresent();
  }

  private void privateFile(String subject, Path file) throws IOException {
    if (!Files.exists(file) || !hasPermissions()) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    String detail = file + " (" + PosixFilePermissions.toString(permissions) + ")";
    if (permissions.stream().anyMatch(OTHERS::contains)) {
      findings.add(
          Finding.fail(
              subject, detail + " is accessible to others", "run: chmod go= " + shellWord(file)));
    } else {
      findings.add(Finding.ok(subject, detail));
    }
  }

  private void lostPort() throws IOException {
    String access = Files.exists(home.http()) ? Files.readString(home.http()) : "";
    Optional<String> lost = JsonText.field(access, "lost_port");
    if (lost.isPresent()) {
      findings.add(
          Finding.warn(
              "port",
              "another program has port %s, so the daemon moved to %s with new tokens"
                  .formatted(lost.get(), JsonText.field(access, "port").orElse("another")),
              "restart sessions whose hooks go by http; who has it: ss -ltnp 'sport = :%s'"
                  .formatted(lost.get())));
    }
  }

  private void diskSpace() throws IOException {
    Path place = home.directory();
    while (!Files.isDirectory(place) && place.getParent() != null) {
      place = place.getParent();
    }
    long free = Files.getFileStore(place).getUsableSpace() >> 20;
    String detail = free + " MB free";
    String remedy = "free some space on the file system of " + place;
    if (free < NO_SPACE_MB) {
      findings.add(Finding.fail("disk", detail, remedy));
    } else if (free < LITTLE_SPACE_MB) {
      findings.add(Finding.warn("disk", detail, remedy));
    } else {
      findings.add(Finding.ok("disk", detail));
    }
  }

  private void socketPath() {
    String problem = home.socketProblem();
    if (!problem.isEmpty()) {
      int end = problem.indexOf('\n');
      findings.add(
          Finding.fail("socket path", problem.substring(0, end), problem.substring(end + 1)));
    }
    if (!home.directory().equals(home.socket().getParent())) {
      foreignFolder("socket path", home.socket().getParent(), "SWARMD_SOCKET");
    }
  }

  /** Checks the syntax only; the daemon checks the values when it starts. */
  private void settings() {
    Path file = home.settings();
    if (!Files.exists(file)) {
      return;
    }
    String problem;
    try {
      JsonReader.readFile(file, false);
      findings.add(Finding.ok("settings", file.toString()));
      return;
    } catch (MalformedJson e) {
      problem = file + " is not valid JSON, " + e.getMessage();
    } catch (CharacterCodingException e) {
      problem = file + " is not UTF-8";
    } catch (IOException e) {
      problem = file + " cannot be read: " + FailureText.of(e);
    }
    findings.add(
        Finding.fail("settings", problem, "fix or remove it: the daemon cannot start with it"));
  }

  private void daemon(DaemonAnswer answer) throws IOException {
    if (answer instanceof DaemonAnswer.Running daemon) {
      findings.add(running(daemon));
      daemon
          .page()
          .ifPresent(
              page -> findings.add(Finding.ok("page", page + " (open it with: swarm open)")));
    } else if (answer instanceof DaemonAnswer.Troubled daemon) {
      findings.add(
          Finding.fail(
              "daemon",
              "is running, but cannot work: " + daemon.reason(),
              "for details, run: swarm daemon logs"));
    } else if (answer instanceof DaemonAnswer.Silent) {
      findings.add(
          Finding.fail(
              "daemon",
              "hangs: it accepts connections on " + home.socket() + ", but does not answer",
              "run: swarm daemon restart"));
    } else if (DaemonProbe.holdsLock(home)) {
      findings.add(
          Finding.fail(
              "daemon",
              "is running, but does not answer on " + home.socket(),
              "run: swarm daemon restart; for details, run: swarm daemon logs"));
    } else if (Files.exists(home.failedStart())) {
      String reason = Files.readString(home.failedStart()).replace('\n', ' ');
      findings.add(
          Finding.fail(
              "daemon",
              "is not running; the last start failed: " + reason,
              "fix that, then run: swarm daemon start"));
    } else if (Files.exists(home.socket(), LinkOption.NOFOLLOW_LINKS)) {
      findings.add(
          Finding.ok("daemon", "is not running; the next start removes the old socket file"));
    } else {
      findings.add(Finding.ok("daemon", "is not running; the next hook or command starts it"));
    }
  }

  private static Finding running(DaemonAnswer.Running daemon) throws IOException {
    String detail = "version " + daemon.version() + ", pid " + daemon.pid();
    if (!daemon.version().equals(Version.current())) {
      return Finding.warn(
          "daemon",
          detail + ", but this is swarm " + Version.current(),
          "run: swarm daemon restart");
    }
    return daemon.restartDue()
        ? Finding.warn(
            "daemon",
            detail + "; the installed files were replaced since it started",
            "to use the new ones, run: swarm daemon restart")
        : Finding.ok("daemon", detail);
  }

  private void lastEnd() throws IOException {
    Optional<String> reason = new LastEnd(home).show();
    if (reason.isPresent()) {
      findings.add(
          Finding.warn(
              "last daemon",
              "stopped by itself less than an hour ago: " + reason.get(),
              "stop the daemon before you move, restore or delete its files"));
    }
  }

  /** Its mode does not matter: the home keeps everyone else out. */
  private void database(DaemonAnswer daemon) throws IOException {
    Path database = home.database();
    if (!Files.exists(database)) {
      findings.add(Finding.ok("database", "does not exist yet; the daemon creates it"));
    } else if (!Files.isReadable(database) || !Files.isWritable(database)) {
      findings.add(
          Finding.fail(
              "database",
              database + " cannot be read and written",
              "run: chmod 600 " + shellWord(database)));
    } else {
      databaseContents(daemon);
    }
  }

  private void databaseContents(DaemonAnswer daemon) {
    try {
      if (daemon instanceof DaemonAnswer.Silent) {
        throw new Exchange.Expired();
      }
      Optional<String> problem =
          daemon instanceof DaemonAnswer.Absent
              ? new DatabaseCheck(home).problem()
              : DaemonProbe.databaseProblem(home);
      findings.add(
          problem.isPresent()
              ? Finding.fail("database", problem.get(), "after that, run: swarm daemon start")
              : Finding.ok("database", home.database().toString()));
    } catch (IOException e) {
      findings.add(
          Finding.warn(
              "database",
              home.database() + " could not be checked: " + FailureText.of(e),
              "run swarm doctor again when the daemon is well"));
    }
  }

  private void team(DaemonAnswer daemon) throws IOException {
    if (!(daemon instanceof DaemonAnswer.Running)) {
      return;
    }
    Optional<DaemonProbe.Team> team = DaemonProbe.team(home);
    if (team.isEmpty()) {
      return;
    }
    String database = team.get().database();
    findings.add(
        team.get()
            .problem()
            .map(
                problem ->
                    Finding.fail(
                        "team",
                        database + " does not answer: " + problem,
                        "check the network, the server and SWARMD_DATABASE; hooks go on meanwhile"))
            .orElseGet(() -> Finding.ok("team", database)));
  }

  /** Those of finished tasks, which were not removed because something would be lost. */
  private void worktrees(DaemonAnswer daemon) throws IOException {
    if (!(daemon instanceof DaemonAnswer.Running)) {
      return;
    }
    for (DaemonProbe.Worktree worktree : DaemonProbe.finishedWorktrees(home)) {
      findings.add(
          Finding.warn(
              "worktree",
              "%s of task %d, which is finished, remains: %s"
                  .formatted(worktree.folder(), worktree.task(), worktree.kept()),
              "save or delete what is there, then run: swarm task land"));
    }
  }

  private void accounts(DaemonAnswer daemon) throws IOException {
    if (!(daemon instanceof DaemonAnswer.Running)) {
      return;
    }
    for (DaemonProbe.PausedAccount account : DaemonProbe.pausedAccounts(home)) {
      findings.add(
          Finding.warn(
              "account",
              "%s is paused until %s (%s), so its sessions get no tasks"
                  .formatted(
                      account.name(),
                      Instant.ofEpochMilli(account.until())
                          .atZone(ZoneId.systemDefault())
                          .format(TIME),
                      account.cause()),
              "to give them tasks now, run: swarm resume --account "
                  + shellWord(Path.of(account.name()))));
    }
  }

  private void curl() {
    String path = System.getenv("PATH");
    for (String directory : (path == null ? "" : path).split(File.pathSeparator)) {
      File curl = new File(directory, "curl");
      if (curl.canExecute()) {
        findings.add(Finding.ok("curl", curl.toString()));
        return;
      }
    }
    findings.add(
        Finding.warn(
            "curl", "was not found, so each hook starts a JVM", "install curl for faster hooks"));
  }

  private void archives() {
    for (ClassArchive archive : ClassArchive.all(home)) {
      String subject = archive.name() + " archive";
      findings.add(
          archive.isCurrent()
              ? Finding.ok(subject, archive.file().toString())
              : Finding.warn(
                  subject,
                  "is missing or out of date, so the " + archive.name() + " starts more slowly",
                  "wait a moment, it is built in the background; or run: swarm "
                      + ClassArchive.COMMAND));
    }
  }

  static boolean hasPermissions() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  }

  static String shellWord(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./+:@%-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
