package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Tests `swarm note`. */
class NoteCommandTest extends InProcessTest {

  @Test
  void a_note_is_added_listed_and_removed() {
    assertThat(ok(swarm.run("note", "add", "tests", "need", "a database")).out())
        .isEqualTo("added note 1; remove it with: swarm note rm 1\n");
    ok(swarm.run("note", "add", "--priority", "use tabs"));
    daemon.time().advance(Duration.ofMinutes(2));

    assertThat(ok(swarm.run("note", "list")).out())
        .isEqualTo(
            """
            ID  KIND      AGE    TEXT
             2  priority  2m 0s  use tabs
             1  manual    2m 0s  tests need a database
            """);
    assertThat(ok(swarm.run("note", "rm", "1", "2")).out())
        .isEqualTo("removed note 1\nremoved note 2\n");
    assertThat(swarm.run("note", "list").err()).contains("no notes in", "swarm note add \"text\"");
  }

  @Test
  void scripts_get_json() {
    JsonNode added = Api.json(swarm.run("note", "add", "--working", "--json", "x").out());
    JsonNode listed = Api.json(swarm.run("note", "ls", "--json").out());

    assertThat(added.get("kind").asText()).isEqualTo("working");
    assertThat(added.get("text").asText()).isEqualTo("x");
    assertThat(listed.get("notes")).containsExactly(added);
    assertThat(swarm.run("note", "rm", "--json", "1").out()).contains("\"removed\" : 1");
  }

  @Test
  void an_agents_note_carries_its_session() {
    swarm.with("SWARM_SESSION", "s1");

    assertThat(Api.json(swarm.run("note", "add", "--json", "x").out()).get("session").asText())
        .isEqualTo("s1");
  }

  private void refused(int exit, String what, String... words) {
    Result result = swarm.run(words);
    assertThat(result.exit()).as(result.err()).isEqualTo(exit);
    assertThat(result.err()).contains(what);
  }

  @Test
  void errors_say_what_to_do_next() {
    refused(1, "there is no note 7 in", "note", "rm", "7");
    refused(1, "see: swarm note list", "note", "rm", "7");
    refused(2, "TEXT is missing", "note", "add");
    refused(2, "a note must not be blank", "note", "add", " ");
    refused(2, "put it into a file", "note", "add", "x".repeat(2_001));
    refused(2, "swarm note rm ID", "note", "add", "--priority", "x".repeat(501));
    refused(2, "not both", "note", "add", "--priority", "--working", "x");
    assertThat(swarm.run("note", "list", "--json").out()).contains("\"notes\" : [ ]");
  }

  @Test
  void a_project_has_at_most_a_hundred_notes_and_working_notes_make_room() {
    ok(swarm.run("note", "add", "--working", "goes first"));
    for (int i = 1; i < 100; i++) {
      ok(swarm.run("note", "add", "note " + i));
    }
    ok(swarm.run("note", "add", "the last"));

    assertThat(swarm.run("note", "list").out()).contains("the last").doesNotContain("goes first");
    refused(2, "remove one with: swarm note rm ID", "note", "add", "one more");
    refused(2, "remove one with: swarm note rm ID", "note", "add", "--working", "one more");
  }

  @Test
  void help_shows_examples() {
    assertThat(swarm.run("note", "--help").out()).contains("swarm note add \"the tests need");
    assertThat(swarm.run("note", "add", "--help").out()).contains("--priority \"never touch");
    assertThat(swarm.run("note").out()).isEqualTo(swarm.run("note", "--help").out());
  }
}
