package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Class archives are built automatically, and users never notice them. */
class ClassArchiveTest {
  private final ClientFixture client =
      ClientFixture.installed().withoutCurl().with("SWARMD_ARCHIVE", "on");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private StandInDaemon daemon;

  @BeforeEach
  void open() {
    daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{\"a\":1}");
  }

  @AfterEach
  void close() {
    daemon.close();
    client.close();
  }

  private Path archive() {
    return client.home().resolve("cache/client.jsa");
  }

  private Path origin() {
    return client.home().resolve("cache/client.jsa.of");
  }

  private void assertAnswered() {
    var result = client.swarmWithInput("{}", "hook");
    assertThat(result.out()).isEqualTo("{\"a\":1}\n");
    assertThat(result.err()).isEmpty();
  }

  private void awaitArchive() {
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(origin()));
  }

  @Test
  void the_first_hook_builds_the_archive_and_the_next_ones_use_it() {
    assertAnswered();
    awaitArchive();

    assertAnswered();

    assertThat(archive()).isNotEmptyFile();
    assertThat(client.home().resolve("cache")).isDirectoryNotContaining("glob:**.try");
  }

  @Test
  void an_archive_for_another_java_is_rebuilt() throws IOException {
    assertAnswered();
    awaitArchive();
    Files.writeString(origin(), "another Java");
    FileTime old = FileTime.fromMillis(0);
    Files.setLastModifiedTime(archive(), old);

    assertAnswered();

    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> Files.exists(archive()) && !Files.getLastModifiedTime(archive()).equals(old));
  }

  @Test
  void a_corrupt_archive_is_ignored() throws IOException {
    Files.createDirectories(archive().getParent());
    Files.writeString(archive(), "nonsense");

    assertAnswered();
    assertThat(client.swarm("--version").err()).isEmpty();
  }

  @Test
  void a_read_only_cache_is_ignored() throws IOException {
    Files.writeString(archive().getParent(), "in the way");

    assertAnswered();
    assertThat(client.swarm("--version").err()).isEmpty();
  }

  @Test
  void the_first_start_of_the_daemon_builds_its_archive() {
    daemon.close();
    client.swarm("daemon", "start");
    Path origin = client.home().resolve("cache/daemon.jsa.of");
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(origin));

    var restarted = client.swarm("daemon", "restart");

    assertThat(restarted.exit()).isZero();
    assertThat(client.swarm("doctor").out()).containsPattern("ok +daemon archive");
  }

  @Test
  void one_command_builds_both_archives() {
    var result = client.swarm("archive-classes");

    assertThat(result.exit()).isZero();
    assertThat(archive()).isNotEmptyFile();
    assertThat(client.swarm("doctor").out())
        .containsPattern("ok +client archive")
        .containsPattern("ok +daemon archive");
  }

  @Test
  void the_daemon_uses_its_archive_and_library_only_with_the_jars_they_are_of() throws IOException {
    daemon.close();
    client.with("SWARMD_ARCHIVE", "off");
    client.swarm("daemon", "start");
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(keptLibrary()));
    client.swarm("archive-classes", "daemon");

    client.swarm("daemon", "restart");
    assertThat(filesOfTheDaemon())
        .contains("cache/daemon.jsa", keptLibrary().toRealPath().toString());

    Files.writeString(client.home().resolve("cache/daemon.jsa.jars"), "others\n");
    client.swarm("daemon", "restart");
    assertThat(filesOfTheDaemon()).doesNotContain("daemon.jsa");
  }

  @Test
  void the_archive_is_used_by_daemons_of_both_profiles() throws IOException {
    daemon.close();
    client.with("SWARMD_ARCHIVE", "off");
    client.swarm("archive-classes", "daemon");

    client.swarm("daemon", "start");
    assertThat(filesOfTheDaemon()).contains("cache/daemon.jsa");

    client.with("SWARMD_PROFILE", "server");
    client.swarm("daemon", "restart");
    assertThat(filesOfTheDaemon()).contains("cache/daemon.jsa");
  }

  private Path keptLibrary() throws IOException {
    String build = Files.readString(client.home().resolve("lib/current")).strip();
    return client.home().resolve("lib").resolve(build).resolve("libsqlitejdbc.so");
  }

  /** Those that its process has mapped into its memory. */
  private String filesOfTheDaemon() throws IOException {
    String pid = Files.readString(client.home().resolve("swarmd.lock")).strip();
    return Files.readString(Path.of("/proc", pid, "maps"));
  }

  @Test
  void no_archive_is_built_if_the_user_turns_it_off() {
    client.with("SWARMD_ARCHIVE", "off");

    assertAnswered();

    assertThat(client.home().resolve("cache")).doesNotExist();
  }
}
