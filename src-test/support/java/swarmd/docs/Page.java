package swarmd.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation: README.md, CONTRIBUTING.md, CHANGELOG.md or a file below docs. */
public final class Page {
  private static final Path REPOSITORY = Path.of(System.getProperty("swarmd.repository"));
  private static final String FENCE = "```";
  private static final String SETUP = "<!-- setup";
  private static final Pattern TESTED_BY = Pattern.compile("<!-- tested by (.+) -->");
  private static final Pattern HEADING = Pattern.compile("#{1,6} (.+)");
  private static final Pattern LINK =
      Pattern.compile("!?\\[[^\\]]*\\]\\(([^)\\s]+)\\)|(?:src|srcset)=\"([^\"\\s]+)\"");

  /**
   * A fenced block.
   *
   * @param language what stands behind the opening fence
   * @param first the index of its first line in the page
   * @param testedBy the tests that cover a block which is not run
   */
  public record Block(String language, int first, List<String> lines, List<String> testedBy) {}

  private final Path file;
  private final List<String> lines;

  private Page(Path file, List<String> lines) {
    this.file = file;
    this.lines = List.copyOf(lines);
  }

  public static Page read(Path file) {
    try {
      return new Page(file, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Page named(String name) {
    return read(REPOSITORY.resolve(name));
  }

  /** All pages, in the order of their names. */
  public static List<Page> all() {
    try (Stream<Path> docs = Files.walk(REPOSITORY.resolve("docs"));
        Stream<Path> top = Files.list(REPOSITORY)) {
      return Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path file() {
    return file;
  }

  public List<String> lines() {
    return lines;
  }

  public String text() {
    return String.join("\n", lines) + "\n";
  }

  /** Its path in the repository. */
  @Override
  public String toString() {
    return REPOSITORY.relativize(file).toString();
  }

  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        int first = i + 1;
        int end = first;
        while (!lines.get(end).equals(FENCE)) {
          end++;
        }
        String language = lines.get(i).substring(FENCE.length()).strip();
        blocks.add(new Block(language, first, lines.subList(first, end), testedBy(i - 1)));
        i = end;
      }
    }
    return blocks;
  }

  private List<String> testedBy(int line) {
    Matcher comment = TESTED_BY.matcher(line < 0 ? "" : lines.get(line));
    return comment.matches() ? List.of(comment.group(1).split(", ")) : List.of();
  }

  /** What the page's comments run before its first command. */
  public String setup() {
    StringBuilder script = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).equals(SETUP)) {
        for (i++; !lines.get(i).equals("-->"); i++) {
          script.append(lines.get(i)).append('\n');
        }
      }
    }
    return script.toString();
  }

  /** The lines outside of fenced blocks. */
  public List<String> prose() {
    List<String> prose = new ArrayList<>();
    boolean inside = false;
    for (String line : lines) {
      if (line.startsWith(FENCE)) {
        inside = !inside;
      } else if (!inside) {
        prose.add(line);
      }
    }
    return prose;
  }

  /** The names of its headings as GitHub makes them for links. */
  public List<String> anchors() {
    Map<String, Integer> seen = new TreeMap<>();
    List<String> anchors = new ArrayList<>();
    for (String line : prose()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String name =
            heading
                .group(1)
                .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int count = seen.merge(name, 1, Integer::sum);
        anchors.add(count == 1 ? name : name + "-" + (count - 1));
      }
    }
    return anchors;
  }

  /** Where its links and pictures lead, without code in backquotes. */
  public List<String> links() {
    return prose().stream()
        .map(line -> line.replaceAll("`[^`]*`", "code"))
        .flatMap(line -> LINK.matcher(line).results())
        .map(
            (MatchResult link) -> Optional.ofNullable(link.group(1)).orElseGet(() -> link.group(2)))
        .toList();
  }

  /** The page with the lines from first up to end replaced. */
  public Page with(int first, int end, List<String> replacement) {
    List<String> changed = new ArrayList<>(lines.subList(0, first));
    changed.addAll(replacement);
    changed.addAll(lines.subList(end, lines.size()));
    return new Page(file, changed);
  }

  public void write() {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
