package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.RunningDaemon;

/** The page of an installed daemon in a real browser. Each test has a project of its own. */
@Tag("browser")
@ExtendWith(ChromiumIsInstalled.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {
  static final int DESKTOP_WIDTH = 1280;
  static final int DESKTOP_HEIGHT = 860;

  protected RunningDaemon daemon;
  protected Browser browser;
  protected Api api;
  private int projects;

  @BeforeAll
  final void start() {
    daemon = RunningDaemon.start();
    browser = Browser.start();
  }

  @AfterAll
  final void stop() {
    try {
      browser.close();
    } finally {
      daemon.close();
    }
  }

  @BeforeEach
  final void openProject() {
    api = Api.on(daemon.connect(), newProject("p" + projects++));
    browser.size(DESKTOP_WIDTH, DESKTOP_HEIGHT).dark(false);
  }

  protected Path newProject(String name) {
    try {
      return Files.createDirectories(daemon.root().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whatever a test does, the page reports no error and asks nobody else. */
  @AfterEach
  final void noComplaints() {
    api.close();
    assertThat(browser.complaints(expectedComplaint())).isEmpty();
    assertThat(browser.foreignRequests()).isEmpty();
  }

  /** Override where a refusal or a lost connection is part of the test. */
  protected String expectedComplaint() {
    return "";
  }

  /** Opens a view, for this test's project. */
  protected Browser open(String view) {
    PageAddress.signIn(browser, daemon.socket());
    browser.go(inProject(view)).sees("#link", "live");
    return browser;
  }

  protected String inProject(String view) {
    return "#/%s%sproject=%s".formatted(view, view.contains("?") ? "&" : "?", api.project());
  }

  protected long add(ObjectNode task) {
    return Api.ids(api.post("/v1/tasks", task)).get(0);
  }

  protected ObjectNode task(String title) {
    return api.body().put("title", title);
  }

  protected long waitingFor(String title, long other) {
    ObjectNode task = task(title);
    task.putArray("depends_on").add(other);
    return add(task);
  }

  protected Api.Held claim(long id, String agent) {
    return api.claim(api.body().put("agent", agent).put("id", id));
  }

  protected long failed(String title, String error) {
    long id = add(task(title));
    Api.Held held = claim(id, "ada");
    api.post(held.path("fail"), held.proof().put("error", error));
    return id;
  }

  protected String status(long id) {
    return api.show(id).at("/task/status").asText();
  }

  protected JsonNode stored(long id) {
    return api.show(id).get("task");
  }

  protected HostSession session(String id) {
    return new HostSession(api.http(), api.project(), id);
  }
}
