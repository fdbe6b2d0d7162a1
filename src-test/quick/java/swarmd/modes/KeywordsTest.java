package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeywordsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ralph fix the tests|ralph",
        "RALPH: fix the tests|ralph",
        "please use ralph.|ralph",
        "use ralph-mode|ralph",
        "fix it, don't stop until it is green|ralph",
        "Don’t  stop!|ralph",
        "dont stop|ralph",
        "don't forget to use ralph|ralph",
        "can you use ralph to fix this?|ralph",
        "ralph, can you fix this?|ralph",
        "Why does it fail? Use ralph to find out.|ralph",
        "I do not care, use ralph|ralph",
        "'<b>what is</b> use ralph'|ralph",
        "用ralph完成这个任务|ralph",
        "autopilot: a shop|autopilot",
        "auto pilot please|autopilot",
        "auto-pilot please|autopilot",
        "Build me a todo app|autopilot",
        "could you build me an app?|autopilot",
        "go full auto on this|autopilot",
        "lance l'autopilot|autopilot",
        "ultrapilot the rewrite|ultrapilot",
        "do a parallel build of the three services|ultrapilot",
        "ulw refactor this|ultrawork",
        "ultrawork: explain the code|ultrawork",
        "use coordinated agents for it|swarm",
        "set up an agent pipeline|pipeline",
        "chain agents for this|pipeline",
        "ultrawork and ralph|ralph",
        "ulw autopilot|autopilot",
        "do not use ralph, use autopilot|autopilot",
        "ultrathink and use ulw|ultrawork",
        "use the agent pipeline|pipeline",
        "fix all errors dont stop until done|ralph",
        "fix the errors don't stop till they pass|ralph",
        "make sure you don't stop|ralph",
        "go on with the migration don't stop|ralph",
        "What I want: build me a shop|autopilot",
        "What a mess, use ralph to fix it|ralph",
        "name it \"shop\" and use ralph for \"cart\"|ralph",
        "it's 5\" wide. ralph, fix that|ralph",
      })
  void a_word_starts_its_mode(String prompt, String mode) {
    assertThat(Keywords.in(prompt))
        .contains(new Keyword.Start(Mode.of(mode).orElseThrow(), Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "swarm 5 agents on this, 5",
    "/swarm 4 fix the API, 4",
    "/Swarm  4: fix the API, 4",
    "/swarm four agents on the API, 4",
    "start a swarm of 12 agents, 12",
    "swarm with 1 agent, 1",
    "Swarm 0 agents, 1",
    "swarm 500 agents, 100",
    "swarm 99999999999999999999 agents, 100"
  })
  void a_swarm_has_the_requested_number_of_agents(String prompt, int agents) {
    assertThat(Keywords.in(prompt))
        .contains(new Keyword.Start(Mode.SWARM, Map.of("agents", agents)));
    assertThat(SwarmState.INITIAL.with(Map.of("agents", agents))).isNotNull();
  }

  @Test
  void a_swarm_without_a_number_has_the_default_number_of_agents() {
    assertThat(Keywords.in("swarm agents, please"))
        .contains(new Keyword.Start(Mode.SWARM, Map.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/cancel",
        "  /CANCEL",
        "that is wrong\n/cancel\nthanks",
        "cancelomc",
        "/cancelomc",
        "build me a shop\n/cancel"
      })
  void cancelling_suppresses_everything_else(String prompt) {
    assertThat(Keywords.in(prompt)).contains(new Keyword.Cancel(Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/cancel ralph|ralph",
        "/cancel ulw|ultrawork",
        "stop ralph|ralph",
        "Please stop ralph now.|ralph",
        "cancel autopilot|autopilot",
        "end swarm|swarm",
        "stop the pipeline|pipeline",
        "turn off ultraqa mode, thanks|ultraqa",
        "can you stop ultrapilot?|ultrapilot",
        "stop ralph. use autopilot|ralph",
      })
  void one_mode_is_ended_by_its_name(String prompt, String mode) {
    for (KeywordPolicy policy : KeywordPolicy.values()) {
      assertThat(policy.in(prompt)).contains(new Keyword.Cancel(Mode.of(mode)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/cancel/x",
        "look at /cancel",
        "/cancel.md",
        "/cancellation",
        "`/cancel`",
        "> /cancel",
        "```\n/cancel\n```",
        "cancel the order",
        "what does stopomc do?",
        "src/cancelomc"
      })
  void a_prompt_that_only_mentions_cancelling_cancels_nothing(String prompt) {
    assertThat(Keywords.in(prompt)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what is ralph",
        "What is ralph?",
        "what's autopilot",
        "so, what does ultrawork do",
        "how do I use autopilot",
        "how to use ralph?",
        "How does a swarm 5 agents run differ?",
        "why is ralph so slow",
        "when should I use ultrapilot?",
        "explain ultrawork",
        "please explain how ralph works",
        "can you explain the difference between ralph and ultrawork?",
        "describe autopilot mode",
        "compare ralph with autopilot",
        "tell me about ralph",
        "tell me more about the autopilot",
        "tell me what ralph does",
        "I'd like to know how autopilot works",
        "does ralph support windows?",
        "Does ralph stop by itself",
        "is ralph running?",
        "can ralph run twice?",
        "should I use autopilot here?",
        "do you know ultrawork?",
        "have you used ralph?",
        "ralph?",
        "use ralph?",
        "ralph - what is it?",
        "was ist ralph?",
        "wie funktioniert autopilot",
        "qu'est-ce que ralph",
        "qué es autopilot",
        "что такое ralph",
        "什么是ralph",
        "ralph是什么？",
        "ralphとは",
        "ralph이 뭐야",
        "what does ultrathink do?",
        "which mode is better, ralph or autopilot",
        "what mode should I use: ralph or ultrawork",
        "how many iterations does ralph have",
        "how long does autopilot run?",
        "which files did ralph change",
        "why doesn't ralph stop",
        "what happened to ralph",
        "who wrote ralph",
        "where's the code of ralph",
        "can someone explain ralph",
        "question: does ralph need a PRD?",
        "just curious, is autopilot on?",
        "difference between ralph and ultrawork",
        "ralph vs autopilot",
        "ralph or autopilot for this?",
        "any thoughts on ralph",
      })
  void a_question_about_a_mode_does_not_start_it(String prompt) {
    assertThat(Keywords.in(prompt)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "don't use ralph",
        "Don’t use ralph for this",
        "do not start autopilot",
        "never use ultrawork",
        "without ralph",
        "no autopilot please",
        "not in ralph mode",
        "skip the ralph mode",
        "use plain edits instead of autopilot",
        "ralph off",
        "ralph is broken",
        "Ralph said that the tests fail",
        "fix it while ralph runs",
        "if autopilot fails, tell me",
        "When the tests fail, use autopilot to fix them",
        "don't stop ralph",
        "parallel build me a shop",
        "bitte ohne ralph",
        "nicht autopilot",
        "不要用ralph",
        "ultrawork isn't needed",
        "don't build me anything",
        "don't think hard about it",
        "the tests don't stop",
        "fix the bug that the two workers don't stop on SIGTERM",
        "containers don't stop, find out why",
        "I have threads that don't stop",
        "make sure processes don't stop early",
        "run all tests, don't stop on the first failure",
        "don't stop it",
        "fix the parallel build",
        "our agent pipeline is slow",
        "the parallel build fails on CI",
        "ralph wrote this yesterday, review it",
        "autopilot deleted my config",
        "rename the button \"build me a house\"",
        "it says \"ralph cannot start. Use ralph later\", fix the text",
        "the word 'ralph' is misspelt",
        "the label “autopilot” is too long",
      })
  void a_prompt_that_rejects_or_mentions_a_mode_does_not_start_it(String prompt) {
    assertThat(Keywords.in(prompt)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void every_mode_can_be_ordered_by_its_name(Mode mode) {
    String name = mode.label();

    for (String prompt : List.of("/" + name, "use " + name + " mode", name + " mode: go on")) {
      assertThat(Keywords.in(prompt)).contains(new Keyword.Start(mode, Map.of()));
    }
    assertThat(Keywords.in("use ralph and " + name + " mode"))
        .contains(new Keyword.Start(Mode.RALPH, Map.of()));
  }

  @Test
  void an_order_in_the_middle_of_a_long_text_starts_nothing() {
    String text = "The page is slow. ";

    assertThat(Keywords.in("Use ralph. " + text.repeat(100))).isPresent();
    assertThat(Keywords.in(text.repeat(100) + "Use ralph.")).isPresent();
    assertThat(Keywords.in(text.repeat(10) + "Use ralph. " + text.repeat(10))).isPresent();
    assertThat(Keywords.in(text.repeat(50) + "Use ralph. " + text.repeat(50))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ralph ",
        "ralph, ",
        "ralph and ",
        "use ralph, ralph ",
        "please ",
        "please, can you ",
        "fix the login and ",
        "fix it with ralph x ",
        "don't stop ",
        "swarm 5 agents ",
        "build me a ",
        "autopilot: ",
        "\"",
        "'a ",
        "message: ",
        "think hard and ",
        "- ",
        "用ralph，",
      })
  void even_the_longest_prompt_is_read(String words) {
    String prompt = "ralph " + words.repeat(100_000 / words.length());

    assertThat(Keywords.in(prompt)).isNotNull();
    assertThat(Keywords.in(prompt.replace("\n", " "))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ON|use ralph|true",
        "ON|/ralph|true",
        "ON|/cancel|true",
        "ON|think hard|true",
        "SLASH|use ralph|false",
        "SLASH|/ralph fix it|true",
        "SLASH|/cancel|true",
        "SLASH|cancelomc|true",
        "SLASH|stop ralph|true",
        "SLASH|think hard|false",
        "OFF|use ralph|false",
        "OFF|/ralph|false",
        "OFF|/cancel|true",
        "OFF|stop ralph|true",
        "OFF|think hard|false",
      })
  void the_setting_decides_which_orders_count(KeywordPolicy policy, String prompt, boolean counts) {
    assertThat(policy.in(prompt).isPresent()).isEqualTo(counts);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ralph, fix the login|fix the login",
        "Ralph: fix the login|fix the login",
        "ralph mode - fix the login|fix the login",
        "/ralph fix the login|fix the login",
        "/swarm 5 agents on the API|5 agents on the API",
        "/swarm 4 fix the API|fix the API",
        "/swarm 4: fix the API|fix the API",
        "autopilot: a shop|a shop",
        "Build me a shop|Build me a shop",
        "ralph fix the login|ralph fix the login",
        "use ralph to fix the login|use ralph to fix the login",
      })
  void the_task_is_what_was_typed_without_the_order(String prompt, String task) {
    assertThat(ModeTask.of(prompt)).contains(task);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ralph", "ralph", "use ralph", "Please start ralph mode.", "full auto!"})
  void an_order_without_a_task_has_none(String prompt) {
    assertThat(ModeTask.of(prompt)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fix the tests",
        "ralphs",
        "ralph's code",
        "@ralph please review",
        "my_ralph",
        "ralph-loop",
        "ralph()",
        "--ralph",
        "see .ralph",
        "the autopilots",
        "rebuild me",
        "build method",
        "fulwar",
        "swarm",
        "a swarm of bees",
        "swarm 5agents",
        "don't stop the server",
        "I think hardly",
        "see https://example.com/ralph",
        "edit src/autopilot/index.ts and ralph.ts",
        "`ralph`",
        "```\nbuild me\n```",
        "> use ralph",
        "<log>use ralph</log>",
        "<!-- ralph -->",
      })
  void other_words_start_nothing(String prompt) {
    assertThat(Keywords.in(prompt)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ultrathink",
        "Think hard about it",
        "think harder",
        "please think very deeply",
        "denk gründlich nach",
        "Denke tief nach!",
        "réfléchis bien",
        "Réfléchissez profondément",
        "piensa bien",
        "pense bem",
        "pensa bene",
        "rifletti a fondo",
        "denk goed na",
        "подумай хорошо",
        "Хорошенько подумай",
        "请仔细思考这个问题",
        "深度思考",
        "ab仔细思考",
        "よく考えてください",
        "깊이 생각해",
        "ध्यान से सोचो",
      })
  void keywords_for_thinking_work_in_many_languages(String prompt) {
    assertThat(Keywords.in(prompt)).contains(new Keyword.Think());
  }
}
