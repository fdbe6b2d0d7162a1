package swarmd.browser;

import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import swarmd.daemon.AlreadyRunning;

/** Takes the pictures of the page for the documentation: every view, on a desk and on a phone. */
final class Pictures {
  private Pictures() {}

  public static void main(String[] arguments) throws IOException, AlreadyRunning {
    Browser.missing()
        .ifPresent(
            reason -> {
              throw new IllegalStateException(reason);
            });
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    try (Demo demo = new Demo();
        Browser browser = Browser.start()) {
      for (boolean phone : new boolean[] {false, true}) {
        browser.size(phone ? 360 : 1280, phone ? 740 : 800);
        PageAddress.signIn(browser, demo.socket());
        browser.sees("#link", "live");
        for (Map.Entry<String, String> view : views(demo).entrySet()) {
          for (boolean dark : new boolean[] {false, true}) {
            browser.dark(dark).go(view.getValue());
            browser.seesNot("main", "Loading").seesNot("aside", "Loading");
            awaitPaint(browser);
            String name =
                "page-%s%s%s.webp"
                    .formatted(view.getKey(), phone ? "-phone" : "", dark ? "-dark" : "");
            Files.write(folder.resolve(name), browser.webp());
          }
        }
      }
    }
  }

  /** By name; the same for every size. */
  private static Map<String, String> views(Demo demo) {
    Map<String, String> views = new LinkedHashMap<>();
    views.put("needs-you", "#/");
    views.put("board", "#/board");
    views.put("agents", "#/agents");
    views.put("graph", "#/graph?project=" + demo.parserProject());
    views.put("hooks", "#/hooks");
    views.put("events", "#/events");
    views.put("task", "#/board?task=3");
    return views;
  }

  /** Two frames after the last change, everything is on the screen. */
  private static void awaitPaint(Browser browser) {
    browser.js(
        "window.painted = false; requestAnimationFrame(() => requestAnimationFrame(() =>"
            + " setTimeout(() => window.painted = true, 300)))");
    eventually().until(() -> Boolean.TRUE.equals(browser.js("return window.painted")));
  }
}
