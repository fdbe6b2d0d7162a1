package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Tasks come from other tools, and go there; doing it again updates them. */
final class ImportExportTest extends InProcessTest {
  private static final String ISSUES =
      """
      [{"number": 7, "title": "Login fails", "body": "On Mondays.", "state": "OPEN",
        "labels": [{"name": "bug"}, {"name": "web, ui"}], "url": "https://github.com/me/shop/issues/7"},
       {"number": 8, "title": "Old one", "body": "", "state": "CLOSED", "labels": [],
        "url": "https://github.com/me/shop/issues/8"},
       {"number": 9, "title": "Slow search", "state": "OPEN", "labels": [],
        "url": "https://github.com/me/shop/issues/9"}]
      """;

  private String importFile(String name, String text, String... options) throws IOException {
    return ok(tryImport(name, text, options)).out().strip();
  }

  private Result tryImport(String name, String text, String... options) throws IOException {
    Path file = Files.writeString(daemon.project().resolve(name), text);
    List<String> command = new ArrayList<>(List.of("task", "import", file.toString()));
    command.addAll(List.of(options));
    return swarm.run(command.toArray(String[]::new));
  }

  private static String counts(int added, int changed, int cancelled, int unchanged, int before) {
    return "%d added, %d changed, %d cancelled, %d unchanged, %d finished before"
        .formatted(added, changed, cancelled, unchanged, before);
  }

  private JsonNode tasks() {
    return api.get("/v1/tasks?limit=1000").get("tasks");
  }

  @Test
  void github_issues_are_imported_and_updated() throws IOException {
    assertThat(importFile("issues.json", ISSUES, "--dry-run"))
        .isEqualTo("would be: " + counts(2, 0, 0, 0, 1));
    assertThat(tasks()).isEmpty();

    assertThat(importFile("issues.json", ISSUES)).isEqualTo(counts(2, 0, 0, 0, 1));

    JsonNode first = tasks().get(0);
    assertThat(first.get("key").asText()).isEqualTo("me/shop#7");
    assertThat(first.get("description").asText()).isEqualTo("On Mondays.");
    assertThat(first.get("tags").toString()).isEqualTo("[\"bug\",\"web  ui\"]");
    assertThat(importFile("issues.json", ISSUES)).isEqualTo(counts(0, 0, 0, 2, 1));
    String later =
        ISSUES
            .replace("Login fails", "Login fails often")
            .replace(
                "\"title\": \"Slow search\", \"state\": \"OPEN\"",
                "\"title\": \"Slow search\", \"state\": \"CLOSED\"");
    assertThat(importFile("issues.json", later)).isEqualTo(counts(0, 1, 1, 0, 1));
    assertThat(tasks().findValuesAsText("title"))
        .containsExactly("Login fails often", "Slow search");
    assertThat(tasks().findValuesAsText("status")).containsExactly("pending", "cancelled");
  }

  @Test
  void an_issue_that_is_closed_elsewhere_stays_with_the_agent_that_works_on_it()
      throws IOException {
    importFile("issues.json", ISSUES);
    api.claim("ann");

    assertThat(importFile("issues.json", ISSUES.replace("OPEN", "CLOSED")))
        .isEqualTo(counts(0, 0, 1, 1, 1));

    assertThat(tasks().findValuesAsText("status")).containsExactly("claimed", "cancelled");
  }

  @Test
  void a_markdown_check_list_is_imported_with_what_is_below_its_items() throws IOException {
    String list =
        """
        # Release
        - [ ] Ship it
          Only on Tuesdays.
          - [ ] Write the notes
          - [x] Fix the build
        - [ ] Tell everybody <!-- key: mail -->

        Some other text.
        """;

    assertThat(importFile("todo.md", list)).isEqualTo(counts(3, 0, 0, 0, 1));

    assertThat(tasks().findValuesAsText("title"))
        .containsExactlyInAnyOrder("Ship it", "Write the notes", "Tell everybody");
    JsonNode ship = byKey("ship-it");
    assertThat(ship.get("description").asText()).isEqualTo("Only on Tuesdays.");
    assertThat(ship.get("status").asText()).isEqualTo("blocked");
    assertThat(ship.at("/depends_on/0")).isEqualTo(byKey("write-the-notes").get("id"));
    assertThat(importFile("todo.md", list)).isEqualTo(counts(0, 0, 0, 3, 1));
    assertThat(importFile("todo.md", list.replace("- [ ] Tell everybody", "- [x] Tell all")))
        .isEqualTo(counts(0, 0, 1, 2, 1));
  }

