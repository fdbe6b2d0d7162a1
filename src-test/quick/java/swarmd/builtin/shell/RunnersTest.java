package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookExplanation;
import swarmd.hooks.HookResult.Decision;
import swarmd.hosts.Recording;
import swarmd.sessions.Project;
import swarmd.settings.Permissions;
import swarmd.settings.Runners;

/** Commands that run the project's own code are approved only where the person says so. */
class RunnersTest {
  private static final List<String> ALL =
      List.of(
          "npm test",
          "pytest",
          "npx eslint",
          "tsc",
          "cargo test",
          "./gradlew test",
          "just ci",
          "go test");

  @TempDir Path project;

  @BeforeEach
  void makeRepository() throws IOException {
    Files.createDirectory(project.resolve(".git"));
  }

  private HookExplanation judge(Runners runners, Path folder, String command) {
    ObjectNode payload = Recording.of("PermissionRequest").payload().put("cwd", folder.toString());
    ((ObjectNode) payload.get("tool_input")).put("command", command);
    HookEvent event = PermissionTableTest.read(payload).inProject(Project.in(project.toString()));
    return new PermissionHandler(
            new Permissions(List.of(), List.of(), List.of("rm"), runners), lane -> Runnable::run)
        .explain(event)
        .toCompletableFuture()
        .join()
        .orElseThrow();
  }

  private HookExplanation judge(String command) {
    return judge(new Runners(ALL, Map.of()), project, command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm test",
        "npm test --silent",
        "pytest",
        "pytest -q tests/test_a.py",
        "pytest -x --tb=short tests/test_a.py::test_one",
        "npx eslint src",
        "npx eslint --max-warnings=0 .",
        "tsc --noEmit",
        "cargo test --release parser",
        "./gradlew test",
        "./gradlew test --offline",
        "just ci",
        "go test -race ./..."
      })
  void a_declared_runner_is_approved(String command) {
    assertThat(judge(command).decision()).as(judge(command).reason()).contains(Decision.ALLOW);
    assertThat(judge(Runners.NONE, project, command).decision()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm test; touch /tmp/x",
        "npm test && touch x",
        "npm test | tee x",
        "npm test > x",
        "npm test $(id)",
        "npm test `id`",
        "npm test &",
        "npm test\ntouch x",
        "npm test --prefix ../other",
        "npm test -C /tmp/other",
        "npm test -- --globalSetup=/tmp/x.js",
        "npm test publish",
        "npm tests",
        "npm install",
        "pytest -p evil",
        "pytest -c /tmp/pytest.ini",
        "pytest --rootdir=/tmp",
        "pytest ../other",
        "pytest /tmp/other",
        "pytest @options.txt",
        "pytest -o addopts=--x",
        "npx eslint --fix src",
        "npx eslint -c /tmp/evil.js src",
        "npx eslint --rulesdir x src",
        "npx eslint -o /tmp/out src",
        "tsc --outDir /tmp/x",
        "tsc -p ../other",
        "tsc @options",
        "cargo test --manifest-path ../other/Cargo.toml",
        "cargo test --config x=y",
        "./gradlew test publish",
        "./gradlew test -I evil.gradle",
        "./gradlew test -p ../other",
        "./gradlew test -Dx=y",
        "./gradlew",
        "/tmp/gradlew test",
        "../gradlew test",
        "just ci deploy",
        "just ci -q",
        "go test golang.org/x/text",
        "go test -exec=/tmp/evil ./...",
        "CI=1 npm test",
        "env npm test",
        "sudo npm test"
      })
  void a_runner_with_anything_added_is_left_to_the_host(String command) {
    assertThat(judge(command).decision()).as(judge(command).reason()).isEmpty();
    assertThat(judge(command).reason()).isNotBlank();
  }

  @Test
  void a_runner_can_be_declared_for_one_project() {
    Runners here = new Runners(List.of(), Map.of(project.toString(), List.of("npm test")));
    Runners elsewhere = new Runners(List.of(), Map.of("/home/ada/shop", List.of("npm test")));

    assertThat(judge(here, project, "npm test").decision()).contains(Decision.ALLOW);
    assertThat(judge(elsewhere, project, "npm test").decision()).isEmpty();
  }

  @Test
  void a_runner_is_approved_only_in_the_project_itself(@TempDir Path elsewhere) throws IOException {
    Path nested = Files.createDirectories(project.resolve("vendor/other"));
    Path subfolder = Files.createDirectories(project.resolve("web"));
    Files.createDirectory(nested.resolve(".git"));
    Files.createSymbolicLink(project.resolve("link"), elsewhere);
    Runners runners = new Runners(ALL, Map.of());

    assertThat(judge(runners, subfolder, "npm test").decision()).contains(Decision.ALLOW);
    assertThat(judge(runners, elsewhere, "npm test").decision()).isEmpty();
    assertThat(judge(runners, nested, "npm test").decision()).isEmpty();
    assertThat(judge(runners, project, "pytest link/tests").decision()).isEmpty();
  }

  @Test
  void a_rule_against_a_command_comes_before_its_declaration() {
    Permissions denying =
        new Permissions(
            List.of(), List.of(), List.of("npm"), new Runners(List.of("npm test"), Map.of()));
    ObjectNode payload = Recording.of("PermissionRequest").payload();
    ((ObjectNode) payload.get("tool_input")).put("command", "npm test");

    Optional<HookExplanation> verdict =
        new PermissionHandler(denying, lane -> Runnable::run)
            .explain(PermissionTableTest.read(payload))
            .toCompletableFuture()
            .join();

    assertThat(verdict.orElseThrow().decision()).contains(Decision.DENY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '`',
      value = {
        "git status = it is a read-only command",
        "swarm status = it is one of an agent's own swarm commands",
        "npm test = 'npm test' is declared under permissions.runners in settings.json",
        "npm test > x = it contains >, which a shell may interpret",
        "npm test -C x = '-C' is not approved after 'npm test'",
        "yarn test = 'yarn test' runs the project's own code and is not declared",
        "git log --output x = the option '--output' is not on the list for 'git log'",
        "git diff ../x = '../x' leads out of the project",
        "git branch new = 'git branch' may change something with 'new' added",
        "git push = 'git push' is not one of the read-only commands",
        "curl x = 'curl' is not one of the read-only commands",
        "rm x = settings.json has \"rm\" under permissions.deny"
      })
  void every_verdict_has_a_reason_in_words(String command, String reason) {
    assertThat(judge(command).reason()).startsWith(reason);
  }
}
