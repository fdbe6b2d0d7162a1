package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;

/** How a tab gets in, and where it arrives. */
final class SignInTest extends BrowserTest {
  private String page;

  /** The browser reports that a token was refused. */
  @Override
  protected String expectedComplaint() {
    return "401 \\(";
  }

  @BeforeEach
  void signedOut() {
    page = PageAddress.withCode(daemon.socket()).split("#", 2)[0];
    browser.open(page + "page/style.css").js("sessionStorage.clear()"); // nothing runs there
  }

  private String code() {
    return PageAddress.withCode(daemon.socket());
  }

  private String stored() {
    return (String) browser.js("return JSON.stringify({...sessionStorage, ...localStorage})");
  }

  @Test
  void a_page_without_a_key_says_how_to_get_one_and_offers_nothing_else() {
    browser.open(page).sees("main", "swarm open");

    assertThat(browser.text("#add, #search, #scope")).isBlank();
    assertThat(browser.js("return document.getElementById('q').checkVisibility()"))
        .isEqualTo(false);
  }

  @Test
  void the_key_is_nowhere_in_the_browsers_storage() throws IOException {
    JsonNode secrets = Api.json(Files.readString(daemon.home().resolve("http.json")));
    browser.open(code()).sees("#link", "live");
    assertThat(stored())
        .contains(secrets.get("page_token").asText())
        .doesNotContain(secrets.get("page_key").asText());
    browser.reload().sees("#link", "live");
    assertThat(stored()).doesNotContain(secrets.get("page_key").asText());
  }

  @Test
  void a_token_that_is_no_longer_accepted_asks_for_a_new_one() {
    browser.open(code()).sees("#link", "live");
    browser.js("sessionStorage.setItem('token', 'of another daemon')");
    browser.reload().sees("main", "swarm open");
    assertThat((Long) browser.js("return sessionStorage.length")).isLessThanOrEqualTo(1);
  }

  @Test
  void an_address_with_a_code_signs_in_a_tab_that_shows_the_page() {
    browser.open(page + inProject("board")).sees("main", "swarm open");
    browser.paste(code()).sees("#link", "live").sees("[aria-label=pending]", "Pending0");

    assertThat(browser.address()).endsWith(inProject("board"));
  }

  @Test
  void a_code_does_not_stay_in_the_address_of_a_tab_that_is_signed_in() {
    open("board").sees("[aria-label=pending]", "Pending0");
    browser.paste(code());
    eventually().until(() -> !browser.address().contains("code"));
    browser.sees("#tabs [aria-current]", "Board").sees("#link", "live");
    assertThat(browser.address()).contains("#/board?project=");
  }

  @Test
  void a_bookmark_opens_its_view_in_a_new_tab_while_another_is_signed_in() {
    api.add("sweep");
    open("board").sees("[aria-label=pending]", "sweep");
    browser.openTab(page + inProject("events")).sees("main tbody", "sweep").closeTab();
  }

  @Test
  void a_tab_that_waits_for_a_key_gets_in_when_another_does() {
    browser.open(page + inProject("board")).sees("main", "swarm open");
    browser.openTab(code()).sees("#link", "live").closeTab();
    browser.sees("#link", "live").sees("[aria-label=pending]", "Pending0");
  }
}
