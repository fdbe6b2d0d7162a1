package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileGlobsTest {
  private static final String PROJECT = "/home/ada/tool [1]";

  @ParameterizedTest
  @CsvSource({
    "src/**/*.java, src/a/B.java",
    "src/**/*.java, src/a/b/C.java",
    "src/*.java, src/A.java",
    "'*.{md,txt}', a.txt",
    "a?.[ch], ab.c",
    "README.md, README.md",
    "README.md, ./README.md",
    "src/api, src/api/a/b.java",
    "src/api/, src/api/a.java",
    "./src/api, src/api/a.java",
    "src/api, src/other/../api/a.java",
    "src/**/*.java, src/A.java",
    "**/*.java, A.java",
    "**/*.java, src/a/B.java",
    "**/a/**/b, a/b",
    "**/a/**/b, x/a/y/z/b",
    "**/**/**/b, b",
    "'{src,test}/**/*.java', test/A.java",
    "'{src/**/a,b}', src/a",
    "'{src/**/a,**/b}', b",
    "src/**, src/a/b/c",
    "**, .hidden/a",
    "src**.java, srcA.java",
    "'{src,test/{a,b}}/*.java', test/b/A.java",
    "'{src/,}**/*.java', A.java",
    "'{src/,}**/*.java', src/a/A.java",
    "src/[^ab]*, src/c",
    "src/[]a]x, src/]x",
    "'src/[\\]a]x', src/]x",
    "./src/**/*.java, src/A.java",
    "././*.md, a.md",
    "., a/b",
    "./, a/b",
    "src/[!ab]*, src/c",
    "src/[a-c]x, src/bx",
    "src/[+-9]x, src/+x",
    "src/[+-9]x, src/5x",
    "src/[a-]x, src/-x",
    "src/[!a-c]x, src/—x",
    "src/—*, src/—x",
    "src/[*]x, src/*x",
    "'a\\*b', a*b",
    "a+(b).txt, a+(b).txt",
    "'*+(b).t?t', a+(b).txt",
    "ä/*.md, ä/ö.md",
    "src/*.java, /home/ada/tool [1]/src/A.java",
    "/home/ada/tool [1]/src/*.java, src/A.java",
    "/home/ada/tool [1]/src, src/A.java",
    "/home/ada/tool [1], src/A.java"
  })
  void a_task_owns_files_that_match_its_glob_and_everything_in_its_folder(
      String glob, String file) {
    assertThat(FileGlobs.of(PROJECT, List.of(glob)).matchAny(List.of(file))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "src/*.java, src/a/B.java",
    "*.java, src/A.java",
    "src/api, src/api2/a.java",
    "src/api, src/ap",
    "src/api/a.java, src/api",
    "src/*, test/a",
    "src/api, src/api/../other.java",
    "src/**/*.java, srcA.java",
    "src/**/*.java, src/A.javax",
    "src/**/*.java, SRC/A.java",
    "readme.md, README.md",
    "**/a, xa",
    "src/**, src",
    "src/a**/b, src/b",
    "src**.java, src/a/B.java",
    "src[a/b]c, src/c",
    "src[/]c, src/c",
    "src[!a]b, src/b",
    "src[+-9]b, src/b",
    "**, ../a",
    "**, /etc/passwd",
    "**, /home/ada/tool [1]x/a",
    ".., a",
    "/src/*, src/a",
    "/home/ada/other/*, a"
  })
  void a_task_does_not_own_neighbouring_files(String glob, String file) {
    assertThat(FileGlobs.of(PROJECT, List.of(glob)).matchAny(List.of(file))).isFalse();
  }

  @Test
  void one_matching_file_is_enough() {
    FileGlobs globs = FileGlobs.of(PROJECT, List.of("a/*", "b/*"));

    assertThat(globs.matchAny(List.of("x", "b/y"))).isTrue();
    assertThat(globs.matchAny(List.of("x", "y"))).isFalse();
    assertThat(globs.matchAny(List.of())).isFalse();
    assertThat(FileGlobs.of(PROJECT, List.of()).matchAny(List.of("a/x"))).isFalse();
  }

  @Test
  void an_invalid_glob_matches_nothing_and_does_not_affect_others() {
    FileGlobs globs = FileGlobs.of(PROJECT, List.of("src/[a", "b"));

    assertThat(globs.matchAny(List.of("src/[a", "src/a"))).isFalse();
    assertThat(globs.matchAny(List.of("b"))).isTrue();
  }

  @Test
  void an_invalid_path_matches_nothing() {
    assertThat(FileGlobs.of(PROJECT, List.of("**")).matchAny(List.of("a\0b"))).isFalse();
    assertThat(FileGlobs.of(PROJECT, List.of("**")).matchAny(List.of("a\0b", "c"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/[a",
        "src/[]",
        "src/[!]",
        "src/[z-a]x",
        "src/{a,b",
        "src/{a,{b}",
        "a\\",
        "a\0b",
        "",
        " "
      })
  void malformed_globs_are_not_valid(String glob) {
    assertThat(FileGlobs.valid(glob)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/**/*.java",
        "src/api",
        "a b/c",
        "ä/[a-z]?",
        "*.{md,txt}",
        "src/[a/b]",
        "{a,{b,c}}"
      })
  void other_globs_are_valid(String glob) {
    assertThat(FileGlobs.valid(glob)).isTrue();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void stars_and_braces_in_a_row_match_in_linear_time() {
    FileGlobs stars = FileGlobs.of(PROJECT, List.of("*a".repeat(30) + "b"));
    FileGlobs braces = FileGlobs.of(PROJECT, List.of("{,}".repeat(100) + "b"));

    assertThat(stars.matchAny(List.of("a".repeat(200)))).isFalse();
    assertThat(stars.matchAny(List.of("a".repeat(200) + "b"))).isTrue();
    assertThat(braces.matchAny(List.of("c"))).isFalse();
    assertThat(braces.matchAny(List.of("b"))).isTrue();
  }
}
