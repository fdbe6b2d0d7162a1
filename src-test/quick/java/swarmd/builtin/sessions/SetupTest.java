package swarmd.builtin.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** The effects of `claude --init` and `claude --maintenance`. */
class SetupTest extends InProcessTest {
  private static final String NOTHING = "swarmd: nothing to set up";
  private static final String CREATED = "swarmd: created .swarmd and .swarmd/.gitignore";

  private HostSession session;
  private Path project;
  private Path folder;

  @BeforeEach
  void openSession() throws IOException {
    session = new HostSession(api.http(), daemon.project(), "mine");
    project = daemon.project();
    folder = project.resolve(".swarmd");
  }

  private String setUp(String trigger, Map<String, String> headers) {
    ObjectNode payload = session.payload("Setup").put("trigger", trigger);
    ObjectNode answer =
        (ObjectNode)
            Api.json(
                api.http()
                    .send("POST", "/v1/hooks", headers, payload.toString().getBytes(UTF_8))
                    .text());
    assertThat(HostRules.problems("claude", "Setup", answer)).isEmpty();
    return answer.path("systemMessage").asText();
  }

  private String init() {
    return setUp("init", Map.of());
  }

  private String initWith(String envFile) {
    return setUp("init", Map.of("Swarm-Env-File", envFile));
  }

  @Test
  void the_project_s_folder_is_created_once_and_local_files_stay_out_of_git() throws IOException {
    assertThat(init()).isEqualTo(CREATED);
    assertThat(Files.readString(folder.resolve(".gitignore"))).contains("*.local.json");
    assertThat(init()).isEqualTo(NOTHING);
  }

  @Test
  void existing_files_stay_unchanged() throws IOException {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve(".gitignore"), "mine");

    assertThat(init()).isEqualTo(NOTHING);

