package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

final class InstallCommandTest extends InProcessTest {
  @TempDir private Path person;

  private static final String BUILD_FOLDER = ", which the next build may remove;";

  @BeforeEach
  void liveElsewhere() {
    swarm.with("HOME", person.toString());
  }

  /** These tests run from a build folder, which an install warns of. */
  private static Result installed(Result result) {
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err().lines().filter(line -> !line.contains(BUILD_FOLDER))).isEmpty();
    return result;
  }

  @Test
  void an_install_from_a_build_folder_names_a_lasting_place() {
    assertThat(swarm.run("install", "claude").err())
        .contains(
            "warning: these hooks run " + System.getProperty("swarmd.dist") + BUILD_FOLDER,
            "./gradlew installUser");
  }

  @Test
  void claude_is_installed_once_and_uninstalled_without_a_trace() throws IOException {
    Path file = person.resolve(".claude/settings.json");

    assertThat(installed(swarm.run("install", "claude")).out())
        .startsWith("installed the hooks for Claude Code in " + file + " (via launcher)\n")
        .contains("undo    swarm uninstall claude --user\n")
        .contains("added the commands /cancel, /ralph, ");
    String settings = Files.readString(file);
    assertThat(settings)
        .contains(System.getProperty("swarmd.dist") + "/bin/swarm' hook")
        .doesNotContain("127.0.0.1", daemon.daemon().tokens().hooks());
    assertThat(installed(swarm.run("install", "claude", "--user")).out())
        .isEqualTo("already installed in " + file + " (via launcher)\n");
    assertThat(file).hasContent(settings);
    assertThat(ok(swarm.run("uninstall", "claude")).out())
        .startsWith(file + " is restored to what it was before the install\n")
        .contains("removed the commands /cancel, /ralph, ");
    assertThat(person).isEmptyDirectory();
    assertThat(ok(swarm.run("uninstall", "claude")).out()).startsWith("not installed: ");
  }

  @Test
  void http_on_request_writes_the_hook_token_and_says_for_which_machines_it_is_safe()
      throws IOException {
    Result result = swarm.run("install", "claude", "--via", "http");

    assertThat(result.exit()).isZero();
    assertThat(result.err())
        .startsWith("warning: http is safe only if nobody else uses this machine")
        .contains("swarm service install", "--via launcher");
    assertThat(Files.readString(person.resolve(".claude/settings.json")))
        .contains("http://127.0.0.1:" + daemon.daemon().info().httpPort() + "/v1/hooks")
        .contains("Bearer " + daemon.daemon().tokens().hooks())
        .doesNotContain(daemon.daemon().tokens().page());
  }

  @Test
  void a_project_gets_the_launcher_in_its_top_level() throws IOException {
    Files.createDirectory(daemon.project().resolve(".git"));
    Path top = daemon.project().toRealPath();

    installed(swarm.run("install", "claude", "--project"));
    Result local =
        swarm.run("install", "claude", "--local", "--max-continuations", "25", "--via", "http");
    assertThat(local.exit()).isZero();
    assertThat(local.err())
        .contains(
            "warning: %s has the hooks too, so each event arrives twice; keep only one: swarm uninstall claude --project%n"
                .formatted(top.resolve(".claude/settings.json")));
    installed(swarm.run("install", "gemini", "--project", "--via", "jar"));

    assertThat(Files.readString(top.resolve(".claude/settings.json")))
        .contains(System.getProperty("swarmd.dist") + "/bin/swarm' hook")
        .doesNotContain(daemon.daemon().tokens().hooks());
    assertThat(Files.readString(top.resolve(".claude/settings.local.json")))
        .contains("\"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP\": \"25\"", daemon.daemon().tokens().hooks());
    assertThat(Files.readString(top.resolve(".gemini/settings.json")))
        .contains("swarm-client.jar' swarmd.client.Main hook");
    assertThat(person).isEmptyDirectory();
  }

  @Test
  void the_folders_in_the_hosts_variables_are_respected() {
    swarm.with("CLAUDE_CONFIG_DIR", person.resolve("cc").toString());
    swarm.with("GEMINI_CLI_HOME", person.resolve("gh").toString());

    installed(swarm.run("install", "claude"));
    installed(swarm.run("install", "gemini"));

    assertThat(person.resolve("cc/settings.json")).exists();
    assertThat(person.resolve("gh/.gemini/settings.json")).exists();
  }

  @Test
  void a_dry_run_prints_the_difference_and_changes_nothing() {
    Result result = swarm.run("install", "claude", "--dry-run", "--via", "http");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).startsWith("--- ").doesNotContain(daemon.daemon().tokens().hooks());
    assertThat(person).isEmptyDirectory();
    installed(swarm.run("install", "claude"));
    assertThat(swarm.run("install", "claude", "--dry-run").err())
        .startsWith("nothing would change: already installed in ");
  }

  @Test
  void a_repositorys_settings_cannot_send_escape_codes_to_the_terminal() throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".claude"));
    Files.writeString(folder.resolve("settings.json"), "{\"model\": \"\u202eopus\"}\n");

    assertThat(installed(swarm.run("install", "claude", "--project", "--dry-run")).out())
        .contains("\u202eopus");
    assertThat(
            installed(
                    swarm.with("SWARM_TTY", "1").run("install", "claude", "--project", "--dry-run"))
                .out())
        .contains("opus")
        .doesNotContain("\u202e");
  }

  @Test
  void install_can_print_json() {
    JsonNode json = Api.json(installed(swarm.run("install", "claude", "--json")).out());

    assertThat(json.get("change").asText()).isEqualTo("installed");
    assertThat(json.get("via").asText()).isEqualTo("launcher");
    assertThat(json.get("file").asText()).isEqualTo(person + "/.claude/settings.json");
    assertThat(Api.json(swarm.run("install", "claude", "--json").out()).get("change").asText())
        .isEqualTo("already_installed");
    JsonNode dry = Api.json(swarm.run("uninstall", "claude", "--json", "--dry-run").out());
    assertThat(dry.get("change").asText()).isEqualTo("restored");
    assertThat(dry.get("diff").asText()).contains("-{");
  }

  @Test
  void the_permission_fallback_of_the_users_environment_is_installed() throws IOException {
    installed(swarm.with("SWARMD_PERMISSION_FALLBACK", "ask").run("install", "claude"));

    assertThat(Files.readString(person.resolve(".claude/settings.json")))
        .contains("SWARMD_PERMISSION_FALLBACK=ask ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SWARMD_HOOK_TIMEOUT_MS=5",
        "SWARMD_HOOK_TIMEOUT_MS=a minute",
        "SWARMD_PERMISSION_FALLBACK=allow"
      })
  void an_invalid_variable_in_the_users_environment_is_refused(String variable) {
    String[] parts = variable.split("=");
    swarm.with(parts[0], parts[1]);

    Result result = swarm.run("install", "claude");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).contains(parts[0] + " must be", parts[1], "(your environment)");
    assertThat(person).isEmptyDirectory();
  }

  @Test
  void a_token_in_a_projects_settings_causes_a_warning() {
    Result result = swarm.run("install", "claude", "--project", "--via", "http");

    assertThat(result.exit()).isZero();
    assertThat(result.err()).startsWith("warning: the file contains the daemon's token");
  }

  @Test
  void a_broken_file_is_exit_code_1_and_says_where() throws IOException {
    Path file = Files.createDirectory(person.resolve(".claude")).resolve("settings.json");
    Files.writeString(file, "{\n  \"a\" 1\n}");

    Result result = swarm.run("install", "claude");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo(
            "swarm: "
                + file
                + " is not valid JSON, line 2, column 7: ':' was expected here; fix it first;"
                + " nothing was changed\n");
  }

  @Test
  void a_folder_that_cannot_be_created_is_exit_code_1() throws IOException {
    Files.createFile(person.resolve(".claude"));

    Result result = swarm.run("install", "claude");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("swarm: ").doesNotContain("swarmd failed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "install emacs",
        "install claude --user --project",
        "install claude --via pigeon",
        "install claude --max-continuations 0",
        "install gemini --local",
        "install gemini --via http",
        "install gemini --max-continuations 9",
        "uninstall",
        "uninstall gemini --local",
      })
  void wrong_usage_is_exit_code_2(String line) {
    Result result = swarm.run(line.split(" "));

    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).isNotBlank().doesNotContain("Exception", "swarmd failed");
    assertThat(person).isEmptyDirectory();
  }

  private Path ownCommand(String name, String text) throws IOException {
    Path folder = Files.createDirectories(daemon.socket().resolveSibling("commands"));
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void the_persons_own_commands_become_the_hosts_commands() throws IOException {
    Path source =
        ownCommand("deploy.md", "---\ndescription: Deploy\n---\nDeploy \"$ARGUMENTS\" now.\n");
    ownCommand("cancel.md", "Mine");
    ownCommand("run-it.md", "!`rm -rf /` and !{rm -rf /}");
    Files.createSymbolicLink(source.resolveSibling("link.md"), Path.of("/etc/hostname"));
    Path claude = person.resolve(".claude/commands/deploy.md");
    Path gemini = person.resolve(".gemini/commands/deploy.toml");

    assertThat(swarm.run("install", "claude").err())
        .contains("cancel.md is not installed: /cancel is taken")
        .contains("run-it.md is not installed: the host would run the programs in it");
    swarm.run("install", "gemini");

    assertThat(claude).hasSameTextualContentAs(source);
    assertThat(gemini).content().contains("Deploy \\\"{{args}}\\\" now.");
    assertThat(claude.resolveSibling("run-it.md")).doesNotExist();
    assertThat(claude.resolveSibling("link.md")).doesNotExist();

    Files.delete(source);
    swarm.run("install", "claude");
    assertThat(claude).doesNotExist();
    swarm.run("uninstall", "claude");
    swarm.run("uninstall", "gemini");
    assertThat(person).isEmptyDirectory();
  }

  @Test
  void a_command_file_that_somebody_else_wrote_stays() throws IOException {
    ownCommand("deploy.md", "Deploy");
    Path theirs = person.resolve(".claude/commands/deploy.md");
    Files.createDirectories(theirs.getParent());
    Files.writeString(theirs, "Deploy");

    swarm.run("install", "claude");
    swarm.run("uninstall", "claude");

    assertThat(theirs).hasContent("Deploy");
  }

  @Test
  void model_events_are_installed_on_request_where_the_host_has_them() throws IOException {
    Path file = person.resolve(".gemini/settings.json");

    installed(swarm.run("install", "gemini"));
    assertThat(Files.readString(file)).doesNotContain("BeforeModel");
    installed(swarm.run("install", "gemini", "--model-events"));
    assertThat(Files.readString(file)).contains("BeforeModel");
    installed(swarm.run("install", "gemini"));
    assertThat(Files.readString(file)).doesNotContain("BeforeModel");

    Result claude = swarm.run("install", "claude", "--model-events");
    assertThat(claude.exit()).isEqualTo(2);
    assertThat(claude.err()).contains("Claude Code has no --model-events");
  }

  @Test
  void install_alone_shows_the_hosts_and_all_installs_for_those_that_are_there()
      throws IOException {
    Path bin = Files.createDirectories(daemon.project().resolve("bin"));
    for (String name : List.of("codex", "opencode")) {
      Files.writeString(bin.resolve(name), "#!/bin/sh\n");
      assertThat(bin.resolve(name).toFile().setExecutable(true)).isTrue();
    }
    swarm.with("PATH", "relative:/nowhere:" + bin);

    assertThat(swarm.run("install").out())
        .containsPattern("codex +" + bin + "/codex +not installed")
        .containsPattern("qwen +not on your PATH +not installed");
    Result all = swarm.run("install", "--all");

    assertThat(all.exit()).as(all.err()).isZero();
    assertThat(person.resolve(".codex/hooks.json")).exists();
    assertThat(person.resolve(".config/opencode/plugins/swarmd.js")).exists();
    assertThat(person.resolve(".qwen")).doesNotExist();
    assertThat(all.out()).contains("runs them once you trust them");
    assertThat(swarm.run("install").out()).contains(person.resolve(".codex/hooks.json") + "");
    swarm.run("uninstall", "codex");
    swarm.run("uninstall", "opencode");
    assertThat(person).isEmptyDirectory();
  }

  @Test
  void all_needs_a_host_on_the_path() {
    swarm.with("PATH", "/nowhere");

    Result result = swarm.run("install", "--all");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("no host was found on your PATH");
  }
}
