package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import swarmd.testing.Programs;

/** A host in a pseudo-terminal, used with the keyboard as a person would. */
public final class TerminalSession implements AutoCloseable {
  private static final String ENTER = "\r";
  private static final String ESCAPE = "\u001b";

  /** Cursor movements, colours, titles, and modes of the keyboard. */
  private static final Pattern CONTROL =
      Pattern.compile(
          "\u001b\\[[0-?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b]*(?:\u0007|\u001b\\\\)"
              + "|\u001b[P_^][^\u001b]*\u001b\\\\|\u001b[()][A-Z0-9]|\u001b[=>78cDEHM]");

  /** Hosts move the cursor instead of printing blanks. */
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** To hosts, an Enter that follows a letter faster than this is part of a pasted text. */
  private static final Duration KEYSTROKE = Duration.ofMillis(100);

  private static final Duration IDLE = Duration.ofMillis(700);
  private static final int SHOWN = 3_000;

  private final Process script;
  private final Writer keys;
  private final StringWriter output = new StringWriter(); // both threads use it
  private final Set<ProcessHandle> started = new HashSet<>();
  private volatile long lastOutput = System.nanoTime();
  private int seen;

  private TerminalSession(Process script) {
    this.script = script;
    keys = script.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "terminal");
    reader.setDaemon(true);
    reader.start();
  }

  /** Runs the command in a terminal that is large enough for any dialog. */
  static TerminalSession start(Path folder, Map<String, String> environment, List<String> command) {
    String line =
        "stty rows 50 cols 160; exec "
            + command.stream().map(TerminalSession::quoted).collect(Collectors.joining(" "));
    return new TerminalSession(
        Programs.start(folder, environment, "script", "-qfec", line, "/dev/null"));
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private void read() {
    char[] buffer = new char[8_192];
    try (Reader out = script.inputReader(StandardCharsets.UTF_8)) {
      for (int n = out.read(buffer); n >= 0; n = out.read(buffer)) {
        output.write(buffer, 0, n);
        lastOutput = System.nanoTime();
      }
    } catch (IOException e) {
      // the terminal was closed
    }
  }

  /** Types a line when the host is idle, and presses Enter. */
  public TerminalSession enter(String line) {
    return awaitsIdle().enterAtOnce(line);
  }

  /** Types a line, and presses Enter when the host has shown it, even while it works. */
  public TerminalSession enterAtOnce(String line) {
    press(line).awaits(line);
    pause(KEYSTROKE);
    return press(ENTER);
  }

  /** A host that works shows how time goes by. */
  public TerminalSession awaitsIdle() {
    eventually().until(() -> System.nanoTime() - lastOutput > IDLE.toNanos());
    return this;
  }

  private static void pause(Duration time) {
    eventually().pollDelay(time).until(() -> true);
  }

  public TerminalSession pressEnter() {
    return press(ENTER);
  }

  public TerminalSession pressEscape() {
    return press(ESCAPE);
  }

  private TerminalSession press(String text) {
    seen = output.getBuffer().length();
    try {
      keys.write(text);
      keys.flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(toString(), e);
    }
  }

  /** Waits until the host shows this text after the last key. */
  public TerminalSession awaits(String text) {
    try {
      eventually().until(() -> shows(text) || !script.isAlive());
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("no '%s' in %s".formatted(text, this), e);
    }
    assertThat(shows(text)).as("'%s' in %s", text, this).isTrue();
    return this;
  }

  /** Whether the host has shown this text since the last key, wherever lines are broken. */
  public boolean shows(String text) {
    return withoutBlanks(shown(seen)).contains(withoutBlanks(text));
  }

  /** Whether the host has shown this text since its start. */
  public boolean hasShown(String text) {
    return withoutBlanks(shown(0)).contains(withoutBlanks(text));
  }

  private String shown(int from) {
    return CONTROL.matcher(output.toString().substring(from)).replaceAll("");
  }

  private static String withoutBlanks(String text) {
    return BLANKS.matcher(text).replaceAll("");
  }

  /** The host's own process. */
  public ProcessHandle host() {
    return script.children().findFirst().orElseThrow();
  }

  /** kill -9 of the host's own process only; its children live on until {@link #close}. */
  public void kill() {
    remember();
    host().destroyForcibly();
    Programs.await(script);
  }

  /** Waits until the host has ended by itself. */
  public int exit() {
    return Programs.await(script);
  }

  private void remember() {
    script.descendants().forEach(started::add);
  }

  /** Ends whatever the host has started, too. */
  @Override
  public void close() {
    remember();
    Stream.concat(started.stream(), Stream.of(script.toHandle()))
        .forEach(ProcessHandle::destroyForcibly);
    Programs.await(script);
  }

  @Override
  public String toString() {
    String shown = shown(0).replace('\r', '\n').replaceAll("\\n\\s*\\n+", "\n");
    return "the terminal: " + shown.substring(Math.max(0, shown.length() - SHOWN));
  }
}
