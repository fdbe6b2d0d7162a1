package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.HostSession;

/** What a person can do on the page. Each action says what it did. */
final class ActionsTest extends BrowserTest {

  /** A change that is refused is also reported by the browser. */
  @Override
  protected String expectedComplaint() {
    return "4(00|09) \\(";
  }

  private void becomes(long id, String status) {
    eventually().untilAsserted(() -> assertThat(status(id)).isEqualTo(status));
  }

  @Test
  void a_task_can_be_added_and_taken_back() {
    open("board").click("#add");
    browser
        .fill("Title", "write the manual")
        .fill("Priority", "-2")
        .fill("Files", "docs/**, README");
    browser.click("dialog button", "Add task").sees(".toast", "added");
    browser.sees("[aria-label=pending]", "write the manual");
    long id = api.get("/v1/tasks?project=" + api.project()).at("/tasks/0/id").asLong();
    assertThat(stored(id).get("priority").asInt()).isEqualTo(-2);
    assertThat(stored(id).get("files").toString()).isEqualTo("[\"docs/**\",\"README\"]");

    browser.click(".toast button", "Undo").seesNot("[aria-label=pending]", "write the manual");
    becomes(id, "cancelled");
  }

  @Test
  void a_double_click_adds_one_task() {
    open("board").click("#add");
    browser.fill("Title", "write the manual");
    browser.js(
        "const button = document.querySelector('dialog .main'); button.click(); button.click()");
    browser.sees(".toast", "added").seesNot("dialog", "Title");

    assertThat(api.get("/v1/tasks?project=" + api.project()).get("tasks")).hasSize(1);
  }

  private void select(long id) {
    browser.js("document.querySelector('[data-id=\"" + id + "\"] input').click()");
  }

  @Test
  void selected_tasks_are_followed_and_dropped_in_another_project() {
    List<Long> ids = api.add("one", "two");
    open("board").sees("[aria-label=pending]", "two");
    ids.forEach(this::select);
    browser.sees("#bulk", "2 tasks").seesNot("#bulk", "Release");
    claim(ids.get(0), "ada");
    browser.sees("#bulk", "Release 1");

    browser.go("#/board").seesNot("#bulk", "task");
    browser.go(inProject("board")).sees("[aria-label=pending]", "two");
    assertThat(browser.count(".card.sel")).isZero();
  }

  @Test
  void a_value_that_is_refused_is_explained_in_the_form() {
    open("board").click("#add");
    browser.fill("Title", "t").fill("Depends on", "999999");
    browser.click("dialog button", "Add task").sees("dialog .error", "999999");
  }

  @Test
  void a_task_can_be_edited_and_changed_back() {
    long id = add(task("wirte the manual").put("description", "short"));

    open("board?task=" + id).click("aside button", "Edit");
    browser.fill("Title", "write the manual").click("dialog button", "Save");
    browser.sees("aside h2", "write the manual").sees("[aria-label=pending]", "write the manual");
    assertThat(stored(id).get("description").asText()).isEqualTo("short");

    browser.click(".toast button", "Undo").sees("aside h2", "wirte the manual");
  }

  @Test
  void a_task_can_be_cancelled_and_reopened() {
    long id = api.add("sweep").get(0);

    open("board?task=" + id).click("aside button", "Cancel task");
    browser.sees(".toast", "Task " + id + " cancelled").sees("aside .head", "cancelled");
    browser.click(".toast button", "Undo").sees("aside .head", "pending");
    browser.click("aside button", "Cancel task").click("aside button", "Reopen");
    becomes(id, "pending");
  }

  @Test
  void a_failed_task_can_be_retried_where_it_needs_you() {
    long id = failed("port the parser", "3 failed");

    open("").click("main .need button", "Retry");
    browser.sees(".toast", "can be claimed again").sees("main", "Nothing needs you");
    becomes(id, "pending");
  }

  @Test
  void a_claimed_task_can_be_released() {
    long id = api.add("sweep").get(0);
    claim(id, "ada");

    open("board?task=" + id).click("aside button", "Release");
    browser.sees(".toast", "released").sees("aside .head", "pending");
    browser.sees("aside ol", "released by you");
  }

  @Test
  void a_task_can_be_moved_forward_and_back() {
    long id = api.add("sweep").get(0);

    open("board?task=" + id).click("aside button", "Sooner").sees("aside dl", "-1, wave 0");
    browser.click(".toast button", "Undo").sees("aside dl", "0, wave 0");
    browser.click("aside button", "Later").sees("aside dl", "1, wave 0");
  }

  @Test
  void several_tasks_can_be_cancelled_at_once_after_a_question() {
    List<Long> ids = api.add("one", "two", "three");

    open("board").sees("[aria-label=pending]", "three");
    ids.subList(0, 2).forEach(this::select);
    browser.sees("#bulk", "2 tasks").click("#bulk button", "Cancel");
    browser.sees("dialog", "Cancel 2 tasks?").click("dialog button", "Cancel tasks");
    browser.sees(".toast", "2 tasks cancelled");
    becomes(ids.get(0), "cancelled");
    becomes(ids.get(1), "cancelled");
    assertThat(status(ids.get(2))).isEqualTo("pending");

    browser.click(".toast button", "Undo").sees(".toast", "2 tasks reopened");
    becomes(ids.get(0), "pending");
  }

  @Test
  void several_tasks_can_change_their_priority_at_once() {
    List<Long> ids = api.add("one", "two");

    open("board").sees("[aria-label=pending]", "two");
    ids.forEach(this::select);
    browser.click("#bulk button", "Sooner").sees(".toast", "2 tasks moved forward");

    assertThat(ids).allMatch(id -> stored(id).get("priority").asInt() == -1);
  }

  @Test
  void a_swarm_can_be_paused_and_resumed() {
    api.add("sweep");

    open("").click("main .swarm button", "Pause").sees(".toast", "Swarm default is paused");
    browser.sees("main .swarm", "paused", "Resume");
    assertThat(api.post("/v1/tasks/claim", api.body().put("agent", "ada")).get("tasks")).isEmpty();

    browser.click(".toast button", "Undo").sees("main .swarm", "open", "Pause");
    api.claim("ada");
  }

  @Test
  void a_mode_can_be_ended() {
    HostSession session = session("0dd0-modes");
    session.start();
    session.prompt("ralph, fix the login");

    open("agents").click("main button", "End ralph").sees(".toast", "ralph ended");
    browser.seesNot("main .agent", "ralph");
    session.letGo();
  }

  @Test
  void a_step_that_the_task_does_not_allow_any_more_is_refused_with_the_reason() {
    long id = api.add("sweep").get(0);
    open("board?task=" + id).sees("aside button", "Cancel task");
    browser.js(
        "const send = window.fetch; window.fetch = (...all) => String(all[0]).endsWith('/cancel')"
            + " ? (window.late = () => send(...all), new Promise((ok, no) => window.go = () =>"
            + " send(...all).then(ok, no))) : send(...all)");
    browser.click("aside button", "Cancel task");
    api.complete(claim(id, "ada"));
    browser.js("window.go()");

    browser.sees(".toast.bad", "task " + id);
    assertThat(status(id)).isEqualTo("done");
  }
}
