package swarmd.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "*.js; a.js; true",
        "*.js; x/y/a.js; true",
        "*.js; a.json; false",
        "a.js; x/a.js; true",
        "x/*.js; x/a.js; true",
        "x/*.js; x/y/a.js; false",
        "x/*.js; a.js; false",
        "x/**/*.js; x/a.js; true",
        "x/**/*.js; x/y/z/a.js; true",
        "**/a.js; a.js; true",
        "**/a.js; x/y/a.js; true",
        "**/a.js; x/ba.js; false",
        "x/**; x/y/z; true",
        "x/**; xy/z; false",
        "**; a/b/c; true",
        "x**y; xzzy; true",
        "?.js; a.js; true",
        "?.js; ab.js; false",
        "[ab].js; b.js; true",
        "[!ab].js; b.js; false",
        "[!ab].js; c.js; true",
        "[a-c].js; b.js; true",
        "*.{ts,tsx}; a.tsx; true",
        "*.{ts,tsx}; a.js; false",
        "{a,{b,c}}.js; c.js; true",
        "a\\*.js; a*.js; true",
        "a\\*.js; ab.js; false",
        "*; .env; true",
        "src/**; src/.env; true",
        "a+b(c).js; a+b(c).js; true",
        "a,b; a,b; true",
        "a}; a}; true",
        "***; a/b; true",
        "x**y; x/zy; false",
        "x/**y; x/z/y; false",
        "{x/**,y}; x/a/b; true",
        "{x/**,y}; x; false",
        "x{**/a,b}; x/y/a; false",
        "[^ab].js; c.js; true",
        "[]a].js; ].js; true",
        "[\\]a].js; ].js; true",
        "x[/]y; x/y; false",
        "x[!a]y; x/y; false",
        "[😀-😂]; 😁; true",
        "?; 😁; true"
      })
  void paths_match_by_the_rules_of_git_plus_braces(String glob, String path, boolean expected) {
    assertThat(Glob.inAnyFolder(glob).orElseThrow().matches(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "*.js, a.js, true",
    "*.js, x/a.js, false",
    "**/*.js, x/a.js, true",
    "**, x/a.js, true"
  })
  void a_glob_of_whole_paths_needs_stars_to_match_in_other_folders(
      String glob, String path, boolean expected) {
    assertThat(Glob.of(glob).orElseThrow().matches(path)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{a,b", "[z-a]", "a[", "[]", "[!]", "a\\", "[a\\"})
  void malformed_globs_are_refused(String glob) {
    assertThat(Glob.of(glob)).isEmpty();
    assertThat(Glob.inAnyFolder(glob)).isEmpty();
  }

  @Test
  void globs_too_long_or_nested_too_deep_are_refused() {
    assertThat(Glob.of("a".repeat(4_096))).isPresent();
    assertThat(Glob.of("a".repeat(4_097))).isEmpty();
    assertThat(Glob.of("{".repeat(20) + "}".repeat(20))).isPresent();
    assertThat(Glob.of("{".repeat(21) + "}".repeat(21))).isEmpty();
  }

  @Test
  void stars_and_braces_in_a_row_take_few_steps() {
    Glob stars = Glob.of("**/" + "*a".repeat(30) + "b").orElseThrow();
    Glob braces = Glob.of("{,}".repeat(100) + "{b,c}").orElseThrow();
    String path = "x/" + "a".repeat(2_000);

    assertThat(stars.matches(path)).isFalse();
    assertThat(stars.matches(path + "b")).isTrue();
    assertThat(stars.steps(path + "b")).isLessThan(1_000_000);
    assertThat(braces.matches("d")).isFalse();
    assertThat(braces.matches("b")).isTrue();
    assertThat(braces.steps("d")).isLessThan(1_000);
  }

  @Test
  void a_path_with_another_beginning_or_end_costs_one_step() {
    Glob glob = Glob.of("src/**/*.java").orElseThrow();

    assertThat(glob.steps("src/a/B.md")).isEqualTo(1);
    assertThat(glob.steps("test/a/B.java")).isEqualTo(1);
    assertThat(glob.steps("src/a/B.java")).isGreaterThan(10);
  }
}