  private JsonNode byKey(String key) {
    for (JsonNode task : tasks()) {
      if (task.path("key").asText().equals(key)) {
        return task;
      }
    }
    throw new AssertionError("no task " + key);
  }

  @Test
  void beads_are_imported_with_their_dependencies() throws IOException {
    String beads =
        """
        {"id":"bd-2","title":"Use it","description":"Now.","design":"Simply.","status":"open","priority":1,"issue_type":"task","labels":["api"],"dependencies":[{"issue_id":"bd-2","depends_on_id":"bd-1","type":"blocks"},{"issue_id":"bd-2","depends_on_id":"bd-3","type":"related"}]}
        {"id":"bd-1","title":"Build it","status":"in_progress","priority":0,"issue_type":"feature"}
        {"id":"bd-3","title":"Done","status":"closed","priority":2,"issue_type":"bug"}
        {"id":"bd-4","title":"Gone","status":"tombstone","priority":2,"issue_type":"bug"}
        """;

    assertThat(importFile("issues.jsonl", beads)).isEqualTo(counts(2, 0, 0, 0, 1));

    JsonNode use = byKey("bd-2");
    assertThat(use.get("description").asText()).isEqualTo("Now.\n\nSimply.");
    assertThat(use.get("priority").asInt()).isEqualTo(1);
    assertThat(use.at("/depends_on").toString()).isEqualTo("[" + byKey("bd-1").get("id") + "]");
    String freed = beads.replace("\"bd-1\",\"type\":\"blocks\"", "\"bd-1\",\"type\":\"related\"");
    assertThat(importFile("issues.jsonl", freed)).isEqualTo(counts(0, 1, 0, 1, 1));
    assertThat(byKey("bd-2").get("status").asText()).isEqualTo("pending");
  }

  @Test
  void the_stories_of_a_prd_are_imported() throws IOException {
    String prd =
        """
        {"project": "shop", "userStories": [
          {"id": "US-1", "title": "Log in", "description": "As a user", "priority": 2,
           "acceptanceCriteria": ["by name", "by mail"], "passes": false},
          {"id": "US-2", "title": "Log out", "passes": true}]}
        """;

    assertThat(importFile("prd.json", prd)).isEqualTo(counts(1, 0, 0, 0, 1));

    assertThat(byKey("US-1").get("description").asText())
        .isEqualTo("As a user\n- by name\n- by mail");
  }

  private void someTasks() {
    ok(
        swarm.run(
            "task",
            "add",
            "first",
            "--key",
            "one",
            "--description",
            "a\n\n- [ ] b",
            "--tags",
            "x"));
    ok(
        swarm.run(
            "task", "add", "second", "--depends-on", "1", "--files", "src/**", "--retry", "5m"));
    ok(swarm.run("task", "add", "third", "--wave", "2", "--priority", "-3", "--not-before", "1h"));
  }

  @Test
  void json_lines_lose_nothing_on_their_way() throws IOException {
    someTasks();
    String exported = ok(swarm.run("task", "export")).out();

    assertThat(importFile("a.jsonl", exported)).isEqualTo(counts(0, 0, 0, 3, 0));
    assertThat(importFile("a.jsonl", exported, "--swarm", "copy")).isEqualTo(counts(3, 0, 0, 0, 0));

    String copied = ok(swarm.run("task", "export", "--where", "swarm=copy")).out();
    assertThat(plain(copied)).isEqualTo(plain(exported));
    assertThat(importFile("b.jsonl", copied, "--swarm", "copy")).isEqualTo(counts(0, 0, 0, 3, 0));
  }

