package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import swarmd.testing.Api;

/** The page follows what happens. */
final class LiveTest extends BrowserTest {

  /** The browser reports each attempt to reach a daemon that is away, or that has a new token. */
  @Override
  protected String expectedComplaint() {
    return "net::ERR_|401 \\(";
  }

  private void takeDaemonAway() {
    api.close();
    daemon.stop();
  }

  private void bringDaemonBack() {
    daemon.restart();
    api = Api.on(daemon.connect(), api.project());
  }

  @Test
  void the_board_follows_a_task_from_column_to_column() {
    open("board").sees("[aria-label=pending]", "Pending0");
    long id = api.add("sweep").get(0);
    browser.sees("[aria-label=pending]", "sweep", "Pending1");
    Api.Held held = claim(id, "ada");
    browser.sees("[aria-label=claimed]", "sweep", "ada").seesNot("[aria-label=pending]", "sweep");
    api.complete(held);
    browser.sees("[aria-label=done]", "sweep").sees("#sum", "1/1 done");
  }

  @Test
  void a_task_that_can_start_moves_without_an_event_of_its_own() {
    long first = api.add("first").get(0);
    waitingFor("second", first);
    add(task("third").put("wave", 1));
    Api.Held held = claim(first, "ada");

    open("board").sees("[aria-label=blocked]", "second", "third");
    api.complete(held);
    browser.sees("[aria-label=pending]", "second").sees("[aria-label=blocked]", "third");
    api.complete(api.claim("ada"));
    browser.sees("[aria-label=pending]", "third");
  }

  @Test
  void an_open_task_follows_its_history() {
    long id = api.add("sweep").get(0);

    open("board?task=" + id).sees("aside ol", "created");
    api.complete(claim(id, "ada"));
    browser.sees("aside ol", "claimed by ada", "completed").sees("aside .head", "done");
  }

  @Test
  void events_and_hooks_come_in_as_they_happen() {
    open("events").sees("main", "Nothing has happened yet");
    api.add("sweep");
    browser.sees("main tbody", "created", "sweep");

    browser.go(inProject("hooks")).sees("main", "No hook events");
    session("0feed-live").start();
    browser.sees("main tbody", "session-start");
  }

  @Test
  void a_card_keeps_the_focus_while_other_cards_come_and_go() {
    api.add("one", "two", "three");
    open("board").sees("[aria-label=pending]", "three");
    browser.press("j", "j");
    assertThat(browser.focused()).contains("two");

    api.claim("ada");
    api.add("four");
    browser.sees("[aria-label=pending]", "four").sees("[aria-label=claimed]", "one");

    assertThat(browser.focused()).contains("two");
  }

  /** Browsers keep pages to go back to, and have six connections for all of them. */
  @Test
  void pages_left_behind_keep_no_connection() {
    for (int i = 0; i < 8; i++) {
      open("board");
    }
    api.add("sweep");
    browser.sees("[aria-label=pending]", "sweep");
  }

  @Test
  void a_page_that_one_goes_back_to_is_live_again() {
    open("board").sees("[aria-label=pending]", "Pending0");
    browser.leave();
    api.add("sweep");

    browser.back().sees("#link", "live").sees("[aria-label=pending]", "sweep");
  }

  @Test
  void very_many_changes_at_once_arrive_too() {
    open("board").sees("[aria-label=pending]", "Pending0");
    api.add(IntStream.range(0, 1_000).mapToObj(i -> "task " + i).toArray(String[]::new));

    browser.sees("[aria-label=pending]", "Pending1000", "task 0", "task 99");
  }

  @Test
  void a_page_that_was_loaded_again_comes_back_after_a_restart() {
    open("board").sees("[aria-label=pending]", "Pending0");
    browser.reload().sees("#link", "live");
    takeDaemonAway();
    browser.sees("#link", "not connected");

    bringDaemonBack();
    api.add("sweep");
    browser.sees("#link", "live").sees("[aria-label=pending]", "sweep");
  }

  @Test
  void a_task_that_is_opened_while_the_daemon_is_away_is_shown_when_it_is_back() {
    long id = api.add("sweep").get(0);
    open("board").sees("[aria-label=pending]", "sweep");
    takeDaemonAway();

    browser.sees("#link", "not connected");
    browser.click(".card a").sees("aside", "The daemon cannot be reached");
    browser.press(Keys.ESCAPE).press("n").fill("Title", "mop").fill("Project", "/tmp");
    browser.click("dialog .main").sees("dialog .error", "The daemon cannot be reached");
    browser.press(Keys.ESCAPE).go(inProject("board?task=" + id));
    browser.sees("aside", "The daemon cannot be reached");

    bringDaemonBack();
    browser.sees("aside h2", "sweep");
  }

  @Test
  void a_page_whose_daemon_is_away_says_so_and_goes_on_when_it_is_back() {
    long id = api.add("sweep").get(0);
    open("board").sees("[aria-label=pending]", "sweep");
    takeDaemonAway();

    browser.sees("#away", "Not connected for").sees("#link", "not connected");
    assertThat((String) browser.js("return document.body.className")).contains("lost");

    bringDaemonBack();
    claim(id, "ada");
    browser.sees("#link", "live").sees("[aria-label=claimed]", "sweep", "ada");
    eventually().until(() -> browser.text("#away").isEmpty());
  }
}
