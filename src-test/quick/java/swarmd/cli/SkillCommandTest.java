package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Tests `swarm skill`. */
class SkillCommandTest extends InProcessTest {

  @Test
  void a_skill_is_proposed_listed_shown_accepted_and_retired() {
    ok(swarm.run("skill", "propose", "--trigger", "npm test", "stop", "the server first"));

    assertThat(swarm.run("skill", "list").out())
        .isEqualTo(
            """
            ID  STATUS    FROM  USED  LAST USED  TEXT
             1  proposed  you      0  never      stop the server first
            """);
    assertThat(swarm.run("skill", "list").err()).contains("swarm skill accept 1");
    assertThat(ok(swarm.run("skill", "accept", "1")).out()).isEqualTo("accepted skill 1\n");
    assertThat(ok(swarm.run("skill", "show", "1")).out())
        .isEqualTo(
            """
            skill 1, accepted, in the user's own words
            for prompts and commands with: npm test
            used 0 times

            stop the server first
            """);
    assertThat(ok(swarm.run("skill", "propose", "Stop the server first")).out())
        .isEqualTo("skill 1 says the same, and is accepted\n");
    assertThat(ok(swarm.run("skill", "retire", "1")).out()).isEqualTo("retired skill 1\n");
    assertThat(swarm.run("skill", "list").err()).contains("no skills in");
    assertThat(ok(swarm.run("skill", "list", "--all")).out()).contains("retired");
  }

  @Test
  void scripts_get_json() {
    JsonNode proposed = Api.json(swarm.run("skill", "propose", "--json", "x").out());
    JsonNode listed = Api.json(swarm.run("skill", "ls", "--json").out());

    assertThat(proposed.get("status").asText()).isEqualTo("proposed");
    assertThat(listed.get("skills")).containsExactly(proposed);
    assertThat(Api.json(swarm.run("skill", "show", "--json", "1").out())).isEqualTo(proposed);
    assertThat(Api.json(swarm.run("skill", "accept", "--json", "1").out()).get("status").asText())
        .isEqualTo("accepted");
  }

  @Test
  void errors_say_what_to_do_next() {
    refused(1, "there is no skill 7 in", "skill", "accept", "7");
    refused(1, "see: swarm skill list", "skill", "show", "7");
    refused(2, "must not be blank", "skill", "propose", " ");
    refused(2, "longer than 2000 characters", "skill", "propose", "x".repeat(2_001));
    refused(2, "must not be blank", "skill", "propose", "--trigger", "", "x");
    refused(2, "ID is missing", "skill", "accept");
  }

  private void refused(int exit, String what, String... words) {
    Result result = swarm.run(words);
    assertThat(result.exit()).as(result.err()).isEqualTo(exit);
    assertThat(result.err()).contains(what);
  }

  @Test
  void a_project_keeps_fifty_proposals() {
    for (int i = 0; i < 50; i++) {
      ok(swarm.run("skill", "propose", "skill " + i));
    }

    refused(2, "50 proposed skills wait for the person", "skill", "propose", "one more");
  }

  @Test
  void help_shows_examples() {
    assertThat(swarm.run("skill", "--help").out()).contains("swarm skill accept 3");
    assertThat(swarm.run("skill").out()).isEqualTo(swarm.run("skill", "--help").out());
  }
}
