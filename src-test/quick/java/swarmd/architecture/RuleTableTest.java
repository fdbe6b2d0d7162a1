package swarmd.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * rules.tsv lists every rule of the specifications that swarmd follows. Each names the tests that
 * prove it, or the entry of docs/decisions.md that says why swarmd does something else.
 */
final class RuleTableTest {
  private static final Path REPOSITORY = Path.of(System.getProperty("swarmd.repository"));
  private static final Path TESTS = REPOSITORY.resolve("src-test");
  private static final String DECISION = "decision: ";

  /** The name of a test method, after its annotations. */
  private static final Pattern TEST =
      Pattern.compile(
          "@(?:Test|ParameterizedTest|RepeatedTest|Property)\\b.*?^ *(?:default )?void (\\w+)\\(",
          Pattern.DOTALL | Pattern.MULTILINE);

  /** The bold beginning of an entry. */
  private static final Pattern HEADING =
      Pattern.compile("^\\*\\*(.+?)\\*\\*", Pattern.DOTALL | Pattern.MULTILINE);

  private static final List<Row> TABLE =
      lines(TESTS.resolve("support/resources/rules.tsv")).stream().map(Row::of).toList();
  private static final Set<String> NAMED_TESTS = tests();
  private static final Set<String> HEADINGS = headings();

  private record Row(String document, String section, String rule, List<String> proofs) {
    static Row of(String line) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as(line).hasSize(4).doesNotContain("");
      return new Row(cells[0], cells[1], cells[2], List.of(cells[3].split(" \\| ")));
    }

    private Stream<String> problems() {
      return proofs.stream()
          .filter(proof -> !holds(proof))
          .map(proof -> "%s: %s: no such proof: %s".formatted(document, rule, proof));
    }

    private static boolean holds(String proof) {
      return proof.startsWith(DECISION)
          ? HEADINGS.contains(proof.substring(DECISION.length()))
          : NAMED_TESTS.contains(proof);
    }
  }

  private static List<String> lines(Path file) {
    return text(file).lines().toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All tests as "package.Class.method", where the package is below swarmd. */
  private static Set<String> tests() {
    return Stream.of("quick", "e2e")
        .map(part -> TESTS.resolve(part + "/java/swarmd"))
        .flatMap(RuleTableTest::testsBelow)
        .collect(Collectors.toSet());
  }

  private static Stream<String> testsBelow(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream()
          .flatMap(
              file -> {
                String path = folder.relativize(file).toString();
                String type = path.substring(0, path.length() - ".java".length());
                return groups(TEST, text(file))
                    .map(method -> type.replace('/', '.') + "." + method);
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> headings() {
    return groups(HEADING, text(REPOSITORY.resolve("docs/decisions.md")))
        .map(heading -> heading.replaceAll("\\s+", " ").replaceAll("[.,:;]$", ""))
        .collect(Collectors.toSet());
  }

  private static Stream<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult found) -> found.group(1));
  }

  private static List<String> problems(List<Row> rows) {
    return rows.stream().flatMap(Row::problems).toList();
  }

  @Test
  void every_rule_is_proved_by_a_test_or_explained_by_a_decision() {
    assertThat(problems(TABLE)).isEmpty();
  }

  @Test
  void no_rule_is_listed_twice() {
    Set<String> seen = new HashSet<>();
    List<String> again = new ArrayList<>();
    for (Row row : TABLE) {
      if (!seen.add(row.rule.toLowerCase(Locale.ROOT))) {
        again.add(row.rule);
      }
    }

    assertThat(again).isEmpty();
  }

  @Test
  void every_document_is_in_the_table() {
    assertThat(TABLE.stream().map(Row::document).distinct())
        .containsExactly(
            "execution order",
            "hooks directory",
            "hooks manual",
            "hook system",
            "hook engine summary");
    assertThat(TABLE).hasSizeGreaterThan(250);
  }

  @Test
  void a_name_of_no_test_and_an_unknown_decision_are_found() {
    String self = "architecture.RuleTableTest.";
    String line = "document\tsection\tA rule.\t";

    assertThat(problems(List.of(Row.of(line + self + "no_rule_is_listed_twice")))).isEmpty();
    for (String proof :
        List.of(
            self + "no_such_test",
            self + "headings",
            "RuleTableTest.no_rule_is_listed_twice",
            "architecture.NoSuchTest.no_rule_is_listed_twice",
            DECISION + "Nobody has decided this",
            "TODO")) {
      assertThat(problems(List.of(Row.of(line + proof))))
          .containsExactly("document: A rule.: no such proof: " + proof);
    }
  }
}