  @Test
  void each_exported_task_comes_back_into_its_own_swarm() throws IOException {
    ok(swarm.run("task", "add", "build", "--key", "build", "--swarm", "release"));
    ok(swarm.run("task", "add", "sweep", "--key", "build"));
    ok(swarm.run("task", "add", "ship", "--swarm", "shipping", "--depends-on", "1"));
    String exported = ok(swarm.run("task", "export")).out();

    assertThat(importFile("a.jsonl", exported)).isEqualTo(counts(0, 0, 0, 3, 0));

    assertThat(tasks().findValuesAsText("swarm")).containsExactly("release", "default", "shipping");
    assertThat(tasks().get(2).at("/depends_on/0").asLong()).isEqualTo(1);
    String renamed = exported.replaceAll("\"swarm\":\"(\\w+)\"", "\"swarm\":\"$1-2\"");
    assertThat(renamed).contains("[{\"swarm\":\"release-2\",\"key\":\"build\"}]");
    assertThat(importFile("b.jsonl", renamed)).isEqualTo(counts(3, 0, 0, 0, 0));
    JsonNode copy = api.get("/v1/tasks?swarm=shipping-2").at("/tasks/0");
    assertThat(copy.at("/depends_on/0"))
        .isEqualTo(api.get("/v1/tasks?swarm=release-2").at("/tasks/0/id"));
    assertThat(importFile("b.jsonl", renamed)).isEqualTo(counts(0, 0, 0, 3, 0));
  }

