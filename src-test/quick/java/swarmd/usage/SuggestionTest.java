package swarmd.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestionTest {
  private static final List<String> KNOWN =
      List.of("task", "status", "events", "settings", "completion", "ls", "PreToolUse");

  @ParameterizedTest
  @CsvSource({
    "tsak, task",
    "taks, task",
    "tas, task",
    "tasks, task",
    "TASK, task",
    "statsu, status",
    "stat, status",
    "setings, settings",
    "evnts, events",
    "compl, completion",
    "pretooluse, PreToolUse",
  })
  void a_misspelt_name_is_recognised(String typed, String meant) {
    assertThat(Suggestion.of(typed, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "bogus", "list", "te", "-", "日本語"})
  void another_word_gets_no_suggestion(String typed) {
    assertThat(Suggestion.of(typed, KNOWN)).isEmpty();
  }
}
