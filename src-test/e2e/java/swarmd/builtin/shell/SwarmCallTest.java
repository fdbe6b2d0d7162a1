package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwarmCallTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "swarm task claim",
        "  swarm task claim",
        "\nswarm task claim\n",
        "swarm",
        "swarm --help",
        "/opt/swarmd/bin/swarm status",
        "./build/install/swarmd/bin/swarm task list",
        "~/bin/swarm cancel",
        "$HOME/bin/swarm cancel",
        "cd src && swarm task claim",
        "false || swarm task claim",
        "true; swarm task done 1",
        "true;swarm task done 1",
        "echo x|swarm task add -",
        "swarm task claim&",
        "swarm task claim && make",
        "(swarm task claim)",
        "{ swarm task claim; }",
        "echo $(swarm task claim --json)",
        "echo `swarm task claim`",
        "id=\"$(swarm task claim --json | jq .id)\"",
        "if ! swarm task claim; then exit; fi",
        "while swarm task claim; do make; done",
        "timeout 60 swarm task claim --wait 50",
        "env A=b swarm task claim",
        "A=b swarm task claim",
        "nohup nice -n 5 swarm events -f",
        "echo 1 2 | xargs -n1 swarm task done",
        "echo task claim | xargs swarm",
        "sh -c 'swarm task claim'",
        "bash -lc \"swarm task claim\"",
        "\"swarm\" task claim",
        "'swarm' task claim",
        "\\swarm task claim",
        "swarm \"task\" claim",
        "swarm $step 1",
        "S=swarm; $S task claim",
        "swarm \\\n  task claim",
        "# take one\nswarm task claim",
        "cat <<END | swarm task add -\n[]\nEND",
        "grep swarm README.md; swarm task claim",
        "find . -exec swarm task show 1 \\;",
        "swarm task>out"
      })
  void a_call_is_found_anywhere_in_a_command(String command) {
    assertThat(SwarmCall.isIn(command)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo hi",
        "swarmd",
        "my-swarm task claim",
        "ls swarm/",
        "cat swarm.log",
        "cat docs.swarm",
        "grep -r swarm src",
        "grep swarm README.md | head",
        "docker swarm init",
        "git commit -m 'the swarm grows'",
        "mvn test --swarm fast",
        "SWARM task claim"
      })
  void other_commands_are_left_alone(String command) {
    assertThat(SwarmCall.isIn(command)).isFalse();
  }
}
