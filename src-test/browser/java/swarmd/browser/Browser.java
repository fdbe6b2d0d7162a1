package swarmd.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import swarmd.testing.Api;

/** A headless Chromium, and what a person sees and does in it. */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /** Shorter than a browser keeps the connections of pages that were left. */
  private static final Duration LOADING = Duration.ofSeconds(30);

  private final ChromeDriver driver;
  private final List<String> foreign = new ArrayList<>();

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** What has to be installed for these tests. */
  static Optional<String> missing() {
    return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER)
        ? Optional.empty()
        : Optional.of(
            "the tests of the page need a browser: apt-get install chromium chromium-driver");
  }

  static Browser start() {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--lang=en");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .withLogFile(new File("/dev/null"))
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.manage().timeouts().pageLoadTimeout(LOADING);
    return new Browser(driver);
  }

  /** The size of the window in CSS pixels. */
  Browser size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    return this;
  }

  Browser dark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    return this;
  }

  Browser open(String address) {
    leave();
    driver.get(address);
    return this;
  }

  Browser leave() {
    driver.get("about:blank");
    return this;
  }

  /** Goes to a view of the page that is open. */
  Browser go(String view) {
    js("location.hash = arguments[0]", view);
    return this;
  }

  String address() {
    return driver.getCurrentUrl();
  }

  String title() {
    return driver.getTitle();
  }

  Browser back() {
    driver.navigate().back();
    return this;
  }

  Browser reload() {
    driver.navigate().refresh();
    return this;
  }

  /** Opens the address in another tab, which is the one that is looked at until it is closed. */
  Browser openTab(String address) {
    driver.switchTo().newWindow(WindowType.TAB);
    driver.get(address);
    return this;
  }

  /** Goes back to the first tab. */
  Browser closeTab() {
    driver.close();
    driver.switchTo().window(driver.getWindowHandles().iterator().next());
    return this;
  }

  /** Types at the end of the address of the page, as one who pastes it does. */
  Browser paste(String address) {
    js("location.href = arguments[0]", address);
    return this;
  }

  Object js(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  Object asyncJs(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** The text of what is shown. */
  String text(String css) {
    return String.join(
        "\n", driver.findElements(By.cssSelector(css)).stream().map(WebElement::getText).toList());
  }

  int count(String css) {
    return driver.findElements(By.cssSelector(css)).size();
  }

  /** Waits until the text is shown there. */
  Browser sees(String css, String... texts) {
    eventually()
        .ignoreException(StaleElementReferenceException.class)
        .untilAsserted(() -> assertThat(text(css)).contains(texts));
    return this;
  }

  Browser seesNot(String css, String text) {
    eventually()
        .ignoreException(StaleElementReferenceException.class)
        .untilAsserted(() -> assertThat(text(css)).doesNotContain(text));
    return this;
  }

  /** Clicks the button or link there with this text, once it is there. */
  Browser click(String css, String text) {
    eventually()
        .ignoreException(StaleElementReferenceException.class)
        .untilAsserted(
            () -> {
              Optional<WebElement> found =
                  driver.findElements(By.cssSelector(css)).stream()
                      .filter(element -> element.isDisplayed() && element.getText().contains(text))
                      .findFirst();
              assertThat(found).as("%s with '%s' in: %s", css, text, text(css)).isPresent();
              found.get().click();
            });
    return this;
  }

  Browser click(String css) {
    return click(css, "");
  }

  /** Replaces the value of a field of the open dialog. */
  Browser fill(String label, String value) {
    WebElement field =
        driver.findElements(By.cssSelector("dialog label")).stream()
            .filter(each -> each.getText().startsWith(label))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no field " + label))
            .findElement(By.cssSelector("input, textarea"));
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"), value.isEmpty() ? Keys.DELETE : value);
    return this;
  }

  /** Types on the keyboard, wherever the focus is. */
  Browser press(CharSequence... keys) {
    Stream.of(keys).forEach(key -> new Actions(driver).sendKeys(key).perform());
    return this;
  }

  /** What has the focus, as text. */
  String focused() {
    return driver.switchTo().activeElement().getText();
  }

  /** How much wider the page is than the window. */
  long sideways() {
    return (Long) js("return document.documentElement.scrollWidth - innerWidth");
  }

  /** A picture of what is shown. */
  byte[] webp() {
    Map<String, Object> picture =
        driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "webp", "quality", 85));
    return Base64.getDecoder().decode((String) picture.get("data"));
  }

  /** What the console has had to say since the last call, except for messages that match. */
  List<String> complaints(String expected) {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .filter(message -> expected.isEmpty() || !message.matches(".*(" + expected + ").*"))
        .toList();
  }

  /** Requests to other hosts since the start. */
  List<String> foreignRequests() {
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode message = Api.json(entry.getMessage()).get("message");
      if (message.get("method").asText().equals("Network.requestWillBeSent")) {
        URI address = URI.create(message.at("/params/request/url").asText().split("[?#]", 2)[0]);
        if (address.getHost() != null && !address.getHost().equals("127.0.0.1")) {
          foreign.add(address.toString());
        }
      }
    }
    return foreign;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