  /** Without what another task cannot have. */
  private static List<JsonNode> plain(String exported) {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : exported.lines().toList()) {
      ObjectNode task = (ObjectNode) Api.json(line);
      task.remove(List.of("id", "swarm", "created_at"));
      lines.add(task);
    }
    return lines;
  }

  @Test
  void a_markdown_list_that_was_exported_is_known_when_it_comes_back() throws IOException {
    someTasks();
    Api.Held held = api.claim("ann");
    api.complete(held);
    String exported = ok(swarm.run("task", "export", "--format", "markdown")).out();

    assertThat(exported)
        .isEqualTo(
            """
            - [x] first <!-- key: one -->
              > a
              >\s
              > - [ ] b
            - [ ] second <!-- key: task:2@%1$s -->
            - [ ] third <!-- key: task:3@%1$s -->
            """
                .formatted(databaseIn(exported)));
    assertThat(importFile("todo.md", exported)).isEqualTo(counts(0, 0, 0, 3, 0));
    assertThat(importFile("todo.md", exported.replace("] second", "] second and last")))
        .isEqualTo(counts(0, 1, 0, 2, 0));
    assertThat(api.titles("")).containsExactly("first", "second and last", "third");
  }

  /** The name that an export gives to the database of its tasks. */
  private static String databaseIn(String exported) {
    return exported.replaceAll("(?s).*?task:[0-9]+@([0-9a-f]+).*", "$1");
  }

  @Test
  void an_export_of_another_database_changes_none_of_the_tasks_with_the_same_ids()
      throws IOException {
    someTasks();
    api.complete(api.claim("ann"));
    String exported = ok(swarm.run("task", "export")).out();
    String elsewhere =
        exported
            .replace("\"key\":\"one\"", "\"key\":\"elsewhere\"")
            .replace("\"one\"", "\"elsewhere\"")
            .replace(databaseIn(exported), "0123456789abcdef")
            .replace("third", "third, of a colleague");

    assertThat(importFile("a.jsonl", elsewhere)).isEqualTo(counts(2, 0, 0, 0, 1));

    assertThat(api.titles(""))
        .containsExactly("first", "second", "third", "second", "third, of a colleague");
    assertThat(byKey("task:3@0123456789abcdef").get("id").asInt()).isEqualTo(5);
    String later = elsewhere.replace("colleague", "friend");
    assertThat(importFile("a.jsonl", later)).isEqualTo(counts(0, 1, 0, 1, 1));
    assertThat(importFile("mine.jsonl", exported)).isEqualTo(counts(0, 0, 0, 3, 0));
    assertThat(importFile("old.jsonl", "{\"key\":\"task:3\",\"title\":\"no database\"}"))
        .isEqualTo(counts(1, 0, 0, 0, 0));
  }

  @Test
  void a_part_of_an_export_keeps_the_dependencies_on_the_rest() throws IOException {
    someTasks();
    String second = ok(swarm.run("task", "export", "--where", "search=second")).out();

    assertThat(importFile("a.jsonl", second)).isEqualTo(counts(0, 0, 0, 1, 0));
  }

  @Test
  void a_markdown_list_brings_every_task_back_into_its_swarm_by_any_key() throws IOException {
    for (String key : List.of("k --> x", " outer ", "\"quoted\"", "a, key: b", "ümlaut 😀")) {
      ok(swarm.run("task", "add", "title <!-- key: evil -->", "--key", key, "--swarm", "a, b"));
      ok(swarm.run("task", "add", "same key", "--key", key, "--swarm", "release"));
    }
    ok(swarm.run("task", "add", "text", "--description", "<!--\n```\n  indented  \nlast\n"));
    String exported = ok(swarm.run("task", "export", "--format", "markdown")).out();

    assertThat(exported).contains("<!-- swarm: release, key: a, key: b -->");
    assertThat(importFile("todo.md", exported)).isEqualTo(counts(0, 0, 0, 11, 0));
    assertThat(importFile("todo.md", exported.replace("] same key", "] other title")))
        .isEqualTo(counts(0, 5, 0, 6, 0));
    assertThat(importFile("todo.md", "- [ ] x <!-- swarm: a, key: b -->", "--swarm", "c"))
        .isEqualTo(counts(1, 0, 0, 0, 0));
    assertThat(byKey("b").get("swarm").asText()).isEqualTo("c");
  }

  @Test
  void items_in_code_and_in_comments_are_no_tasks() throws IOException {
    String list =
        """
        ```md
        - [ ] in code
        ~~~
        - [ ] still in code
        ```
        <!-- - [ ] in one line -->
        <!--
        - [ ] in a comment
        -->
        - [ ] real
          ~~~~
          - [ ] example
          ~~~
          ~~~~
          <!-- hidden -->
        - [ ] next
        """;

    assertThat(importFile("todo.md", list)).isEqualTo(counts(2, 0, 0, 0, 0));

    assertThat(api.titles("")).containsExactly("real", "next");
    assertThat(byKey("real").get("description").asText())
        .isEqualTo("~~~~\n- [ ] example\n~~~\n~~~~");
  }

  @Test
  void a_byte_order_mark_is_no_part_of_the_first_task() throws IOException {
    assertThat(importFile("todo.md", "\uFEFF- [ ] one\n- [ ] two\n"))
        .isEqualTo(counts(2, 0, 0, 0, 0));
    assertThat(importFile("issues.json", "\uFEFF" + ISSUES)).isEqualTo(counts(2, 0, 0, 0, 1));
    Files.writeString(daemon.project().resolve("plan.json"), "\uFEFF[\"three\"]");
    ok(swarm.run("task", "add", "--from", daemon.project().resolve("plan.json").toString()));
    ok(swarm.runWithInput("\uFEFFfour", "task", "add", "-"));

    assertThat(api.titles("")).contains("one", "two", "three", "four").hasSize(6);
  }

  @Test
  void a_refused_import_names_the_place() throws IOException {
    assertThat(tryImport("a.jsonl", "{\"key\":\"a\",\"title\":\"A\"}\n\n{\"key\":\"b\"}\n").err())
        .contains("line 3: the task has no 'title'");
    assertThat(tryImport("a.jsonl", "{\"key\":\"a\",\"key\":\"b\",\"title\":\"A\"}").err())
        .contains("line 1 is not valid JSON, or has a name twice");
    assertThat(tryImport("a.json", "[{\"number\":1,\"title\":\"A\"},{\"number\":2}]").err())
        .contains("element 2 of the list: the task has no 'title'");
    assertThat(tryImport("a.json", "[{\"number\":1,\"number\":2,\"title\":\"A\"}]").err())
        .contains("is a name there twice?");
    assertThat(tryImport("a.jsonl", "{\"key\":\"a\",\"title\":\"A\",\"priority\":9999999}").err())
        .contains("line 1: field 'priority'");
    assertThat(tasks()).isEmpty();
  }

  @Test
  void a_file_that_is_too_long_for_one_import_is_to_be_split() throws IOException {
    String list = "- [ ] a\n".repeat(10_001);

    assertThat(tryImport("todo.md", list).err())
        .isEqualTo(
            "swarm: 10,001 tasks are too many for one import; split the file into parts of at most"
                + " 10,000\n");
    assertThat(tasks()).isEmpty();
  }

  @Test
  void a_file_without_tasks_is_refused_in_one_line() throws IOException {
    assertThat(tryImport("empty.md", "nothing here").err()).contains("it has no tasks");
    assertThat(tryImport("broken.jsonl", "{\"key\": \"a\", \"title\": \"b\"}\n{oops").err())
        .contains("line 2 is not valid JSON");
  }
}
