package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import swarmd.testing.Api;
import swarmd.testing.HostSession;

/** What a person finds on the page. */
final class ViewsTest extends BrowserTest {

  @Test
  void nothing_that_needs_you_is_a_good_sign_and_says_so() {
    open("").sees("main", "Nothing needs you", "swarm task add", "No agent holds a task");
  }

  @Test
  void what_needs_you_comes_first_with_the_way_to_deal_with_it() {
    long id = failed("port the parser", "check \"test\": 3 failed");
    waitingFor("release", id);

    open("")
        .sees(
            "main section:first-of-type",
            "failed",
            "port the parser",
            "3 failed",
            "stuck",
            "Retry");
    browser.sees("#tabs", "Needs you2").sees("#sum", "2 need you");
    assertThat(browser.title()).startsWith("(2)");
  }

  @Test
  void a_permission_prompt_that_waits_is_shown_with_its_session() {
    HostSession session = session("11112222-aaaa");
    session.start();
    session.prompt("go");
    session.send(HostSession.tool(session.payload("PermissionRequest")));

    open("").sees("main section:first-of-type", "permission", "11112222");
    browser.go(inProject("agents")).sees("main", "waits for your permission Bash true");
  }

  @Test
  void every_permission_prompt_of_a_session_is_shown() {
    HostSession session = session("33334444-aaaa");
    session.start();
    for (String agent : List.of("a1b2c3", "d4e5f6")) {
      session.startSubagent(agent);
      session.send(HostSession.by(agent, HostSession.tool(session.payload("PermissionRequest"))));
    }

    open("").sees("main section:first-of-type", "subagent a1b2c3", "subagent d4e5f6");
    assertThat(browser.count(".need")).isEqualTo(2);
  }

  @Test
  void swarms_show_how_far_they_are() {
    api.add("one", "two", "three");
    api.complete(api.claim("ada"));
    api.claim("bob");

    open("").sees("main .swarm", "1 pending", "1 claimed", "1 done", "open");
    browser.sees("#sum", "1 working", "1/3 done", "33 %").sees("main .work", "bob", "two");
  }

  @Test
  void the_board_shows_tasks_by_status_with_what_matters_there() {
    long first = add(task("write the lexer").put("priority", -3));
    waitingFor("write the parser", first);
    long bad = failed("draw the logo", "no idea how");
    add(task("later").put("wave", 4));
    api.claim(api.body().put("agent", "bob").put("id", first));

    open("board")
        .sees("[aria-label=claimed]", "Claimed1", "#" + first, "write the lexer", "bob", "p-3");
    browser.sees("[aria-label=blocked]", "Blocked2", "needs #" + first, "wave 4");
    browser.sees("[aria-label=failed]", "#" + bad, "no idea how", "1/3");
    browser.sees("[aria-label=claimed] .lease", "4:");
  }

  @Test
  void the_board_can_be_filtered_and_the_filter_is_in_the_address() {
    api.add("write the lexer", "write the printer", "sweep");

    open("board?q=write").sees("[aria-label=pending]", "lexer", "printer");
    browser.seesNot("[aria-label=pending]", "sweep");
    browser.press("/", "lexer").seesNot("[aria-label=pending]", "printer");
    assertThat(browser.address()).contains("q=");
    browser.press(Keys.ESCAPE).click(".filters a.chip").sees("[aria-label=pending]", "sweep");
  }

  @Test
  void a_filter_by_agent_wave_or_status_shows_only_those() {
    api.add("one", "two");
    add(task("three").put("wave", 2));
    api.claim("ada");
    api.claim("bob");

    open("board?q=agent:ada").sees("[aria-label=claimed]", "one");
    browser.seesNot("main", "two");
    browser.go(inProject("board?q=wave:2")).sees("[aria-label=blocked]", "three");
    browser.go(inProject("board?q=status:claimed")).sees("main", "two");
    assertThat(browser.count(".col")).isEqualTo(1);
  }

