package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.home.Version;
import swarmd.testing.NextVersion;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.TestHome;

/** The archives, as somebody uses them who has nothing but one of them. */
final class ArchivesTest {
  private static final Path ARCHIVES = Path.of(System.getProperty("swarmd.archives"));
  private static final String VERSION = Version.current();

  /** Everything that the programs need of a system; no Java. */
  private static final List<String> TOOLS =
      List.of(
          "sh cat cksum cp curl dirname grep gzip head ln mkdir mv nice readlink rm sed setsid tar tr"
              .split(" "));

  private final TestHome root = TestHome.create();
  private final Path user = root.root().resolve("a b");
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void make_a_system_without_java() throws IOException {
    Path bin = Files.createDirectories(root.root().resolve("bin"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(bin.resolve(tool), Programs.find(tool));
    }
    Files.createDirectories(user);
    environment.put("HOME", user.toString());
    environment.put("PATH", bin.toString());
    environment.put("SWARMD_ARCHIVE", "off"); // nothing is left at work in the background
  }

  @AfterEach
  void stop() {
    Path swarm = user.resolve(".local/bin/swarm");
    if (Files.exists(swarm)) {
      run(swarm.toString(), "daemon", "stop");
    }
    root.close();
  }

  private Result run(String... command) {
    return Programs.run(user, environment, command);
  }

  private Result ok(String... command) {
    Result result = run(command);
    assertThat(result.exit()).as(String.join(" ", command) + "\n" + result.err()).isZero();
    return result;
  }

  private Result swarm(String... arguments) {
    return ok(
        Stream.concat(Stream.of(user.resolve(".local/bin/swarm").toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private Path unpack(String archive) throws IOException {
    Path folder = Files.createDirectories(user.resolve("unpacked"));
    Path file = ARCHIVES.resolve(archive);
    ok("tar", "xf", file.toString(), "-C", folder.toString());
    return folder.resolve("swarmd-" + VERSION);
  }

  private void useOwnJava() {
    environment.put("JAVA_HOME", System.getProperty("java.home"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-%s.zip", "-%s.tar.gz", "-%s-linux-x64.tar.gz", "_%s_amd64.deb"})
  void each_archive_has_its_digest(String name) throws IOException, GeneralSecurityException {
    Path archive = ARCHIVES.resolve("swarmd" + name.formatted(VERSION));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));

    assertThat(ARCHIVES.resolve(archive.getFileName() + ".sha256"))
        .hasContent(HexFormat.of().formatHex(digest) + "  " + archive.getFileName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-linux-x64"})
  void it_is_unpacked_installed_used_upgraded_and_removed(String kind) throws IOException {
    if (kind.isEmpty()) {
      useOwnJava();
    }
    Path unpacked = unpack("swarmd-" + VERSION + kind + ".tar.gz");
    Path settings = Files.createDirectories(user.resolve(".claude")).resolve("settings.json");
    Files.writeString(settings, "{\"model\": \"x\"}");

    assertThat(ok(unpacked + "/install.sh").out())
        .contains("installed swarmd " + VERSION, "add it to your PATH");
    assertThat(swarm("--version").out()).isEqualTo("swarm " + VERSION + "\n");
    Path manual = user.resolve(".local/share/man/man1");
    assertThat(manual.resolve("swarm-task-add.1")).content().contains(".SH NAME");
    Files.createSymbolicLink(manual.resolve("swarm-old.1"), ofOlderVersion());
    swarm("task", "add", "write the parser");
    assertThat(swarm("task", "claim", "--agent", "ada").out()).contains("write the parser");
    swarm("install", "claude");
    assertThat(settings).content().contains("swarmd/current/bin/swarm' hook");

    NextVersion.make(unpacked);
    assertThat(ok(unpacked + "/install.sh").out())
        .contains("installed swarmd " + NextVersion.NUMBER)
        .contains("stopped: ", "started: ", "still there: ");
    assertThat(swarm("--version").out()).isEqualTo("swarm " + NextVersion.NUMBER + "\n");
    assertThat(swarm("status").out()).contains("swarmd " + NextVersion.NUMBER);
    assertThat(user.resolve(".local/share/swarmd/" + VERSION)).isDirectory();
    assertThat(manual.resolve("swarm.1")).isRegularFile();
    assertThat(manual.resolve("swarm-old.1")).doesNotExist();
    assertThat(swarm("task", "list").out()).contains("claimed", "ada");
    assertThat(swarm("doctor").out())
        .contains("installed by version " + VERSION + ", this is " + NextVersion.NUMBER)
        .contains("-> run: swarm install claude");
    swarm("install", "claude");
    assertThat(swarm("doctor").out()).contains("ok    claude hooks");

    assertThat(swarm("uninstall", "--all").out())
        .contains("deleted: " + user.resolve(".local/share/swarmd"))
        .contains("deleted: " + manual + "/swarm*.1")
        .contains("left: " + user.resolve(".swarmd"));
    assertThat(settings).hasContent("{\"model\": \"x\"}");
    assertThat(user.resolve(".local/bin")).isEmptyDirectory();
    assertThat(user.resolve(".local/share")).isEmptyDirectory();
    assertThat(user.resolve(".swarmd/swarmd.db")).exists();
    assertThat(user.resolve(".swarmd/swarmd.sock")).doesNotExist();
  }

  private Path ofOlderVersion() {
    return user.resolve(".local/share/swarmd/current/share/man/man1/swarm-old.1");
  }

  @Test
  void without_a_runtime_of_its_own_the_first_start_is_prepared_when_it_is_installed()
      throws IOException {
    useOwnJava();
    Path unpacked = unpack("swarmd-" + VERSION + ".tar.gz");
    environment.put("SWARMD_ARCHIVE", "on");

    assertThat(ok(unpacked + "/install.sh").out()).contains("preparing the first start");

    assertThat(swarm("doctor").out())
        .containsPattern("ok +client archive")
        .containsPattern("ok +daemon archive");
  }

  @Test
  void somebody_elses_manual_page_is_neither_replaced_nor_deleted() throws IOException {
    Path manual = Files.createDirectories(user.resolve(".local/share/man/man1"));
    Path theirs = Files.writeString(manual.resolve("swarm-status.1"), "theirs");
    Path unpacked = unpack("swarmd-" + VERSION + "-linux-x64.tar.gz");

    assertThat(ok(unpacked + "/install.sh").out()).contains("left: " + theirs);
    swarm("uninstall", "--all");

    assertThat(manual).isDirectoryContaining(theirs::equals);
    assertThat(theirs).hasContent("theirs");
    assertThat(manual.toFile().list()).hasSize(1);
  }

  /** AOTMode=on: Java starts only with the archive that the launcher names. */
  @Test
  void the_very_first_start_uses_the_class_archives_that_came_with_the_runtime()
      throws IOException {
    ok(unpack("swarmd-" + VERSION + "-linux-x64.tar.gz") + "/install.sh");
    environment.put("SWARMD_ARCHIVE", "on");
    environment.put("SWARMD_JAVA_OPTS", "-XX:AOTMode=on");
    environment.put("JDK_JAVA_OPTIONS", "-XX:AOTMode=on");

    swarm("status");

    assertThat(swarm("doctor").out())
        .containsPattern("ok +client archive +.*/runtime/archives/client.aot")
        .containsPattern("ok +daemon archive +.*/runtime/archives/daemon.aot");
    assertThat(user.resolve(".swarmd/cache")).doesNotExist();
  }

  @Test
  void a_jar_that_was_replaced_runs_without_the_archive_of_the_old_one() throws IOException {
    Path unpacked = unpack("swarmd-" + VERSION + "-linux-x64.tar.gz");
    Files.copy(unpacked.resolve("lib/swarmd.jar"), unpacked.resolve("lib/another.jar"));
    Files.write(unpacked.resolve("lib/swarm-client.jar"), new byte[1], StandardOpenOption.APPEND);
    ok(unpacked + "/install.sh");
    environment.put("SWARMD_JAVA_OPTS", "-XX:AOTMode=on");

    assertThat(run(user + "/.local/bin/swarm", "daemon", "start").exit()).isEqualTo(1);
    environment.remove("SWARMD_JAVA_OPTS");
    swarm("daemon", "start");
    environment.put("JDK_JAVA_OPTIONS", "-XX:AOTMode=on");
    assertThat(run(user + "/.local/bin/swarm", "--version").exit()).isEqualTo(1);
    environment.remove("JDK_JAVA_OPTIONS");
  }

  @Test
  void the_zip_archive_runs_where_it_was_unpacked() throws IOException {
    useOwnJava();
    Path folder = Files.createDirectories(user.resolve("un zipped"));
    assumeTrue(Programs.exist("unzip"));
    Path zip = ARCHIVES.resolve("swarmd-" + VERSION + ".zip");
    ok(Programs.find("unzip").toString(), "-q", zip.toString(), "-d", folder.toString());

    useFirstCommands(folder.resolve("swarmd-" + VERSION + "/bin/swarm"));
  }

  @Test
  void the_debian_package_has_programs_manual_completion_and_unit() throws IOException {
    assumeTrue(Programs.exist("dpkg-deb"));
    Path folder = user.resolve("un packed");
    Path deb = ARCHIVES.resolve("swarmd_" + VERSION + "_amd64.deb");
    Result unpacked =
        Programs.run(user, Map.of(), "dpkg-deb", "--extract", deb.toString(), folder.toString());
    assertThat(unpacked.exit()).as(unpacked.err()).isZero();

    assertThat(folder.resolve("usr/share/man/man1/swarm.1")).content().contains(".SH NAME");
    assertThat(folder.resolve("usr/share/man/man1/swarmd.1")).content().contains(VERSION);
    assertThat(folder.resolve("usr/share/bash-completion/completions/swarm"))
        .content()
        .contains("claim");
    assertThat(folder.resolve("usr/lib/systemd/user/swarmd.service"))
        .content()
        .contains("ExecStart=\"/usr/bin/swarmd\"")
        .doesNotContain("swarmd.socket");
    useFirstCommands(folder.resolve("usr/bin/swarm"));
  }

  /** Those of the README. */
  private void useFirstCommands(Path swarm) {
    try {
      assertThat(ok(swarm.toString(), "--version").out()).isEqualTo("swarm " + VERSION + "\n");
      ok(swarm.toString(), "task", "add", "write the parser", "write the printer");
      assertThat(ok(swarm.toString(), "task", "claim", "--agent", "ada").out())
          .contains("write the parser");
      assertThat(ok(swarm.toString(), "status").out()).contains("swarmd " + VERSION, "ada");
    } finally {
      run(swarm.toString(), "daemon", "stop");
    }
  }

  @Test
  void without_java_the_small_archive_is_not_installed_and_says_what_to_do() throws IOException {
    Path unpacked = unpack("swarmd-" + VERSION + ".tar.gz");

    Result refused = run(unpacked + "/install.sh");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("Java 17 or newer was not found", "linux-x64");
    assertThat(user.resolve(".local")).doesNotExist();
  }

  @Test
  void somebody_elses_command_named_swarm_is_not_replaced() throws IOException {
    Path theirs = Files.createDirectories(user.resolve(".local/bin")).resolve("swarm");
    Files.writeString(theirs, "theirs");
    Path unpacked = unpack("swarmd-" + VERSION + "-linux-x64.tar.gz");

    Result refused = run(unpacked + "/install.sh");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains(theirs + " is not swarmd's, so nothing was changed");
    assertThat(theirs).hasContent("theirs");
    assertThat(user.resolve(".local/share")).doesNotExist();
    Files.delete(theirs); // or it would be run at the end
  }
}
