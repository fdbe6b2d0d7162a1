package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Lists of tasks, filtered, searched, sorted and cut to the terminal. */
final class TaskListTest extends InProcessTest {

  private List<String> titles(String... options) {
    String[] command =
        Stream.of(new String[] {"task", "list", "--json"}, options)
            .flatMap(Stream::of)
            .toArray(String[]::new);
    return Api.json(ok(swarm.run(command)).out()).get("tasks").findValuesAsText("title");
  }

  private void someTasks() {
    ok(swarm.run("task", "add", "parser", "--tags", "java", "--priority", "2"));
    ok(swarm.run("task", "add", "printer", "--description", "like the Parser", "--swarm", "x"));
    ok(swarm.run("task", "add", "tests", "--wave", "1", "--tags", "java,qa"));
    ok(swarm.run("task", "claim", "2", "--agent", "ann"));
  }

  @Test
  void a_list_can_be_filtered_searched_and_sorted() {
    someTasks();

    assertThat(titles()).containsExactly("parser", "printer", "tests");
    assertThat(titles("--status", "pending,claimed")).containsExactly("parser", "printer");
    assertThat(titles("--agent", "ann")).containsExactly("printer");
    assertThat(titles("--swarm", "x")).containsExactly("printer");
    assertThat(titles("--tag", "java")).containsExactly("parser", "tests");
    assertThat(titles("--tags", "java,qa")).containsExactly("tests");
    assertThat(titles("--wave", "1")).containsExactly("tests");
    assertThat(titles("--search", "PARSER")).containsExactly("parser", "printer");
    assertThat(titles("--sort", "priority")).containsExactly("printer", "tests", "parser");
    assertThat(titles("--sort", "title", "-r")).containsExactly("tests", "printer", "parser");
    assertThat(titles("--reverse", "--limit", "1")).containsExactly("tests");
  }

  @Test
  void http_has_the_same_filters() {
    someTasks();

    assertThat(api.titles("?status=pending,claimed")).containsExactly("parser", "printer");
    assertThat(api.titles("?agent=ann")).containsExactly("printer");
    assertThat(api.titles("?tags=java,qa")).containsExactly("tests");
    assertThat(api.titles("?wave=1")).containsExactly("tests");
    assertThat(api.titles("?search=PARSER")).containsExactly("parser", "printer");
    assertThat(api.titles("?sort=priority&reverse=true"))
        .containsExactly("parser", "tests", "printer");
    assertThat(api.http().get("/v1/tasks?sort=colour").text())
        .contains("parameter 'sort' must be one of id, priority, wave, status, agent, title");
    assertThat(api.http().get("/v1/tasks?status=pending,lost").text())
        .contains("parameter 'status' must be one of pending, blocked", "not 'lost'");
    assertThat(api.http().get("/v1/tasks?sort=title&after=1").text())
        .contains("parameter 'after' needs the order by id");
  }

  @Test
  void a_list_of_all_projects_names_them() {
    someTasks();
    api.post("/v1/tasks", Api.object().put("project", "/elsewhere").put("title", "far"));

    String all = ok(swarm.run("task", "list", "-a")).out();

    assertThat(all).containsPattern("ID +STATUS +PRIORITY +WAVE +PROJECT +SWARM +AGENT +TITLE\n");
    assertThat(all).containsPattern("4 +pending +0 +0 +/elsewhere +default +- +far\n");
    assertThat(ok(swarm.run("task", "list")).out()).doesNotContain("PROJECT");
  }

  @Test
  void long_titles_are_cut_to_the_terminal_and_whole_elsewhere() {
    String title = "a title that is much longer than the terminal is wide, 日本語 included";
    ok(swarm.run("task", "add", title));

    assertThat(ok(swarm.run("task", "list")).out()).contains(title);
    swarm.with("SWARM_TTY", "1").with("NO_COLOR", "1").with("COLUMNS", "60");
    String cut = ok(swarm.run("task", "list")).out();
    assertThat(cut.lines()).hasSize(2).allMatch(line -> Table.width(line) <= 60);
    assertThat(cut).endsWith("…\n").contains(" a title that");
    swarm.with("COLUMNS", "12");
    assertThat(ok(swarm.run("task", "list")).out().lines())
        .hasSize(2)
        .allMatch(line -> Table.width(line) <= 12);
    swarm.with("COLUMNS", "strange");
    assertThat(ok(swarm.run("task", "list")).out()).contains(title);
  }

  @Test
  void a_sorted_list_that_is_not_whole_says_so() {
    api.add("one", "two", "three");

    Result first = swarm.run("task", "list", "--sort", "title", "--limit", "2");

    assertThat(first.err()).isEqualTo("these are the first 2; for more, use --limit\n");
  }
}