  @Test
  void a_filter_that_cannot_match_says_once_what_is_wrong() {
    open("board?q=status:nope").sees("main", "'nope' is not a status; use one of pending");
    browser.go(inProject("board?q=wave:abc")).sees("main", "'abc' is not a wave; use a number");
    assertThat(browser.text("main")).containsOnlyOnce("abc' is not");
    browser.sees(".filters", "wave:abc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"constructor", "nope"})
  void an_unknown_view_leads_to_what_needs_you(String view) {
    open("board").sees("[aria-label=pending]", "Pending");
    browser.go("#/" + view).sees("#tabs [aria-current]", "Needs you").sees("main", "At work");
    eventually().until(() -> browser.address().endsWith("#/"));
    browser.back().sees("#tabs [aria-current]", "Board");
  }

  @Test
  void typing_a_search_leaves_one_step_to_go_back() {
    long id = api.add("sweep").get(0);
    open("events").sees("main tbody", "sweep");
    browser.press("/", "sw");
    eventually().until(() -> browser.address().contains("q=sw"));
    browser.press("eep");
    eventually().until(() -> browser.address().contains("q=sweep"));
    browser.press(Keys.ESCAPE).go(inProject("board?task=" + id)).sees("aside h2", "sweep");
    browser.back();
    eventually()
        .until(() -> browser.address().contains("events") && browser.address().contains("q=sweep"));
    browser.back();
    eventually().until(() -> !browser.address().contains("events"));
  }

  @Test
  void cancelled_tasks_are_shown_on_demand() {
    long id = api.add("never mind").get(0);
    api.post("/v1/tasks/" + id + "/cancel", Api.object());

    open("board").click("main a", "Show 1 cancelled");
    browser.sees("[aria-label=cancelled]", "never mind");
  }

  @Test
  void a_task_shows_everything_about_it() {
    long id =
        add(
            task("write the parser")
                .put("description", "with positions")
                .put("swarm", "compiler")
                .set("files", Api.json("[\"src/parse/**\"]")));
    Api.Held first = claim(id, "ada");
    api.post(first.path("release"), first.proof().put("note", "start at Expr.java"));
    Api.Held second = claim(id, "bob");
    api.post(second.path("fail"), second.proof().put("error", "does not compile"));

    open("board?task=" + id)
        .sees("aside", "write the parser", "with positions", "compiler", "src/parse/**")
        .sees("aside", "does not compile", "1 of 3");
    browser.sees(
        "aside ol", "created", "claimed by ada", "released", "start at Expr.java", "failed");
    browser.press(Keys.ESCAPE);
    eventually().until(() -> !browser.address().contains("task="));
    browser.back().sees("aside h2", "write the parser");
  }

  @Test
  void agents_show_sessions_subagents_modes_and_what_they_hold() {
    HostSession session = session("4bd9f519-feed");
    session.start();
    session.prompt("ralph, finish the parser");
    session.startSubagent("sub12345");
    session.useTool();
    session.edit("src/parse/Parser.java");
    long id = api.add("write the parser").get(0);
    api.claim(api.body().put("agent", "main-4bd9f519").put("session", "4bd9f519-feed"));

    open("agents").sees("main", "main-4bd9f519", "claude", "runs Bash true", "general-purpose");
    browser.sees("main", "ralph", "iteration 0 of 10", "#" + id, "hooks/min", "last sign of life");
    browser.sees("main", "1 file edited: src/parse/Parser.java");
  }

  @Test
  void agents_show_the_messages_between_them() {
    session("4bd9f519-feed").start();
    api.add("write the parser");
    api.claim("ann");
    api.post("/v1/messages", api.body().put("to", "ann").put("text", "the <b>tokens</b> are done"));

    open("agents").sees("main", "Messages", "ann", "stored", "the <b>tokens</b> are done");
  }

  @Test
  void the_graph_draws_every_dependency_and_marks_the_longest_chain() {
    long grammar = add(task("grammar"));
    long lexer = waitingFor("lexer", grammar);
    long parser = waitingFor("parser", lexer);
    waitingFor("printer", lexer);
    add(task("release").put("wave", 1));

    open("graph").sees(".graph", "grammar", "printer", "wave 0", "wave 1");
    assertThat(browser.count(".graph .node")).isEqualTo(5);
    assertThat(browser.count(".graph path")).isEqualTo(3);
    assertThat(browser.count(".graph path.crit")).isEqualTo(2);
    browser.js("document.querySelector('.graph a[href$=\"task=" + parser + "\"]').focus()");
    browser.press(Keys.ENTER).sees("aside h2", "parser");
  }

  @Test
  void five_hundred_tasks_make_a_graph() {
    StringBuilder tasks = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      tasks.append(i == 0 ? "" : ",");
      tasks.append("{\"key\":\"k%d\",\"title\":\"task %d\"".formatted(i, i));
      tasks.append(i < 20 ? "}" : ",\"depends_on\":[\"k%d\"]}".formatted(i - 20));
    }
    api.post("/v1/tasks", api.body().set("tasks", Api.json("[" + tasks + "]")));

    open("graph");
    eventually().until(() -> browser.count(".graph .node") == 500);
    assertThat(browser.count(".graph path")).isEqualTo(480);
  }

  /** Here the unfinished task is older than everything that fits. */
  @Test
  void the_graph_prefers_unfinished_tasks_and_says_what_it_leaves_out() {
    long first = api.add("the old one").get(0);
    List<Long> others =
        api.add(IntStream.range(0, 500).mapToObj(i -> "task " + i).toArray(String[]::new));
    others.forEach(id -> api.post("/v1/tasks/" + id + "/cancel", Api.object()));

    open("graph").sees(".filters", "500 tasks", "left out, all done or cancelled");
    browser.sees(".graph", "#" + first + " the old one");
    api.add("the new one");
    browser.sees(".graph", "the new one").sees(".filters", "2 older ones are left out");
  }

  @Test
  void hooks_show_past_events_their_latency_and_who_decided() {
    HostSession session = session("77aa01c2-beef");
    session.start();
    session.runTool();

    open("hooks").sees("main", "session-start", "pre-tool-use", "77aa01c2", "p99");
    browser.sees("main", "Your own hooks", "built-in hooks are on");
    assertThat(browser.count(".chart path")).isPositive();
    browser.click("main tbody a", "pre-tool-use").sees(".filters", "type pre-tool-use");
    browser.seesNot("main section:nth-of-type(2) tbody", "session-start");
  }

  @Test
  void events_show_the_past_with_titles() {
    api.add("sweep");
    api.complete(api.claim("ada"));

    open("events")
        .sees("main tbody", "created", "claimed", "completed", "sweep", "ada", "swarm complete");
  }

  @Test
  void events_can_be_searched_by_agent_and_far_back() {
    api.add("sweep");
    api.complete(api.claim("ada"));
    api.add(IntStream.range(0, 400).mapToObj(i -> "task " + i).toArray(String[]::new));

    open("events?q=agent:ada").sees("main tbody", "claimed", "completed", "sweep");
    browser.seesNot("main tbody", "created");
    browser.go(inProject("events?q=mop")).sees("main", "Nothing matches");
    browser.seesNot("main", "Nothing has happened yet");
  }

  @Test
  void an_empty_view_says_what_would_be_there_and_which_command_puts_it_there() {
    open("agents").sees("main", "No session", "swarm install");
    browser.go(inProject("graph")).sees("main", "No tasks", "swarm task add");
    browser.go(inProject("events")).sees("main", "Nothing has happened yet");
    browser.go(inProject("board")).sees("main", "Tasks that an agent can claim now");
  }
}
