package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Commands that agents may run without a permission prompt. */
class PermissionHandlerTest extends InProcessTest {
  @TempDir private Path elsewhere;

  @BeforeEach
  void makeRepository() throws IOException {
    Files.createDirectory(daemon.project().resolve(".git"));
  }

  private ObjectNode send(ObjectNode payload) {
    return send(payload, daemon.project());
  }

  private ObjectNode send(ObjectNode payload, Path folder) {
    payload.put("cwd", folder.toString());
    ObjectNode answer =
        (ObjectNode) new HostSession(api.http(), daemon.project(), "unused").send(payload);
    assertThat(HostRules.problems("claude", "PermissionRequest", answer)).isEmpty();
    return answer;
  }

  private static ObjectNode request(String command) {
    ObjectNode payload = Recording.of("PermissionRequest").payload();
    ((ObjectNode) payload.get("tool_input")).put("command", command);
    return payload;
  }

  @Test
  void claude_code_gets_an_approval() {
    assertThat(send(request("git status --short")))
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}
                """));
  }

  @Test
  void the_host_decides_about_everything_else() {
    assertThat(send(request("touch made"))).isEqualTo(Api.json("{\"continue\":true}"));
    assertThat(send(request("git status").put("tool_name", "Write")))
        .isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void the_host_decides_about_a_command_outside_its_sandbox() {
    ObjectNode outside = request("git status");
    ((ObjectNode) outside.get("tool_input")).put("dangerouslyDisableSandbox", true);

    assertThat(send(outside)).isEqualTo(Api.json("{\"continue\":true}"));
    ((ObjectNode) outside.get("tool_input")).put("dangerouslyDisableSandbox", false);
    assertThat(send(outside).toString()).contains("\"allow\"");
  }

  @Test
  void a_swarm_call_is_approved_with_its_identity_prefix() {
    String session = request("").get("session_id").asText();
    String identity = "export SWARM_SESSION=%s SWARM_AGENT=%s; ";

    assertThat(send(request(identity.formatted(session, "main-872aa0e9") + "swarm task claim")))
        .hasToString(send(request("swarm task claim")).toString())
        .asString()
        .contains("allow");
    assertThat(send(request(identity.formatted(session, "other") + "swarm task claim")).toString())
        .doesNotContain("allow");
    assertThat(send(request(identity.formatted(session, "main-872aa0e9") + "rm -rf x")).toString())
        .doesNotContain("allow");
  }

  @Test
  void an_absolute_path_in_the_project_counts_as_a_relative_one() {
    String project = daemon.project().toString();

    assertThat(send(request("ls -la " + project)).toString()).contains("allow");
    assertThat(send(request("ls " + project + "/src")).toString()).contains("allow");
    assertThat(send(request("git diff " + project + "/a.txt")).toString()).contains("allow");
    assertThat(send(request("ls " + project + "x")).toString()).doesNotContain("allow");
    assertThat(send(request("ls " + project + "/../x")).toString()).doesNotContain("allow");
    assertThat(send(request(project + "/ls")).toString()).doesNotContain("allow");
    assertThat(send(request("git diff --output=" + project + "/x")).toString())
        .doesNotContain("allow");
  }

  /**
   * A clone can contain such a folder, which git would use as a repository with its own settings.
   */
  @Test
  void git_is_not_approved_in_a_folder_that_could_be_a_bare_repository() throws IOException {
    Path disguised = Files.createDirectories(daemon.project().resolve("docs/deep")).getParent();
    assertThat(send(request("git status"), disguised.resolve("deep")).toString()).contains("allow");

    Files.writeString(disguised.resolve("HEAD"), "ref: refs/heads/main");

    assertThat(send(request("git status"), disguised).toString()).doesNotContain("allow");
    assertThat(send(request("git log"), disguised.resolve("deep")).toString())
        .doesNotContain("allow");
    Path link = Files.createSymbolicLink(daemon.project().resolve("link"), disguised);
    assertThat(send(request("git status"), link).toString()).doesNotContain("allow");
    assertThat(send(request("ls"), disguised).toString()).contains("allow");
    assertThat(send(request("git status")).toString()).contains("allow");
  }

  /** Git reads the link itself. */
  @Test
  void a_dangling_link_named_HEAD_also_makes_a_repository() throws IOException {
    Path disguised = Files.createDirectory(daemon.project().resolve("docs"));
    Files.createSymbolicLink(disguised.resolve("HEAD"), Path.of("refs/heads/main"));

    assertThat(send(request("git status"), disguised).toString()).doesNotContain("allow");
  }

  /** Outside a repository, git diff compares any two files. */
  @Test
  void git_is_not_approved_outside_a_repository() throws IOException {
    Files.delete(daemon.project().resolve(".git"));

    assertThat(send(request("git diff .env a")).toString()).doesNotContain("allow");
    assertThat(send(request("ls")).toString()).contains("allow");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls out",
        "ls out/",
        "ls -la out/deep",
        "ls src/far",
        "ls src out",
        "ls -- out",
        "ls 'out'/x",
        "ls PROJECT/out",
        "ls nowhere",
        "git diff out/a src/A.java",
        "git log -- out",
        "git status out",
        "git ls-files -o out"
      })
  void a_link_in_the_repository_does_not_lead_outside(String command) throws IOException {
    Path outside = Files.createDirectories(elsewhere.resolve("outside/deep"));
    Files.writeString(outside.resolve("a"), "secret");
    Path project = daemon.project();
    Files.createDirectory(project.resolve("src"));
    Files.writeString(project.resolve("src/A.java"), "class A {}");
    Files.createSymbolicLink(project.resolve("out"), outside.getParent());
    Files.createSymbolicLink(project.resolve("src/far"), outside);
    Files.createSymbolicLink(project.resolve("near"), project.resolve("src"));
    Files.createSymbolicLink(project.resolve("nowhere"), elsewhere.resolve("missing"));

    String asSent = command.replace("PROJECT", project.toString());

    assertThat(send(request(asSent)).toString()).doesNotContain("allow");
    assertThat(send(request("ls")).toString()).contains("allow");
    assertThat(send(request("ls near src new/file")).toString()).contains("allow");
    assertThat(send(request("git diff near/A.java")).toString()).contains("allow");
  }

  @Test
  void a_working_directory_outside_the_project_is_not_approved() throws IOException {
    HostSession session = new HostSession(api.http(), daemon.project(), "s1");
    session.start();
    Path outside = Files.createDirectories(elsewhere.resolve("outside/.git"));
    Path link = Files.createSymbolicLink(daemon.project().resolve("out"), outside.getParent());

    for (String command : List.of("ls", "ls -l", "git status")) {
      ObjectNode request = request(command).put("session_id", "s1");
      assertThat(send(request.deepCopy(), outside.getParent()).toString()).doesNotContain("allow");
      assertThat(send(request.deepCopy(), link).toString()).doesNotContain("allow");
      assertThat(send(request.deepCopy(), Path.of("/")).toString()).doesNotContain("allow");
      assertThat(send(request.deepCopy(), elsewhere.resolve("gone")).toString())
          .doesNotContain("allow");
      assertThat(send(request.deepCopy()).toString()).contains("allow");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dir_path", "directory", "cwd", "workdir"})
  void a_command_with_its_own_working_directory_is_not_approved(String field) {
    ObjectNode payload = request("ls").put("tool_name", "run_shell_command");
    assertThat(send(payload.deepCopy()).toString()).contains("allow");

    ((ObjectNode) payload.get("tool_input")).put(field, "/etc");

    assertThat(send(payload).toString()).doesNotContain("allow");
  }
}