    assertThat(Files.readString(folder.resolve(".gitignore"))).isEqualTo("mine");
  }

  @Test
  void no_link_is_followed_out_of_the_project() throws IOException {
    Path outside = Files.createDirectory(daemon.userHome().resolve("outside"));
    Files.createSymbolicLink(folder, outside);
    assertThat(init()).isEqualTo(NOTHING);
    assertThat(outside).isEmptyDirectory();

    Files.delete(folder);
    Files.createDirectory(folder);
    Files.createSymbolicLink(folder.resolve(".gitignore"), outside.resolve("new"));
    assertThat(init()).isEqualTo(NOTHING);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void a_file_in_the_folder_s_place_and_a_project_that_is_gone_do_no_harm() throws IOException {
    Files.writeString(folder, "");
    assertThat(init()).isEqualTo(NOTHING);
    session = new HostSession(api.http(), project.resolve("gone"), "mine");
    init();
    assertThat(project.resolve("gone")).doesNotExist();
  }

  @Test
  void the_daemon_s_own_folder_is_never_a_project_s() throws IOException {
    Path home = daemon.daemon().info().home();
    Path work = Files.createDirectory(daemon.userHome().resolve("w"));
    Files.createSymbolicLink(work.resolve(".swarmd"), home);
    session = new HostSession(api.http(), work, "mine");
    init();
    assertThat(home.resolve(".gitignore")).doesNotExist();
  }

  @Test
  void the_session_id_is_exported_in_its_shell() throws IOException {
    init();
    Path existing = Files.writeString(daemon.userHome().resolve("env.sh"), "export A=1\n");

    assertThat(initWith(existing.toString()))
        .isEqualTo("swarmd: set SWARM_SESSION in the session's shell");

    assertThat(existing).hasContent("export A=1\nexport SWARM_SESSION='mine'\n");
  }

  @Test
  void a_new_env_file_is_created_only_where_no_one_else_can_write() throws IOException {
    Path folderOfHost = Files.createDirectory(daemon.userHome().resolve("session-env"));
    Files.setPosixFilePermissions(folderOfHost, PosixFilePermissions.fromString("rwxr-xr-x"));
    initWith(folderOfHost.resolve("setup-hook-0.sh").toString());
    assertThat(folderOfHost.resolve("setup-hook-0.sh")).hasContent("export SWARM_SESSION='mine'\n");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folderOfHost.resolve("setup-hook-0.sh"))))
        .isEqualTo("rw-------");

    Files.setPosixFilePermissions(folderOfHost, PosixFilePermissions.fromString("rwxrwxrwx"));
    initWith(folderOfHost.resolve("setup-hook-1.sh").toString());
    assertThat(folderOfHost.resolve("setup-hook-1.sh")).doesNotExist();
  }

  @Test
  void a_link_a_folder_and_a_missing_place_are_rejected_as_env_file() throws IOException {
    init();
    Path target = Files.writeString(daemon.userHome().resolve("target"), "");
    Path link = Files.createSymbolicLink(daemon.userHome().resolve("link"), target);
    Path dangling = daemon.userHome().resolve("dangling");
    Files.createSymbolicLink(dangling, daemon.userHome().resolve("nowhere"));

    assertThat(initWith(link.toString())).isEqualTo(NOTHING);
    assertThat(initWith(dangling.toString())).isEqualTo(NOTHING);
    assertThat(initWith(project.toString())).isEqualTo(NOTHING);
    assertThat(initWith(daemon.userHome().resolve("no/where").toString())).isEqualTo(NOTHING);

    assertThat(target).isEmptyFile();
    assertThat(Files.exists(daemon.userHome().resolve("nowhere"), LinkOption.NOFOLLOW_LINKS))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative", "../env", "/", "/dev/null", "/dev/stdout"})
  void invalid_names_are_rejected_as_env_file(String name) {
    init();
    assertThat(initWith(name)).isEqualTo(NOTHING);
  }

  @Test
  void a_payload_cannot_name_the_env_file() throws IOException {
    Path file = Files.writeString(daemon.userHome().resolve("env.sh"), "");
    ObjectNode payload = session.payload("Setup").put("trigger", "init");
    session.send(payload.put("env_file", file.toString()).put("envFile", file.toString()));
    assertThat(file).isEmptyFile();
  }

  @Test
  void maintenance_deletes_data_older_than_seven_days() throws IOException {
    new HostSession(api.http(), project, "old").useTool();
    ok(swarm.run("mode", "start", "ralph", "--session", "old"));
    api.add("what is sent before has been recorded");
    daemon.time().advance(Duration.ofDays(4));
    new HostSession(api.http(), project, "new").useTool();
    ok(swarm.run("mode", "start", "ralph", "--session", "new"));
    Path texts = Files.createDirectory(daemon.daemon().info().home().resolve("context"));
    daemon.time().advance(Duration.ofDays(3).plusMillis(1));
    Path old = keep(texts.resolve("a".repeat(64) + ".txt"), Duration.ofDays(8));
    Path young = keep(texts.resolve("b".repeat(64) + ".txt"), Duration.ofDays(6));
    Path persons = keep(texts.resolve("notes.txt"), Duration.ofDays(8));
    Path inFolder =
        keep(Files.createDirectory(texts.resolve("x")).resolve("y"), Duration.ofDays(8));
    Files.setLastModifiedTime(inFolder.getParent(), FileTime.fromMillis(0));
    api.add("what is sent before has been recorded");

    assertThat(setUp("maintenance", Map.of()))
        .isEqualTo("swarmd: deleted old data (sessions: 1, tasks: 0, events: 1, long texts: 1)");

    JsonNode modes = api.get("/v1/modes").get("modes");
    assertThat(modes.findValuesAsText("session")).containsExactly("new");
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(persons).as("not created by swarmd").exists();
    assertThat(inFolder).as("not created by swarmd").exists();
    assertThat(folder).doesNotExist();
  }

  private Path keep(Path file, Duration age) throws IOException {
    Files.writeString(file, "");
    return Files.setLastModifiedTime(
        file, FileTime.fromMillis(daemon.time().millis() - age.toMillis()));
  }

  @Test
  void maintenance_without_old_data_reports_zero() {
    assertThat(setUp("maintenance", Map.of()))
        .isEqualTo("swarmd: deleted old data (sessions: 0, tasks: 0, events: 0, long texts: 0)");
  }
}
