package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Keywords that make a model think more. */
class ThinkModeTest extends InProcessTest {
  private HostSession session;

  @BeforeEach
  void openSession() {
    session = new HostSession(api.http(), daemon.project(), "s1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ultrathink", "please think hard about it", "深度思考", "Denke tief nach!"})
  void a_keyword_asks_the_model_to_think(String prompt) {
    assertThat(session.contextAfter(prompt)).startsWith("The person asks for thorough thinking");
  }

  @Test
  void a_mode_keyword_comes_first_and_cancelling_suppresses_both() {
    assertThat(session.contextAfter("ralph, think hard"))
        .contains("ralph")
        .doesNotContain("thorough thinking");
    assertThat(session.contextAfter("think hard\n/cancel"))
        .contains("cancelled ralph")
        .doesNotContain("thorough thinking");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fix it", "don't think hard about it", "`ultrathink`", "I think hardly"})
  void other_prompts_are_left_alone(String prompt) {
    assertThat(session.prompt(prompt)).isEqualTo(Api.json("{\"continue\":true}"));
  }

  @Test
  void it_comes_after_the_keywords() {
    assertThat(api.get("/v1/hooks/config").findValuesAsText("name"))
        .containsSubsequence("keyword-detector", "think-mode");
  }
}
