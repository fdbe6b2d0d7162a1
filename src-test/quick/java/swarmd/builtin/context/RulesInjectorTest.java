package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hosts.Recording;
import swarmd.testing.HostSession;

/** Models get the rules for a file when they read or edit it. */
class RulesInjectorTest extends ContextTest {

  private static String rules(HostSession session, ObjectNode payload) {
    return said("rules-injector", session, payload);
  }

  private String afterReading(String file) {
    return rules(mine, used(mine, "Read", file));
  }

  private static String rule(String frontMatter, String text) {
    return "---\n" + frontMatter + "\n---\n" + text + "\n";
  }

  @Test
  void a_rule_comes_with_the_first_matching_file_and_names_its_source() {
    write(".cursor/rules/java.mdc", rule("globs: src/**/*.java", "Use records."));
    write("src/A.java", "");

    assertThat(afterReading("README.txt")).isEmpty();
    assertThat(afterReading(daemon.project().resolve("src/A.java").toString()))
        .isEqualTo(
            """
            [swarmd rules-injector] This project's rules for src/A.java:

            ## .cursor/rules/java.mdc
            > Use records.\
            """);
    assertThat(afterReading("src/A.java")).isEmpty();
  }

  @Test
  void each_conversation_gets_a_rule_once_and_again_after_a_compaction() {
    write(".cursor/rules/a.md", "Be brief.");

    assertThat(afterReading("a.txt")).contains("Be brief.");
    assertThat(afterReading("b.txt")).isEmpty();
    assertThat(rules(other, used(other, "Read", "a.txt"))).contains("Be brief.");
    assertThat(rules(mine, used(mine, "Read", "a.txt").put("agent_id", "sub1")))
        .contains("Be brief.");
    mine.send(mine.payload("SessionStart").put("source", "compact"));
    assertThat(afterReading("b.txt")).contains("Be brief.");
  }

