package swarmd.userhooks;

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
        "a[; a[; true"
      })
  void it_matches_as_minimatch_does(String glob, String path, boolean is) {
    assertThat(Glob.of(glob).orElseThrow().matches(path, MatchBudget.full())).hasValue(is);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{a,b", "[z-a]"})
  void what_is_none_is_refused(String glob) {
    assertThat(Glob.of(glob)).isEmpty();
  }

  @Test
  void braces_that_could_be_read_in_too_many_ways_are_refused() {
    assertThat(Glob.of("{,}".repeat(40))).isEmpty();
    assertThat(Glob.of("{a,{b,c},d}/**/*.{ts,tsx,js,jsx}")).isPresent();
    assertThat(Glob.of("{" + ",a".repeat(999) + "}")).isPresent();
  }

  @Test
  void many_stars_do_not_take_ages() {
    Glob glob = Glob.of("**/*a*a*a*a*a*a*a*a*a*a*b").orElseThrow();

    assertThat(glob.matches("x/" + "a".repeat(2_000), MatchBudget.full())).isEmpty();
  }
}
