package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import swarmd.testing.Api;
import swarmd.testing.HostSession;

/** The page on every screen, by keyboard alone, for screen readers, and with hostile texts. */
final class LookTest extends BrowserTest {
  private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\">";
  private static final String ARABIC =
      "\u0648\u0643\u064a\u0644 \u0627\u0644\u0645\u062d\u0644\u0644";

  /** Something of everything. */
  private long fill() {
    HostSession session = session("4bd9f519-" + api.project().getFileName());
    session.start();
    session.prompt("ralph, finish the parser");
    session.startSubagent("a1b2c3d4");
    session.runTool();
    session.send(HostSession.tool(session.payload("PermissionRequest")));
    long grammar = api.add("write down the grammar").get(0);
    api.complete(claim(grammar, "ada"));
    long lexer = waitingFor("write the lexer, with numbers, strings and nested comments", grammar);
    claim(lexer, "bob");
    waitingFor("write the parser", lexer);
    add(task("release").put("wave", 2).put("priority", 3));
    return failed("draw the logo", "no idea how\nreally none");
  }

  private void eachView(long task, Runnable look) {
    for (String view :
        List.of("", "board", "agents", "graph", "hooks", "events", "board?task=" + task)) {
      browser.go(inProject(view));
      browser.seesNot("main", "Loading");
      if (view.contains("task=")) {
        browser.sees("aside h2", "logo");
      }
      look.run();
    }
  }

  @Test
  void nothing_scrolls_sideways_on_a_phone() {
    long task = fill();
    browser.size(360, 740);
    open("");

    eachView(
        task, () -> assertThat(browser.sideways()).as(browser.address()).isLessThanOrEqualTo(0));
    browser.go(inProject("")).click("#add").sees("dialog", "Project folder");
    assertThat(
            browser.js(
                "const form = document.querySelector('dialog');"
                    + "return form.scrollWidth - form.clientWidth"))
        .isEqualTo(0L);
  }

  @Test
  void a_phone_shows_the_board_as_an_accordion() {
    api.add("sweep");
    browser.size(360, 740);
    open("board").sees("[aria-label=pending]", "sweep");

    browser.click("[aria-label=pending] h2 button").seesNot("[aria-label=pending]", "sweep");
    browser.click("[aria-label=pending] h2 button").sees("[aria-label=pending]", "sweep");
  }