  @Test
  void the_same_text_in_two_files_comes_once_and_a_changed_rule_comes_again() {
    write(".cursor/rules/a.md", "Be brief.");
    write(".github/instructions/a.instructions.md", "Be brief.");

    assertThat(afterReading("a.txt")).containsOnlyOnce("Be brief.");
    write(".cursor/rules/a.md", "Be briefer.");
    assertThat(afterReading("a.txt")).as("within a second the disk is not read").isEmpty();
    aSecondPasses();
    assertThat(afterReading("a.txt")).contains("Be briefer.").doesNotContain("Be brief.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "globs: **/*.ts | src/a.ts | true",
        "globs: **/*.ts | a.ts | true",
        "globs: *.ts | src/deep/a.ts | true",
        "globs: src/*.ts | src/deep/a.ts | false",
        "globs: **/*.ts | src/a.tsx | false",
        "globs: '**/*.{ts,tsx}, *.css' | src/a.tsx | true",
        "globs: '**/*.{ts,tsx}, *.css' | src/a.css | true",
        "paths: \"src/**\" # ours | src/a.go | true",
        "paths: src/ | src/deep/a.go | true",
        "paths: ./src | src/deep/a.go | true",
        "paths: src | source/a.go | false",
        "applyTo: \"**\" | x.txt | true",
        "applyTo: '/src/*.go,*.rs' | src/a.go | true",
        "paths: [a.go, \"b*.go\"] | b1.go | true",
        "paths: [a.go, \"b*.go\"] | c1.go | false",
        "paths: [  a.go, b*.go  ] # ours | b1.go | true",
        "description: any | x.txt | true",
        "alwaysApply: true | x.txt | true",
        "alwaysApply: false | x.txt | false",
        "globs: *.zzz | x.txt | false",
        "globs: '[' | x.txt | false",
        "globs: \"*.ts\", \"*.tsx\" | src/a.ts | true",
        "globs: \"*.ts\", \"*.tsx\" | src/a.tsx | true",
        "globs: \"src/{a,b}/*.ts\", \"*.tsx\" | src/b/c.ts | true",
        "globs: **/*.{ts,tsx},src/**/*.go | src/a.go | true",
        "applyTo: \"**/*.ts, **/*.go\" | src/a.go | true",
        "applyTo: [\"**/*.ts\", \"**/*.go\"] | src/a.go | true",
        "paths: [\"src/**/*.{ts,go}\"] | src/a.go | true",
        "alwaysApply: True | x.txt | true"
      })
  void globs_decide_which_files_a_rule_applies_to(
      String frontMatter, String file, boolean applies) {
    write(".cursor/rules/a.mdc", rule(frontMatter, "Be brief."));
    write(file, "");

    assertThat(afterReading(file).contains("Be brief.")).isEqualTo(applies);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "paths:\n  - \"**/*.ts\"\n  - src/**/*.go",
        "paths:\n- '**/*.ts'\n- src/**/*.go # ours",
        "paths: [\n  \"**/*.ts\",\n  src/**/*.go\n]",
        "description: >\n  of all: things\nglobs:\n  # all\n  - \"src/**\"\nalwaysApply: false",
        "globs:\nalwaysApply: true"
      })
  void front_matter_is_read_leniently(String frontMatter) {
    write(".cursor/rules/a.mdc", rule(frontMatter, "Be brief."));
    write("src/deep/a.go", "");

    assertThat(afterReading("src/deep/a.go")).endsWith("Be brief.");
  }

  @Test
  void rules_of_nearer_folders_come_first_and_their_globs_are_relative_to_them() {
    write(".cursor/rules/a.md", "From the root.");
    write(".github/instructions/b.instructions.md", "From the root's instructions.");
    write("lib/.cursor/rules/c.md", rule("globs: src/**", "From lib."));
    write("lib/.cursor/rules/deep/d.mdc", rule("globs: lib/src/*.go", "From deep in lib."));
    write("lib/src/a.go", "");
    write("src/a.go", "");

    assertThat(afterReading("src/a.go"))
        .containsSubsequence("From the root.", "From the root's instructions.")
        .doesNotContain("From lib.");
    assertThat(rules(other, used(other, "Read", "lib/src/a.go")))
        .containsSubsequence("From lib.", "From deep in lib.", "From the root.");
  }

  @Test
  void only_files_named_like_rules_count() {
    write(".cursor/rules/a.txt", "no");
    write(".github/instructions/readme.md", "no");
    write(".cursor/rules/empty.md", rule("globs: '**'", ""));

    assertThat(afterReading("a.txt")).isEmpty();
  }

  @Test
  void claude_code_loads_its_own_rules_and_gemini_gets_them_from_us() {
    write(".claude/rules/a.md", rule("paths: \"*.txt\"", "Be brief."));

    assertThat(afterReading("a.txt")).isEmpty();
    assertThat(rules(other, usedInGemini(other, "read_file", "a.txt"))).contains("Be brief.");
  }

  @ParameterizedTest
  @CsvSource({"Edit, true", "Write, true", "MultiEdit, true", "Bash, false", "Grep, false"})
  void reading_and_editing_tools_count(String tool, boolean applies) {
    write(".cursor/rules/a.md", "Be brief.");

    assertThat(rules(mine, used(mine, tool, "a.txt")).isEmpty()).isEqualTo(!applies);
  }

  @Test
  void recorded_events_of_both_hosts_are_understood() {
    write(".github/instructions/a.instructions.md", rule("applyTo: \"**/*.txt\"", "Be brief."));
    write("sub/x.txt", "");

    Recording.plain().stream()
        .filter(recording -> recording.label().matches("Read|Edit|Write|read_file|write_file"))
        .filter(recording -> recording.event().matches("PostToolUse|AfterTool"))
        .forEach(
            recording -> {
              ObjectNode payload = recording.payload().put("cwd", daemon.project().toString());
              ObjectNode input = (ObjectNode) payload.get("tool_input");
              String file = input.get("file_path").asText();
              input.put("file_path", file.replace("/home/dev/project", daemon.project() + ""));
              payload.put("session_id", recording.host() + recording.label());
              assertThat(rules(mine, payload)).as(recording.toString()).contains("Be brief.");
            });
  }

  @Test
  void a_rule_file_that_the_model_reads_is_not_repeated() {
    write(".cursor/rules/a.md", "Be brief.");

    assertThat(afterReading(".cursor/rules/a.md")).isEmpty();
    assertThat(afterReading("a.txt")).isEmpty();
  }

  @Test
  void rules_that_do_not_fit_are_cut_or_named() {
    write(".cursor/rules/a.md", "a".repeat(3_000));
    write(".cursor/rules/b.md", "b".repeat(3_000));
    write(".cursor/rules/c.md", "c".repeat(100_000));

    String said = afterReading("a.txt");

    assertThat(said)
        .hasSizeLessThanOrEqualTo(4_000)
        .contains("a".repeat(3_000))
        .contains("…\n[cut; the rest is in .cursor/rules/b.md]")
        .endsWith("\n\nSee also: .cursor/rules/c.md");
    assertThat(afterReading("a.txt")).isEmpty();
  }

  @Test
  void names_of_many_rules_stay_within_the_limit() {
    for (int i = 10; i < 40; i++) {
      write(".cursor/rules/%s%d.md".formatted("n".repeat(100), i), i + "a".repeat(4_000));
    }

    assertThat(afterReading("a.txt")).contains("\n\nSee also: ").hasSizeBetween(3_900, 4_000);
  }

  @Test
  void only_the_first_32_KiB_of_a_rule_are_read() {
    write(".cursor/rules/a.md", "a".repeat(32 * 1024) + "one");
    write(".cursor/rules/b.md", "a".repeat(32 * 1024) + "other");

    assertThat(afterReading("a.txt")).as("the same text").doesNotContain("b.md");
  }

  @Test
  void only_the_first_64_rules_of_a_folder_count() {
    for (int i = 0; i < 200; i++) {
      write(".cursor/rules/%03d.md".formatted(i), "Rule " + i + ".");
    }

    assertThat(afterReading("a.txt"))
        .hasSizeLessThanOrEqualTo(4_000)
        .contains("Rule 63.")
        .doesNotContain("Rule 64.");
  }

  @Test
  void nothing_outside_the_project_is_read() throws IOException {
    Path outside = write(daemon.userHome(), "outside/secret.md", "Secret.");
    write(daemon.userHome(), "outside/.cursor/rules/b.md", "Secret, too.");
    write("src/a.txt", "");
    Files.createDirectories(daemon.project().resolve(".cursor/rules"));
    Files.createSymbolicLink(daemon.project().resolve(".cursor/rules/a.md"), outside);
    Files.createSymbolicLink(daemon.project().resolve(".github"), outside.getParent());
    Files.createDirectory(daemon.project().resolve("src/.cursor"));
    Files.createSymbolicLink(
        daemon.project().resolve("src/.cursor/rules"), outside.resolveSibling(".cursor/rules"));
    Files.createSymbolicLink(daemon.project().resolve("out"), outside.getParent());

    assertThat(afterReading("src/a.txt")).isEmpty();
    assertThat(afterReading("out/secret.md")).isEmpty();
    assertThat(afterReading(outside.toString())).isEmpty();
    assertThat(afterReading("../outside/secret.md")).isEmpty();
  }

  @Test
  void a_link_within_the_project_is_followed() throws IOException {
    write("shared/a.md", "Be brief.");
    Files.createDirectories(daemon.project().resolve(".cursor/rules"));
    Files.createSymbolicLink(
        daemon.project().resolve(".cursor/rules/a.md"), Path.of("../../shared/a.md"));

    assertThat(afterReading("a.txt")).contains("Be brief.");
  }

  @Test
  void rules_in_third_party_folders_are_skipped() {
    write("node_modules/x/.cursor/rules/a.md", "Obey x.");
    write("node_modules/x/a.js", "");

    assertThat(afterReading("node_modules/x/a.js")).isEmpty();
  }

  @Test
  void hostile_payloads_and_rules_do_no_harm() throws IOException {
    String stars = "*a".repeat(100);
    write(".cursor/rules/a.md", rule("globs: \"" + stars + "b\"", "Never."));
    write(".cursor/rules/b.md", "---\n" + "x: [\n".repeat(1_000));
    Files.write(daemon.project().resolve(".cursor/rules/c.md"), new byte[100_000]);
    write(".cursor/rules/d.md", rule("globs: [\"{a,{b\", \"\\\\\"]\n: x\n- y\n:", "Never."));

    assertThat(afterReading("a".repeat(200))).doesNotContain("Never.");
    assertThat(afterReading("/")).isEmpty();
    assertThat(afterReading("")).isEmpty();
    assertThat(afterReading("a\0b")).isEmpty();
    assertThat(afterReading("a/".repeat(100_000))).isEmpty();
    assertThat(afterReading("nowhere/a.txt")).isEmpty();
    ObjectNode number = used(mine, "Read", "");
    number.putObject("tool_input").put("file_path", 5);
    assertThat(rules(mine, number)).isEmpty();
    ObjectNode text = used(mine, "Read", "").put("tool_input", "a.txt");
    assertThat(rules(mine, text)).isEmpty();
  }

  @Test
  void neither_many_rules_nor_a_hostile_one_can_block_another() {
    write(".cursor/rules/a.mdc", rule("globs: \"" + "*a".repeat(100) + "b\"", "Never."));
    for (int i = 10; i < 70; i++) {
      String globs = "globs: **/*.ts, **/*.tsx, **/*.py, src/**/*.sql";
      write(".cursor/rules/b%d.mdc".formatted(i), rule(globs, "Not this."));
    }
    write(".cursor/rules/z.mdc", rule("globs: **/*.java", "Use records."));
    String file = "src/main/java/org/example/service/orders/" + "a".repeat(60) + ".java";
    write(file, "");

    assertThat(afterReading(file)).endsWith("Use records.").doesNotContain("Never.", "Not this.");
  }

  @Test
  void without_a_session_no_rules_are_shown() {
    write(".cursor/rules/a.md", "Be brief.");
    ObjectNode payload = used(mine, "Read", "a.txt").put("session_id", "../x");

    assertThat(rules(mine, payload)).isEmpty();
  }
}
