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

/** The archives that speed up a start come by themselves and never show. */
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
  void the_first_hook_has_it_made_and_the_next_ones_use_it() {
    assertAnswered();
    awaitArchive();

    assertAnswered();

    assertThat(archive()).isNotEmptyFile();
    assertThat(client.home().resolve("cache")).isDirectoryNotContaining("glob:**.try");
  }

  @Test
  void it_is_made_anew_when_it_was_made_for_another_java() throws IOException {
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
  void an_archive_of_nonsense_goes_unnoticed() throws IOException {
    Files.createDirectories(archive().getParent());
    Files.writeString(archive(), "nonsense");

    assertAnswered();
    assertThat(client.swarm("--version").err()).isEmpty();
  }

  @Test
  void a_cache_that_cannot_be_written_goes_unnoticed() throws IOException {
    Files.writeString(archive().getParent(), "in the way");

    assertAnswered();
    assertThat(client.swarm("--version").err()).isEmpty();
  }

  @Test
  void the_daemon_has_one_too_which_its_first_start_brings() {
    daemon.close();
    client.swarm("daemon", "start");
    Path origin = client.home().resolve("cache/daemon.jsa.of");
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(origin));

    var restarted = client.swarm("daemon", "restart");

    assertThat(restarted.exit()).isZero();
    assertThat(client.swarm("doctor").out()).containsPattern("ok +daemon archive");
  }

  @Test
  void both_can_be_made_at_once() {
    var result = client.swarm("archive-classes");

    assertThat(result.exit()).isZero();
    assertThat(archive()).isNotEmptyFile();
    assertThat(client.swarm("doctor").out())
        .containsPattern("ok +client archive")
        .containsPattern("ok +daemon archive");
  }

  @Test
  void none_is_made_where_the_user_wants_none() {
    client.with("SWARMD_ARCHIVE", "off");

    assertAnswered();

    assertThat(client.home().resolve("cache")).doesNotExist();
  }
}
