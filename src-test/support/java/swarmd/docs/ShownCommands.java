package swarmd.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/**
 * Runs the commands that a page shows, and compares what they print with what the page shows.
 *
 * <p>A block whose language is {@code console} has commands behind "$ " (and, where one has several
 * lines, "> "), each followed by its output. The blocks of a page run in their order, in one
 * project folder with one daemon. An ellipsis stands for any text within a line, and alone on a
 * line for any lines. Tokens, times, process ids and versions may differ, and so may the width of
 * columns. A command without output on the page must succeed.
 *
 * <p>A block that needs a host, Gradle or root is marked by a comment on the line before it: {@code
 * <!-- tested by package.Class.method -->}. A comment that begins with {@code <!-- setup} holds
 * commands that prepare the page's folder.
 */
public final class ShownCommands {
  /** Commands run without a terminal here, and may do what a person may. */
  private static final Map<String, String> AS_A_PERSON = Map.of("SWARMD_SCRIPTS", "allow");

  private static final String CONSOLE = "console";
  private static final String PROMPT = "$ ";
  private static final String MORE = "> ";
  private static final String ELLIPSIS = "…";
  private static final String MARK = "\u0001";
  private static final String EXAMPLE_TOKEN = "0b1f6f5e3a7c4d0e9b55c7a1de2f8a90";
  private static final String SHOWN_HOME = "/home/ada";

  private static final String INSTALLED = "/.local/share/swarmd/current";

  private static final Pattern BUILD_WARNING =
      Pattern.compile("(?m)^warning: these hooks run .*, which the next build may remove.*\n");

  private static final Pattern TOKEN = Pattern.compile("\\b[0-9a-f]{32,}\\b");

  /** What differs from run to run, and what stands for it. */
  private static final List<Map.Entry<Pattern, String>> VARIABLE =
      List.of(
          Map.entry(TOKEN, "TOKEN"),
          Map.entry(Pattern.compile("(\\d{4}-)?\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d"), "TIME"),
          Map.entry(Pattern.compile("\\b\\d+m \\d+s\\b"), "DURATION"),
          Map.entry(Pattern.compile("\\b\\d+(\\.\\d+)? ?(ms|s|m|min|h)\\b"), "DURATION"),
          Map.entry(Pattern.compile("\\bpid \\d+"), "pid N"),
          Map.entry(Pattern.compile("127\\.0\\.0\\.1:\\d+"), "127.0.0.1:PORT"),
          Map.entry(Pattern.compile("\\b\\d+\\.\\d+\\.\\d+\\b"), "VERSION"),
          Map.entry(Pattern.compile("[─-]{2,}"), "--"),
          Map.entry(Pattern.compile(" +"), " "));

  /** A command, the lines of its output on the page, and where they stand. */
  private record Shown(String command, int firstOutputLine, List<String> output) {}

  /** What a command has printed. */
  private record Printed(int exit, List<String> lines) {}

  /** A command whose output is not what the page shows. */
  public record Difference(Page page, String command, int exit, String shown, String printed) {
    @Override
    public String toString() {
      return "%s: $ %s%n--- shown ---%n%s%n--- printed (exit code %d) ---%n%s"
          .formatted(page, command, shown, exit, printed);
    }
  }

  private final Page page;
  private final List<Difference> differences = new ArrayList<>();
  private Page corrected;

  private ShownCommands(Page page) {
    this.page = page;
    corrected = page;
  }

  public static List<Page> pages() {
    return Page.all().stream().filter(page -> !shellBlocks(page).isEmpty()).toList();
  }

  /** The blocks that hold commands. */
  public static List<Page.Block> shellBlocks(Page page) {
    return page.blocks().stream()
        .filter(block -> block.language().equals(CONSOLE) || block.language().equals("sh"))
        .toList();
  }

  public static ShownCommands run(Page page) {
    ShownCommands commands = new ShownCommands(page);
    List<Page.Block> blocks =
        page.blocks().stream()
            .filter(block -> block.language().equals(CONSOLE) && block.testedBy().isEmpty())
            .toList();
    if (!blocks.isEmpty()) {
      try (RunningDaemon daemon = RunningDaemon.start(AS_A_PERSON)) {
        commands.run(daemon, blocks);
      }
    }
    return commands;
  }

  public List<Difference> differences() {
    return List.copyOf(differences);
  }

  /** The page with the output that the commands really have. */
  public Page corrected() {
    return corrected;
  }