  @Test
  void the_page_is_dark_where_the_system_is() {
    open("");
    String light = (String) browser.js("return getComputedStyle(document.body).backgroundColor");
    browser.dark(true);
    String dark = (String) browser.js("return getComputedStyle(document.body).backgroundColor");

    assertThat(light).isEqualTo("rgb(251, 251, 249)");
    assertThat(dark).isEqualTo("rgb(20, 20, 22)");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void axe_finds_nothing_serious(boolean dark) throws IOException {
    Path axe = Path.of(System.getProperty("swarmd.axe"), "node_modules/axe-core/axe.min.js");
    assumeTrue(Files.exists(axe), "needs: npm install --prefix build/axe axe-core");
    long task = fill();
    open("");
    browser.dark(dark);
    browser.js(Files.readString(axe));

    eachView(
        task,
        () -> {
          Object found =
              browser.asyncJs(
                  """
                  const done = arguments[arguments.length - 1];
                  axe.run().then(result => done(result.violations
                    .filter(each => ['serious', 'critical'].includes(each.impact))
                    .map(each => each.id + ': ' + each.nodes.map(node => node.html + ' '
                      + node.failureSummary).join('; ').slice(0, 600))));
                  """);
          assertThat((List<?>) found).as(browser.address()).isEmpty();
        });
  }

  @Test
  void texts_from_agents_are_text_everywhere() throws IOException {
    Path project = newProject("it's \"quoted\" <b>");
    api.close();
    api = Api.on(daemon.connect(), project);
    String description = "long " + HOSTILE + "x".repeat(10_000);
    long id = add(task(HOSTILE).put("description", description).put("swarm", HOSTILE));
    Api.Held held = claim(id, ARABIC);
    HostSession session = session("deadbeef-hostile");
    session.start();
    session.send(
        session
            .payload("PreToolUse")
            .put("tool_name", HOSTILE)
            .set("tool_input", Api.object().put("command", HOSTILE)));

    PageAddress.signIn(browser, daemon.socket());
    browser.sees("#link", "live");
    Map<String, List<String>> shown =
        Map.of(
            "#/", List.of(HOSTILE, ARABIC, "it's \"quoted\" <b>"),
            "#/board?q=onerror", List.of(HOSTILE, ARABIC),
            "#/agents", List.of(HOSTILE, ARABIC),
            "#/events", List.of(HOSTILE, ARABIC),
            "#/graph?q=onerror", List.of("<img src=x"));
    shown.forEach((view, texts) -> browser.go(view).sees("main", texts.toArray(String[]::new)));
    api.post(held.path("fail"), held.proof().put("error", HOSTILE));
    browser.go("#/board?task=" + id).sees("aside", HOSTILE, ARABIC, "Show all 10,0");
    browser.click("aside button", "Show all");
    assertThat(browser.text("aside .textblock")).contains("x".repeat(10_000));
    browser.go("#/").sees("main", HOSTILE);

    assertThat(browser.title()).doesNotContain("owned");
    assertThat(browser.count("main img, aside img, main b b")).isZero();
  }

  @Test
  void five_thousand_tasks_stay_usable() {
    for (int i = 0; i < 5; i++) {
      int from = i * 1_000;
      api.add(
          IntStream.range(from, from + 1_000).mapToObj(n -> "task " + n).toArray(String[]::new));
    }
    for (int i = 0; i < 120; i++) {
      api.claim("agent " + i);
    }

    open("board").sees("[aria-label=pending] h2", "4880").sees("[aria-label=claimed] h2", "120");
    assertThat(browser.count("[aria-label=claimed] .card")).isEqualTo(120);
    assertThat(browser.count("[aria-label=pending] .card")).isBetween(100, 199);
    browser.js(
        "const column = document.querySelector('[aria-label=pending]');"
            + "column.scrollTop = column.scrollHeight");
    eventually().until(() -> browser.count("[aria-label=pending] .card") >= 200);
    browser.press("/", "4999").sees("[aria-label=pending]", "task 4999");
    browser.go(inProject("graph")).sees(".filters", "500 tasks", "left out");
  }

  @Test
  void everything_works_by_keyboard() {
    long id = failed("sweep", "no broom");

    open("").press("g", "b").sees("#tabs [aria-current]", "Board");
    browser.sees("[aria-label=failed]", "sweep");
    browser.press("j", Keys.ENTER).sees("aside h2", "sweep");
    browser.press(Keys.TAB, Keys.TAB, Keys.TAB);
    assertThat(browser.focused()).isEqualTo("Retry");
    browser.press(Keys.ENTER).sees("aside .head", "pending");
    browser.press("e").sees("dialog", "Edit task " + id).press(Keys.ESCAPE, Keys.ESCAPE);
    eventually().until(() -> !browser.address().contains("task="));
    browser.sees("[aria-label=pending]", "sweep");
    browser.press("j", "x").sees("#bulk", "1 task").press(Keys.ESCAPE);
    browser.press("n").sees("dialog", "Add a task");
    browser.press("mop", Keys.ENTER).sees("[aria-label=pending]", "mop");
    browser.press("?").sees("dialog", "Keyboard").press(Keys.ESCAPE);
    for (String[] view :
        new String[][] {{"a", "Agents"}, {"d", "Graph"}, {"h", "Hooks"}, {"e", "Events"}}) {
      browser.press("g", view[0]).sees("#tabs [aria-current]", view[1]);
    }
    browser.press("/", "mop").sees("#tabs [aria-current]", "Events");
  }

  @Test
  void focus_returns_to_the_card_when_its_task_is_closed() {
    api.add("one", "two");
    open("board").sees("[aria-label=pending]", "two");
    browser.press("j", "j", Keys.ENTER).sees("aside h2", "two").press(Keys.ESCAPE);

    eventually().untilAsserted(() -> assertThat(browser.focused()).contains("two"));
  }

  @Test
  void a_long_name_of_an_agent_scrolls_nothing_sideways() {
    String agent = "a".repeat(250);
    claim(add(task("sweep")), agent);
    long logo = failed("draw the logo", "no idea how");
    open("");

    for (int width : new int[] {DESKTOP_WIDTH, 360}) {
      browser.size(width, 740);
      eachView(
          logo, () -> assertThat(browser.sideways()).as(browser.address()).isLessThanOrEqualTo(0));
    }
  }

  @Test
  void a_message_does_not_cover_the_bar_of_selected_tasks_on_a_phone() {
    long first = api.add("one", "two").get(0);
    browser.size(360, 740);
    open("board").sees("[aria-label=pending]", "two");
    browser.click("[data-id=\"" + first + "\"] input").sees("#bulk", "1 task");
    browser.click("[data-id=\"" + first + "\"] a").click("aside button", "Sooner");
    browser.sees(".toast", "moved forward");

    assertThat(
            browser.js(
                "const box = id => document.getElementById(id).getBoundingClientRect();"
                    + "return box('toasts').bottom <= box('bulk').top"))
        .isEqualTo(true);
  }
}
