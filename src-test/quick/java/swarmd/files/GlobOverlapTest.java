package swarmd.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobOverlapTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "src/** src/api/**",
        "src/api src/api/a.txt",
        "a/**/z a/b/c/y",
        "src src/api/**",
        "src/api/ src/api",
        "./src/a.txt src/a.txt",
        "**/*.txt src/a.txt",
        "**/*.txt a.txt",
        "src/*.java src/A*.java",
        "src/{api,ui}/** src/ui/a.txt",
        "src/{a,{b,c}}/x src/c/*",
        "a?c abc",
        "[ab]x bx",
        "** anything/at/all",
        "a/**/z a/b/c/z",
        "a/**/z a/z",
        ". src/a.txt",
        "*a* *b*"
      })
  void globs_that_can_match_the_same_file_overlap(String first, String second) {
    assertThat(GlobOverlap.exists(first, second)).isTrue();
    assertThat(GlobOverlap.exists(second, first)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "src/api/** src/ui/**",
        "src/*.java src/*.txt",
        "src/* src/a/b",
        "src/api src/apis/a.txt",
        "src/{api,ui}/** src/db/a.txt",
        "a?c ac",
        "*.txt src/a.txt",
        "**/*.txt src/a.java",
        "test/** src/**",
        "a/**/z a/b/c/y.txt"
      })
  void globs_that_match_different_files_do_not(String first, String second) {
    assertThat(GlobOverlap.exists(first, second)).isFalse();
    assertThat(GlobOverlap.exists(second, first)).isFalse();
  }
}