  private void run(RunningDaemon daemon, List<Page.Block> blocks) {
    Path project = daemon.root().resolve("shop");
    try {
      Files.createDirectory(project);
      Files.createSymbolicLink(daemon.root().resolve(".swarmd"), daemon.home());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    script(daemon, project, page.setup());
    for (Page.Block block : blocks) {
      List<Shown> shown = commands(block);
      List<Printed> printed = runBlock(daemon, project, shown);
      for (int i = 0; i < shown.size(); i++) {
        compare(shown.get(i), printed.get(i));
      }
    }
  }

  private static List<Shown> commands(Page.Block block) {
    List<Shown> commands = new ArrayList<>();
    List<String> lines = block.lines();
    for (int i = 0; i < lines.size(); ) {
      if (!lines.get(i).startsWith(PROMPT)) {
        throw new IllegalStateException("a console block begins with a command: " + lines.get(i));
      }
      StringBuilder command = new StringBuilder(lines.get(i).substring(PROMPT.length()));
      for (i++; i < lines.size() && lines.get(i).startsWith(MORE); i++) {
        command.append('\n').append(lines.get(i).substring(MORE.length()));
      }
      int first = i;
      while (i < lines.size() && !lines.get(i).startsWith(PROMPT)) {
        i++;
      }
      int end = i;
      while (end > first && lines.get(end - 1).isBlank()) {
        end--;
      }
      commands.add(new Shown(command.toString(), block.first() + first, lines.subList(first, end)));
    }
    return commands;
  }

  private List<Printed> runBlock(RunningDaemon daemon, Path project, List<Shown> commands) {
    String script =
        commands.stream()
            .map(shown -> shown.command().replace(SHOWN_HOME, daemon.root().toString()))
            .map(command -> command + "\nprintf '\\001%s\\001\\n' $?\n")
            .collect(Collectors.joining());
    String[] parts = script(daemon, project, script).split(MARK, -1);
    List<Printed> printed = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      String text = i == 0 ? parts[0] : parts[2 * i].substring(1);
      printed.add(
          new Printed(
              Integer.parseInt(parts[2 * i + 1]),
              display(daemon, text).stripTrailing().lines().toList()));
    }
    return printed;
  }

  private static String script(RunningDaemon daemon, Path project, String script) {
    Map<String, String> environment = new HashMap<>(daemon.environment());
    environment.put("PATH", System.getProperty("swarmd.dist") + "/bin:" + System.getenv("PATH"));
    return Programs.run(project, environment, "sh", "-c", "exec 2>&1 </dev/null\n" + script).out();
  }

  /** The text as a person named ada would see it, who has an installed copy and not a build. */
  private static String display(RunningDaemon daemon, String text) {
    String shown =
        BUILD_WARNING
            .matcher(text)
            .replaceAll("")
            .replace(daemon.home().toString(), SHOWN_HOME + "/.swarmd")
            .replace(daemon.root().toString(), SHOWN_HOME)
            .replace(System.getProperty("swarmd.dist"), SHOWN_HOME + INSTALLED)
            .replace("tester", "ada");
    return TOKEN.matcher(shown).replaceAll(EXAMPLE_TOKEN);
  }

  private void compare(Shown shown, Printed printed) {
    boolean agrees =
        shown.output().isEmpty()
            ? printed.exit() == 0
            : pattern(shown.output()).matcher(normalised(printed.lines())).matches();
    if (!agrees) {
      differences.add(
          new Difference(
              page,
              shown.command(),
              printed.exit(),
              String.join("\n", shown.output()),
              String.join("\n", printed.lines())));
      if (!shown.output().isEmpty()) {
        correct(shown, printed);
      }
    }
  }

  private void correct(Shown shown, Printed printed) {
    int grown = corrected.lines().size() - page.lines().size();
    int first = shown.firstOutputLine() + grown;
    List<String> lines = printed.lines().stream().map(line -> asShown(shown, line)).toList();
    corrected = corrected.with(first, first + shown.output().size(), lines);
  }

  /** A line that the page shows with an ellipsis stays so. */
  private static String asShown(Shown shown, String printed) {
    return shown.output().stream()
        .filter(line -> !line.equals(ELLIPSIS))
        .filter(line -> normalised(printed).matches(linePattern(line)))
        .findFirst()
        .orElse(printed);
  }

  private static Pattern pattern(List<String> shown) {
    String expression =
        shown.stream()
            .map(line -> line.equals(ELLIPSIS) ? "(?:.*\n)*?" : linePattern(line) + "\n")
            .collect(Collectors.joining());
    return Pattern.compile(expression);
  }

  private static String linePattern(String line) {
    return Stream.of(normalised(line).split(ELLIPSIS, -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }

  private static String normalised(List<String> lines) {
    return lines.stream().map(line -> normalised(line) + "\n").collect(Collectors.joining());
  }

  private static String normalised(String line) {
    String text = line;
    for (Map.Entry<Pattern, String> entry : VARIABLE) {
      text = entry.getKey().matcher(text).replaceAll(entry.getValue());
    }
    return text.strip();
  }
}
