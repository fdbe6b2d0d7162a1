package swarmd.browser;

import java.nio.file.Path;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.UnixHttp;

/** Opens the page as its owner. */
final class PageAddress {
  private PageAddress() {}

  static void signIn(Browser browser, Path socket) {
    browser.open(withCode(socket));
  }

  /** What `swarm open` opens. */
  static String withCode(Path socket) {
    try (Commands swarm = new Commands(() -> UnixHttp.connect(socket), Path.of("/tmp"))) {
      return Api.json(swarm.run("open", "--json").out()).get("address").asText();
    }
  }
}
