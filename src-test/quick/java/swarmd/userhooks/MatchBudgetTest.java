package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import swarmd.files.Glob;

final class MatchBudgetTest {
  @Test
  void a_glob_that_costs_too_much_is_not_tried_and_leaves_the_budget_to_others() {
    Glob expensive = Glob.of("{a,b}*".repeat(100)).orElseThrow();
    Glob cheap = Glob.of("a*").orElseThrow();
    MatchBudget budget = new MatchBudget(1_000);

    assertThat(budget.matches(expensive, "a".repeat(100))).isEmpty();
    assertThat(budget.matches(cheap, "ab")).contains(true);
  }

  @Test
  void globs_use_the_budget_up() {
    Glob glob = Glob.of("a*").orElseThrow();
    MatchBudget budget = new MatchBudget(2 * glob.steps("ab"));

    assertThat(budget.matches(glob, "ab")).contains(true);
    assertThat(budget.matches(glob, "ab")).contains(true);
    assertThat(budget.matches(glob, "ab")).isEmpty();
  }
}
