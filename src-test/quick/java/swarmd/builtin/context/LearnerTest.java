package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.testing.HostSession;

/** Models get saved skills when a prompt contains their triggers. */
class LearnerTest extends ContextTest {

  private static String skills(HostSession session, String prompt) {
    return said("learner", session, session.payload("UserPromptSubmit").put("prompt", prompt));
  }

  private static String skill(String name, String triggers, String text) {
    return "---\nname: %s\ndescription: what helps\ntriggers: %s\n---\n%s\n"
        .formatted(name, triggers, text);
  }

  private Path writeUserSkill(String name, String text) {
    return write(daemon.userHome(), ".claude/local-skills/" + name, text);
  }

  private Path writeProjectSkill(String name, String text) {
    return write(".swarmd/skills/" + name, text);
  }

  @Test
  void a_skill_comes_once_and_names_its_origin() {
    Path file =
        writeUserSkill("deploy.md", skill("deploying", "[deploy, roll out]", "Tag it first."));

    assertThat(skills(mine, "fix the printer")).isEmpty();
    assertThat(skills(mine, "Please Deploy it"))
        .isEqualTo(
            """
            [swarmd learner] Skills whose triggers are in the prompt; use what fits:

            ## %s
            (written by the user: deploying, what helps)
            > Tag it first.\
            """
                .formatted(file));
    assertThat(skills(mine, "roll out the next")).isEmpty();
    assertThat(skills(other, "roll\n out the next")).contains("Tag it first.");
  }

  @Test
  void a_project_s_skill_is_labelled_as_from_the_repository() {
    Path file =
        writeProjectSkill("team/deploy.md", skill("deploying", "\n  - deploy", "Tag it first."));

    assertThat(skills(mine, "deploy"))
        .contains("## " + file + "\n(written in this repository: deploying, what helps)\n> Tag it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run the test | true",
        "TEST! | true",
        "a (test). | true",
        "the latest one | false",
        "test_all | false",
        "testing | false",
        "see `the test` | false",
        "read src/test/a.md | false",
        "<b>test</b> of it | false",
        "<task-notification>test</task-notification> | false",
        "<task-notification> test | false",
        "[swarmd ralph 1/10] test | false",
        "[swarmd] test | false"
      })
  void only_whole_words_typed_by_the_user_count(String prompt, boolean called) {
    writeUserSkill("a.md", skill("testing", "[test]", "Run all."));

    assertThat(skills(mine, prompt).contains("Run all.")).isEqualTo(called);
  }

  @ParameterizedTest
  @CsvSource({"c++, write c++ code, true", "部署, 请部署这个, true", "c++, write c+ code, false"})
  void triggers_of_every_form_are_found(String trigger, String prompt, boolean called) {
    writeUserSkill("a.md", skill("x", "[" + trigger + "]", "Run all."));

    assertThat(skills(mine, prompt).contains("Run all.")).isEqualTo(called);
  }

  @Test
  void the_best_match_comes_first_long_skills_are_cut_and_further_ones_named() {
    writeUserSkill("a.md", skill("a", "[alpha]", "a".repeat(20_000)));
    writeUserSkill("b.md", skill("b", "[alpha, beta]", "b".repeat(20_000)));
    Path named = writeUserSkill("c.md", skill("c", "[alpha]", "c".repeat(20_000)));

    String said = skills(mine, "alpha and beta");

    assertThat(said)
        .hasSizeLessThanOrEqualTo(9_000)
        .containsSubsequence("b".repeat(3_900), "[cut; the rest is in ", "a".repeat(3_900))
        .doesNotContain("b".repeat(4_000))
        .endsWith("\n\nSee also: " + named);
  }

  @Test
  void at_most_ten_skills_come_in_a_session() {
    for (int i = 0; i < 12; i++) {
      writeUserSkill(i + ".md", skill("s" + i, "[word" + i + "]", "Skill " + i + "."));
    }

    for (int i = 0; i < 12; i++) {
      assertThat(skills(mine, "say word" + i).isEmpty()).as("skill %d", i).isEqualTo(i >= 10);
    }
    assertThat(skills(other, "say word11")).contains("Skill 11.");
  }

  @Test
  void no_file_outside_the_project_counts_as_its_skill() throws IOException {
    Path outside = write(daemon.userHome(), "outside/a.md", skill("a", "[deploy]", "Secret."));
    Files.createDirectories(daemon.project().resolve(".swarmd/skills"));
    Files.createSymbolicLink(daemon.project().resolve(".swarmd/skills/a.md"), outside);
    Files.createSymbolicLink(
        daemon.project().resolve(".swarmd/skills/folder"), outside.getParent());

    assertThat(skills(mine, "deploy")).isEmpty();
  }

  @Test
  void the_user_s_own_skills_may_be_links() throws IOException {
    Path dotfiles = write(daemon.userHome(), "dotfiles/a.md", skill("a", "[deploy]", "Tag it."));
    Files.createDirectories(daemon.userHome().resolve(".claude/local-skills"));
    Files.createSymbolicLink(daemon.userHome().resolve(".claude/local-skills/a.md"), dotfiles);

    assertThat(skills(mine, "deploy")).contains("Tag it.");
  }

