package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;

/** Failing tests suggest ultraqa. */
class FailedTestsTest {

  private static JsonNode fail(HostSession session, String command, String... subagent) {
    ObjectNode payload =
        session
            .payload("PostToolUseFailure")
            .put("tool_name", "Bash")
            .put("tool_use_id", "t1")
            .put("error", "Exit code 1\n1 test failed");
    payload.putObject("tool_input").put("command", command);
    for (String name : subagent) {
      HostSession.by(name, payload);
    }
    return session.send(payload);
  }

  private static String context(JsonNode answer) {
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  @Test
  void a_test_command_that_fails_suggests_ultraqa_once_a_session() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Api api = daemon.api()) {
      HostSession session = new HostSession(api.http(), daemon.project(), "s");
      fail(session, "make build");
      fail(session, "npm test", "sub1");

      JsonNode first = fail(session, "cd web && CI=1 npm test -- --watch=false");
      JsonNode second = fail(session, "npm test");

      assertThat(context(first)).contains("these tests fail", "`/ultraqa`", "Do not start it");
      assertThat(first.get("systemMessage").asText()).contains("tests failed; /ultraqa keeps");
      assertThat(context(second)).doesNotContain("ultraqa");
      assertThat(api.get("/v1/modes").get("modes")).isEmpty();
      assertThat(context(fail(new HostSession(api.http(), daemon.project(), "t"), "pytest -q")))
          .contains("ultraqa");
    }
  }

  @Test
  void auto_starts_ultraqa_unless_the_session_is_in_a_mode() {
    try (InProcessDaemon daemon = InProcessDaemon.start(Map.of("SWARMD_ULTRAQA", "auto"));
        Api api = daemon.api()) {
      HostSession busy = new HostSession(api.http(), daemon.project(), "busy");
      busy.prompt("ralph, fix the login");
      HostSession session = new HostSession(api.http(), daemon.project(), "s");

      fail(busy, "npm test");
      JsonNode answer = fail(session, "npm test");

      assertThat(answer.get("systemMessage").asText())
          .isEqualTo("swarmd: tests failed, so ultraqa is active; end it with /cancel");
      assertThat(context(answer)).contains("The mode ultraqa is on", "swarm check");
      assertThat(api.get("/v1/modes?session=busy").at("/modes").findValuesAsText("mode"))
          .containsExactly("ralph");
      assertThat(session.held()).startsWith("[swarmd ultraqa");
    }
  }

  @Test
  void off_says_nothing() {
    try (InProcessDaemon daemon = InProcessDaemon.start(Map.of("SWARMD_ULTRAQA", "off"));
        Api api = daemon.api()) {
      HostSession session = new HostSession(api.http(), daemon.project(), "s");

      assertThat(fail(session, "npm test").toString()).doesNotContain("ultraqa");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm test",
        "npm t",
        "npm run test",
        "npm run test:unit -- --silent",
        "CI=1 yarn test",
        "pnpm test",
        "bun test",
        "npx jest src",
        "npx vitest run",
        "npx playwright test",
        "./node_modules/.bin/mocha",
        "pytest",
        "pytest -x tests/test_a.py",
        "python -m pytest",
        "python3 -m unittest discover",
        "python manage.py test",
        "poetry run pytest",
        "uv run pytest -q",
        "tox -e py311",
        "cargo test",
        "cargo test --all -p core",
        "cargo nextest run",
        "go test ./...",
        "go test -race ./pkg/... 2>&1 | tail -5",
        "./gradlew test",
        "./gradlew :app:test --tests Foo",
        "gradle clean check",
        "mvn test",
        "./mvnw -q verify",
        "mvn -pl core -am test",
        "make test",
        "make -C lib check",
        "ctest --output-on-failure",
        "dotnet test",
        "mix test",
        "bundle exec rspec",
        "rails test",
        "vendor/bin/phpunit",
        "composer test",
        "swift test",
        "deno test",
        "bazel test //...",
        "sbt test",
        "flutter test",
        "cd lib && cargo test; echo done",
        "timeout 60 npm test",
        "swarm check test"
      })
  void these_run_tests(String command) {
    assertThat(TestCommand.isIn(command)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm install",
        "npm run build",
        "git commit -m 'npm test'",
        "cat test/a.txt",
        "ls test",
        "cargo build",
        "go build ./test",
        "./gradlew assemble",
        "grep -r pytest .",
        "echo cargo test",
        "make",
        "test -f a.txt",
        "vim tests/a.py",
        "pip install pytest",
        "npm run testimonials"
      })
  void these_do_not(String command) {
    assertThat(TestCommand.isIn(command)).isFalse();
  }
}
