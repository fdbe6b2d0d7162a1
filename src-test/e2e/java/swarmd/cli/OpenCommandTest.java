package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;

/** The installed `swarm open` starts the person's browser, or prints the address. */
final class OpenCommandTest {
  private static final String ADDRESS = "http://127\\.0\\.0\\.1:\\d+/#code=[0-9a-f]{32}";

  @TempDir private Path tools;
  private RunningDaemon daemon;

  @BeforeEach
  void start() {
    daemon = RunningDaemon.start();
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  /** A browser that notes down what it is to open. */
  private Path browser(int exitCode) throws IOException {
    Path opened = tools.resolve("opened");
    Path program = tools.resolve("xdg-open");
    Files.writeString(
        program, "#!/bin/sh\nprintf %%s \"$1\" >'%s'\nexit %d\n".formatted(opened, exitCode));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return opened;
  }

  private Result open(String display, String... options) {
    Map<String, String> environment = new TreeMap<>(daemon.environment());
    environment.put("PATH", tools + File.pathSeparator + System.getenv("PATH"));
    environment.put("DISPLAY", display);
    environment.put("WAYLAND_DISPLAY", "");
    String[] words = new String[options.length + 1];
    words[0] = "open";
    System.arraycopy(options, 0, words, 1, options.length);
    return Programs.run(tools, environment, RunningDaemon.swarmCommand(words));
  }

  @Test
  void the_page_is_opened_in_the_browser() throws IOException {
    Path opened = browser(0);

    Result result = open(":9");

    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).matches("opened http://127\\.0\\.0\\.1:\\d+/ in your browser\n");
    assertThat(Files.readString(opened)).matches(ADDRESS);
  }

  @Test
  void the_address_is_printed_where_the_browser_does_not_start() throws IOException {
    browser(3);

    Result result = open(":9");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).matches(ADDRESS + "\n");
    assertThat(result.err()).contains("no browser");
  }

  @Test
  void without_a_display_no_browser_is_tried() throws IOException {
    Path opened = browser(0);

    assertThat(open("").out()).matches(ADDRESS + "\n");
    assertThat(open(":9", "--print").out()).matches(ADDRESS + "\n");
    assertThat(opened).doesNotExist();
  }

  @Test
  void the_daemon_prints_no_token_when_it_starts() throws IOException {
    daemon.stop();
    String program = Path.of(RunningDaemon.swarmCommand()[0]).resolveSibling("swarmd").toString();
    Process again = Programs.start(daemon.root(), daemon.environment(), program);
    try (BufferedReader lines = again.inputReader()) {
      List<String> greeting = Stream.generate(() -> line(lines)).limit(4).toList();

      String access = Files.readString(daemon.home().resolve("http.json"));
      assertThat(greeting.get(2))
          .matches(" +page +http://127\\.0\\.0\\.1:\\d+/ \\(open it with: .*\\)");
      assertThat(access).contains("page_token");
      assertThat(String.join("\n", greeting))
          .doesNotContain(access.replaceAll("(?s).*\"page_token\":\"(\\w+)\".*", "$1"), "#");
    } finally {
      again.destroy();
    }
  }

  private static String line(BufferedReader lines) {
    try {
      return lines.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