  @Test
  void the_user_s_skill_folders_may_be_links_but_not_a_project_s() throws IOException {
    write(daemon.userHome(), "dotfiles/deep/a.md", skill("a", "[deploy]", "Tag it."));
    write("elsewhere/b.md", skill("b", "[deploy]", "Never."));
    Path userSkills = Files.createDirectories(daemon.userHome().resolve(".claude/local-skills"));
    Path project = Files.createDirectories(daemon.project().resolve(".swarmd/skills"));
    Files.createSymbolicLink(userSkills.resolve("linked"), daemon.userHome().resolve("dotfiles"));
    Files.createSymbolicLink(userSkills.resolve("loop"), userSkills);
    Files.createSymbolicLink(project.resolve("linked"), daemon.project().resolve("elsewhere"));

    assertThat(skills(mine, "deploy")).containsOnlyOnce("Tag it.").doesNotContain("Never.");
  }

  @Test
  void invalid_skill_files_and_hostile_prompts_do_no_harm() {
    writeUserSkill("a.md", "deploy");
    writeUserSkill("b.md", skill("b", "[]", "b"));
    writeUserSkill("c.md", skill("c", "[deploy]", ""));
    writeUserSkill("d.txt", skill("d", "[deploy]", "d"));
    writeUserSkill("e.md", skill("e", "[x, \"\", " + "y".repeat(1_000) + "]", "e"));

    assertThat(skills(mine, "deploy x")).isEmpty();
    assertThat(skills(mine, "y".repeat(1_000))).isEmpty();
    assertThat(skills(mine, "a ".repeat(500_000))).isEmpty();
    ObjectNode number = mine.payload("UserPromptSubmit").put("prompt", 5);
    assertThat(said("learner", mine, number)).isEmpty();
  }

  private static String ran(HostSession session, String command, String error) {
    boolean failed = !error.isEmpty();
    ObjectNode payload =
        session.payload(failed ? "PostToolUseFailure" : "PostToolUse").put("tool_name", "Bash");
    payload.putObject("tool_input").put("command", command);
    if (failed) {
      payload.put("error", error).put("is_interrupt", false);
    }
    return said("learner", session, payload);
  }

  private static void fixed(HostSession session, String command, String error) {
    assertThat(ran(session, command, error)).isEmpty();
    assertThat(ran(session, command, "")).isEmpty();
  }

  @Test
  void a_failure_fixed_twice_leads_to_one_skill_suggestion() {
    fixed(mine, "npm  test", "Exit code 1\nport 8080 in use by 123");
    ran(mine, "npm test", "Exit code 1\nport 8081 in use by 456");

    assertThat(ran(mine, " npm test", ""))
        .startsWith("[swarmd learner] `npm test` failed with the same error and was fixed twice")
        .contains("swarm skill propose --trigger");
    fixed(mine, "npm test", "Exit code 1\nport 8080 in use by 123");
    fixed(mine, "make", "Exit code 2");
    fixed(mine, "make", "Exit code 2");
  }

  @Test
  void different_failures_lead_to_no_suggestion() {
    fixed(mine, "npm test", "one is not two");
    fixed(mine, "npm test", "three is not four");
    fixed(mine, "make", "no rule");
    fixed(other, "make", "no rule");
    ran(mine, "mvn verify", "broken");
    ran(mine, "mvn verify", "broken");
    assertThat(ran(mine, "mvn verify", "")).isEmpty();
  }

  @Test
  void a_command_interrupted_by_the_user_has_not_failed() {
    for (int i = 0; i < 2; i++) {
      ObjectNode payload = mine.payload("PostToolUseFailure").put("tool_name", "Bash");
      payload.putObject("tool_input").put("command", "npm test");
      mine.send(payload.put("error", "interrupted").put("is_interrupt", true));
      assertThat(ran(mine, "npm test", "")).isEmpty();
    }
  }

  @Test
  void a_failure_that_gemini_reports_in_its_text_counts() {
    String last = "";
    for (int i = 0; i < 2; i++) {
      for (String text : new String[] {"Output: no\nExit Code: 3\n", "Output: yes\n"}) {
        ObjectNode payload =
            usedInGemini(mine, "run_shell_command", "").put("session_id", "gemini");
        payload.putObject("tool_input").put("command", "make");
        payload
            .putObject("tool_response")
            .put("llmContent", "<untrusted_context>\n" + text + "</untrusted_context>");
        last = said("learner", mine, payload);
      }
    }

    assertThat(last).contains("`make` failed with the same error");
  }

  @Test
  void hostile_commands_do_no_harm() {
    for (int i = 0; i < 300; i++) {
      ran(mine, "command " + i, "x".repeat(10_000));
    }
    fixed(mine, "y".repeat(100_000), "no");
    fixed(mine, "y".repeat(100_000), "no");
    ObjectNode odd = mine.payload("PostToolUse").put("tool_name", "Bash");
    odd.putArray("tool_input").add(1);
    odd.put("tool_response", 7).putObject("error").put("a", 1);
    assertThat(said("learner", mine, odd)).isEmpty();
  }
}
