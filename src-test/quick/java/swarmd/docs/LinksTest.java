package swarmd.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LinksTest {
  static List<Page> pages() {
    return Page.all();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_link_to_a_file_or_heading_leads_somewhere(Page page) {
    assertThat(page.links().stream().filter(link -> !link.contains("://")))
        .allSatisfy(link -> assertThat(problem(page, link)).as(link).isEmpty());
  }

  private static String problem(Page page, String link) {
    String[] parts = link.split("#", 2);
    Path target =
        parts[0].isEmpty() ? page.file() : page.file().resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      return "no such file: " + target;
    }
    boolean found = parts.length == 1 || Page.read(target).anchors().contains(parts[1]);
    return found ? "" : "no such heading: " + link;
  }

  /** The pages that a reader should be able to find from the README. */
  @ParameterizedTest
  @MethodSource("pages")
  void every_page_is_linked_from_another(Page page) {
    Stream<Path> linked =
        Page.all().stream()
            .filter(other -> !other.file().equals(page.file()))
            .flatMap(
                other ->
                    other.links().stream()
                        .filter(link -> !link.contains("://") && !link.startsWith("#"))
                        .map(link -> link.split("#")[0])
                        .map(link -> other.file().resolveSibling(link).normalize()));

    assertThat(page.toString().equals("README.md") || linked.anyMatch(page.file()::equals))
        .as("another page links to it")
        .isTrue();
  }
}
