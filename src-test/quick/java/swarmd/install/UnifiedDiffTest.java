package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UnifiedDiffTest {
  @Test
  void equal_texts_have_no_difference() {
    assertThat(UnifiedDiff.of("f", "a\n", "a\n")).isEmpty();
  }

  @Test
  void distant_changes_are_separate_hunks() {
    String before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
    String after = "one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n";

    assertThat(UnifiedDiff.of("f", before, after))
        .isEqualTo(
            """
            --- f
            +++ f
            @@ -1,4 +1,4 @@
            -1
            +one
             2
             3
             4
            @@ -10,3 +10,4 @@
             10
             11
             12
            +13
            """);
  }

  @Test
  void nearby_changes_share_a_hunk() {
    assertThat(UnifiedDiff.of("f", "1\n2\n3\n4\n5\n", "0\n1\n2\n3\n4\n"))
        .isEqualTo("--- f\n+++ f\n@@ -1,5 +1,5 @@\n+0\n 1\n 2\n 3\n 4\n-5\n");
  }

  @Test
  void a_long_file_is_compared_only_where_it_differs() {
    String lines = "permission\n".repeat(50_000);

    assertThat(UnifiedDiff.of("f", "{\n" + lines + "}\n", "{\n" + lines + "\"hooks\"\n}\n"))
        .endsWith(
            "@@ -49999,4 +49999,5 @@\n permission\n permission\n permission\n+\"hooks\"\n }\n");
  }

  @Test
  void a_long_file_that_differs_at_both_ends_has_two_short_hunks() {
    String lines = "permission\n".repeat(50_000);

    assertThat(UnifiedDiff.of("f", "a\n" + lines + "b\n", "b\n" + lines + "a\n"))
        .isEqualTo(
            """
            --- f
            +++ f
            @@ -1,4 +1,4 @@
            -a
            +b
             permission
             permission
             permission
            @@ -49999,4 +49999,4 @@
             permission
             permission
             permission
            -b
            +a
            """);
  }

  @Test
  void a_missing_line_end_and_a_missing_file_are_shown() {
    assertThat(UnifiedDiff.of("f", "a", "a\n"))
        .isEqualTo("--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
    assertThat(UnifiedDiff.of("f", "", "a\n")).isEqualTo("--- f\n+++ f\n@@ -0,0 +1,1 @@\n+a\n");
    assertThat(UnifiedDiff.of("f", "a\n", "")).isEqualTo("--- f\n+++ f\n@@ -1,1 +0,0 @@\n-a\n");
  }
}
