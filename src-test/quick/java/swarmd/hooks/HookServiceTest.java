package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.builtin.sessions.LeaseRenewal;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.hooks.HookResult.Decision;
import swarmd.sessions.LivingSessions;
import swarmd.store.RetriedWrites;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.Answers;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskRules;
import swarmd.testing.SettableTime;

/** Events with handlers that are slow, that fail, or that disagree. */
class HookServiceTest {
  private static final HookLimits LIMITS = new HookLimits(HookLimits.USUAL_WAIT);

  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();
  private final SettableTime time = new SettableTime();
  @TempDir private Path project;

  @AfterEach
  void close() {
    file.close();
  }

  private HookService service(HookTable.Row... rows) {
    return new HookService(
        new HookTable(List.of(rows)),
        new HookRecorder(
            new RetriedWrites(store, time),
            new LeaseRenewal(SessionLeases.local(new TaskRules(() -> "token"))),
            new LivingSessions(),
            100),
        new LastToolError(folder -> Runnable::run, time),
        LIMITS,
        (event, record) -> {},
        time);
  }

  private static HookTable.Row row(
      HookType type, String name, Function<HookEvent, CompletionStage<HookResult>> answer) {
    return new HookTable.Row(
        type,
        new HookHandler() {
          @Override
          public String name() {
            return name;
          }

          @Override
          public String description() {
            return "for a test";
          }

          @Override
          public CompletionStage<HookResult> handle(HookEvent event) {
            return answer.apply(event);
          }
        });
  }

  private static HookTable.Row saying(HookType type, String name, HookResult result) {
    return row(type, name, event -> CompletableFuture.completedFuture(result));
  }

  private static HookTable.Row hanging(HookType type) {
    return row(type, "hanging", event -> new CompletableFuture<>());
  }

  private HookEvent event(HookType type, String... skipped) {
    return new HookEvent(
        HostProfiles.CLAUDE,
        "Event",
        type.kind(),
        Optional.of("s1"),
        Optional.empty(),
        Optional.of(project.toString()),
        Optional.of(project.toString()),
        Set.of(skipped),
        Map.of("session_id", "s1", "cwd", project.toString(), "tool_name", "Bash"));
  }

  private List<HookRecord> records() {
    return Answers.await(
            store.read(
                snapshot ->
                    snapshot
                        .get(HookLogQueries.class)
                        .latest(Optional.empty(), Optional.empty(), 100)))
        .stream()
        .map(Entry::record)
        .toList();
  }

  private HookRecord onlyRecord() {
    eventually().until(() -> !records().isEmpty());
    return records().get(0);
  }

  @Test
  void a_handler_sees_the_input_that_earlier_ones_have_changed() {
    HookTable.Row first =
        saying(HookType.PRE_TOOL_USE, "first", HookResult.input(Map.of("command", "a")));
    HookTable.Row second =
        row(
            HookType.PRE_TOOL_USE,
            "second",
            event ->
                CompletableFuture.completedFuture(
                    HookResult.input(
                        Map.of("command", event.object("tool_input").get("command") + "b"))));

    assertThat(service(first, second).answer(event(HookType.PRE_TOOL_USE), 0).join().updatedInput())
        .contains(Map.of("command", "ab"));
  }

  @ParameterizedTest
  @EnumSource(
      value = HookType.class,
      names = {"PRE_TOOL_USE", "POST_TOOL_USE"})
  void a_handler_that_hangs_delays_a_tool_by_five_seconds_at_most(HookType type) {
    CompletableFuture<HookResult> answer = service(hanging(type)).answer(event(type), time.nanos());

    time.advance(Duration.ofMillis(4_999));
    assertThat(answer).isNotDone();
    time.advance(Duration.ofMillis(1));

    assertThat(answer.join()).isEqualTo(HookResult.NOTHING);
    assertThat(onlyRecord().error()).contains("hanging timed out after 5000 ms");
    assertThat(onlyRecord().durationMicros()).isEqualTo(5_000_000);
  }

  @Test
  void a_tool_call_without_an_answer_leaves_a_note_in_a_project_with_an_omc_folder()
      throws IOException {
    Files.createDirectory(project.resolve(".omc"));
    service(hanging(HookType.PRE_TOOL_USE)).answer(event(HookType.PRE_TOOL_USE), time.nanos());

    time.advance(Duration.ofSeconds(5));

    assertThat(project.resolve(".omc/state/last-tool-error.json"))
        .content()
        .contains("timed out")
        .contains("Bash");
  }

  @Test
  void no_note_is_written_without_an_omc_folder_or_through_a_link() throws IOException {
    Path elsewhere = Files.createTempDirectory("elsewhere");
    Files.createSymbolicLink(project.resolve(".omc"), elsewhere);
    service(hanging(HookType.PRE_TOOL_USE)).answer(event(HookType.PRE_TOOL_USE), time.nanos());

    time.advance(Duration.ofSeconds(5));

    assertThat(elsewhere).isEmptyDirectory();
    Files.delete(elsewhere);
  }

  /** One that says what stands in its place. */
  private static HookTable.Row guard(CompletionStage<HookResult> answer) {
    return new HookTable.Row(
        HookType.PRE_TOOL_USE,
        new HookHandler() {
          @Override
          public String name() {
            return "guard";
          }

          @Override
          public String description() {
            return "for a test";
          }

          @Override
          public CompletionStage<HookResult> handle(HookEvent event) {
            return answer;
          }

          @Override
          public HookResult withoutAnswer(HookEvent event, String problem, boolean late) {
            return HookResult.deny((late ? "late: " : "failed: ") + problem);
          }
        });
  }

  @Test
  void a_guard_that_fails_or_is_late_as_a_whole_answers_as_its_settings_say() {
    HookEvent event = event(HookType.PRE_TOOL_USE);
    CompletableFuture<HookResult> late =
        service(guard(new CompletableFuture<>())).answer(event, time.nanos());
    time.advance(Duration.ofSeconds(5));

    assertThat(late.join().reason()).contains("late: guard timed out after 5000 ms");
    assertThat(
            service(guard(CompletableFuture.failedFuture(new IllegalStateException("oops"))))
                .answer(event, time.nanos())
                .join()
                .reason())
        .contains("failed: guard failed: oops");
  }

  @Test
  void a_question_to_the_person_stands_even_if_a_later_handler_is_late() {
    CompletableFuture<HookResult> answer =
        service(
                saying(HookType.PRE_TOOL_USE, "owner", HookResult.ask("it is bob's file")),
                hanging(HookType.PRE_TOOL_USE))
            .answer(event(HookType.PRE_TOOL_USE), time.nanos());
    time.advance(Duration.ofSeconds(5));

    assertThat(answer.join().decision()).contains(Decision.ASK);
  }

  @Test
  void a_permission_is_denied_when_no_handler_decides_in_time() {
    CompletableFuture<HookResult> answer =
        service(hanging(HookType.PERMISSION_REQUEST))
            .answer(event(HookType.PERMISSION_REQUEST), time.nanos());

    time.advance(Duration.ofSeconds(8));

    assertThat(answer.join().decision()).contains(Decision.DENY);
    assertThat(onlyRecord().decision()).contains("deny");
  }

  @Test
  void a_permission_is_denied_when_its_handler_fails() {
    HookTable.Row failing =
        row(
            HookType.PERMISSION_REQUEST,
            "failing",
            event -> {
              throw new IllegalStateException("a bug");
            });

    HookResult answer =
        service(failing).answer(event(HookType.PERMISSION_REQUEST), time.nanos()).join();

    assertThat(answer.decision()).contains(Decision.DENY);
    assertThat(onlyRecord().error()).contains("failing failed: a bug");
  }

  @Test
  void an_approval_does_not_count_if_another_handler_that_might_deny_failed() {
    HookTable.Row failing =
        row(
            HookType.PERMISSION_REQUEST,
            "rules",
            event -> CompletableFuture.failedFuture(new IOException("no luck")));
    HookTable.Row allowing = saying(HookType.PERMISSION_REQUEST, "ours", HookResult.allow());

    HookResult answer =
        service(failing, allowing).answer(event(HookType.PERMISSION_REQUEST), time.nanos()).join();

    assertThat(answer.decision()).contains(Decision.DENY);
    assertThat(onlyRecord().decision()).contains("deny");
    assertThat(onlyRecord().error()).contains("rules failed: no luck");
  }

  @Test
  void a_permission_that_no_handler_decides_is_left_to_the_host() {
    HookResult answer = service().answer(event(HookType.PERMISSION_REQUEST), time.nanos()).join();

    assertThat(answer).isEqualTo(HookResult.NOTHING);
  }

  @Test
  void a_handler_that_fails_does_not_silence_the_others() {
    HookService service =
        service(
            row(
                HookType.PRE_TOOL_USE,
                "failing",
                event -> CompletableFuture.failedFuture(new IOException("no luck"))),
            saying(HookType.PRE_TOOL_USE, "guard", HookResult.deny("not there")));

    HookResult answer = service.answer(event(HookType.PRE_TOOL_USE), time.nanos()).join();

    assertThat(answer.reason()).contains("not there");
    assertThat(onlyRecord().handler()).contains("guard");
    assertThat(onlyRecord().error()).contains("failing failed: no luck");
  }

  @Test
  void a_denial_ends_the_run_and_keeps_earlier_texts() {
    HookService service =
        service(
            saying(HookType.PRE_TOOL_USE, "a", HookResult.context("one")),
            saying(HookType.PRE_TOOL_USE, "b", HookResult.deny("no")),
            row(
                HookType.PRE_TOOL_USE,
                "c",
                event -> {
                  throw new AssertionError("was called");
                }));

    HookResult answer = service.answer(event(HookType.PRE_TOOL_USE), time.nanos()).join();

    assertThat(answer.decision()).contains(Decision.DENY);
    assertThat(answer.context()).containsExactly("one");
  }

  @Test
  void an_approval_or_a_question_does_not_keep_later_handlers_from_denying() {
    HookService service =
        service(
            saying(HookType.PERMISSION_REQUEST, "quick", HookResult.allow()),
            saying(HookType.PERMISSION_REQUEST, "careful", HookResult.ask("sure?")),
            saying(HookType.PERMISSION_REQUEST, "late", HookResult.allow()),
            saying(HookType.PERMISSION_REQUEST, "guard", HookResult.deny("never")));

    HookResult answer = service.answer(event(HookType.PERMISSION_REQUEST), time.nanos()).join();

    assertThat(answer).isEqualTo(HookResult.deny("never"));
    assertThat(onlyRecord().handler()).contains("guard");
  }

  @Test
  void a_question_wins_over_approvals_and_later_questions() {
    HookService service =
        service(
            saying(HookType.PRE_TOOL_USE, "quick", HookResult.allow()),
            saying(HookType.PRE_TOOL_USE, "careful", HookResult.ask("sure?")),
            saying(HookType.PRE_TOOL_USE, "second", HookResult.ask("really?")),
            saying(HookType.PRE_TOOL_USE, "late", HookResult.allow()));

    HookResult answer = service.answer(event(HookType.PRE_TOOL_USE), time.nanos()).join();

    assertThat(answer).isEqualTo(HookResult.ask("sure?"));
    assertThat(onlyRecord().handler()).contains("careful");
  }

  @Test
  void on_a_stop_the_first_decision_wins() {
    HookService service =
        service(
            saying(HookType.RALPH, "aborted", HookResult.allow()),
            saying(HookType.RALPH, "eager", HookResult.deny("go on")));

    assertThat(service.answer(event(HookType.RALPH), time.nanos()).join())
        .isEqualTo(HookResult.allow());
  }

  @Test
  void a_handler_is_skipped_by_its_name_or_its_type() {
    HookService service = service(saying(HookType.RALPH, "loop", HookResult.deny("go on")));

    assertThat(service.answer(event(HookType.RALPH, "loop"), time.nanos()).join().decides())
        .isFalse();
    assertThat(service.answer(event(HookType.RALPH, "ralph"), time.nanos()).join().decides())
        .isFalse();
    assertThat(service.answer(event(HookType.RALPH, "other"), time.nanos()).join().decides())
        .isTrue();
  }

  @Test
  void a_handler_with_several_rows_is_called_once_with_the_rows_that_are_not_skipped() {
    List<Set<String>> calls = new ArrayList<>();
    HookHandler shared = sharedHandler(Set.of(), calls);
    HookService service =
        service(
            new HookTable.Row(HookType.RALPH, "one", "the first", shared),
            saying(HookType.RALPH, "between", HookResult.context("between")),
            new HookTable.Row(HookType.RALPH, "two", "the second", shared),
            new HookTable.Row(HookType.RALPH, "three", "the third", shared).switchedOff());

    HookResult both = service.answer(event(HookType.RALPH), time.nanos()).join();
    service.answer(event(HookType.RALPH, "one"), time.nanos()).join();
    service.answer(event(HookType.RALPH, "one", "two"), time.nanos()).join();
    service.answer(event(HookType.RALPH, "shared"), time.nanos()).join();

    assertThat(calls).containsExactly(Set.of("one", "two"), Set.of("two"), Set.of("one", "two"));
    assertThat(both.context()).containsExactly("[one, two]", "between");
  }

  private static HookHandler sharedHandler(Set<String> rows, List<Set<String>> calls) {
    return new HookHandler() {
      @Override
      public String name() {
        return "shared";
      }

      @Override
      public String description() {
        return "for a test";
      }

      @Override
      public HookHandler limitedTo(Set<String> names) {
        return sharedHandler(names, calls);
      }

      @Override
      public CompletionStage<HookResult> handle(HookEvent event) {
        calls.add(rows);
        return CompletableFuture.completedFuture(HookResult.context(rows.toString()));
      }
    };
  }

  @Test
  void the_record_names_the_row_that_decided() {
    HookService service =
        service(saying(HookType.RALPH, "shared", HookResult.deny("go on").decidedBy("two")));

    service.answer(event(HookType.RALPH), time.nanos()).join();

    assertThat(onlyRecord().handler()).contains("two");
  }

  @ParameterizedTest
  @EnumSource
  void an_event_without_a_required_field_continues_unless_it_is_a_permission_request(
      HookType type) {
    HookService service = service(saying(type, "guard", HookResult.deny("handled")));
    HookEvent bare =
        new HookEvent(
            HostProfiles.GENERIC,
            type.label(),
            type.kind(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Map.of());

    HookResult answer = service.answer(bare, time.nanos()).join();

    if (type == HookType.PERMISSION_REQUEST) {
      assertThat(answer.reason().orElseThrow()).contains("is missing");
    } else if (type.kind().requiredFields().isEmpty()) {
      assertThat(answer.reason()).contains("handled");
    } else {
      assertThat(answer).isEqualTo(HookResult.NOTHING);
      assertThat(onlyRecord().error().orElseThrow()).endsWith("is missing");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KEYWORD_DETECTOR, ''",
    "RALPH, ''",
    "AUTOPILOT, ''",
    "PERSISTENT_MODE, ''",
    "STOP_CONTINUATION, ''",
    "SESSION_START, ''",
    "SESSION_END, session_id cwd",
    "PRE_TOOL_USE, ''",
    "POST_TOOL_USE, ''",
    "SUBAGENT_START, session_id cwd",
    "SUBAGENT_STOP, session_id cwd",
    "PRE_COMPACT, session_id cwd",
    "SETUP_INIT, session_id cwd",
    "SETUP_MAINTENANCE, session_id cwd",
    "PERMISSION_REQUEST, session_id cwd tool_name"
  })
  void an_event_reaches_its_handlers_only_with_all_required_fields(HookType type, String required) {
    HookService service = service(saying(type, "guard", HookResult.context("handled")));
    Map<String, Object> complete =
        Map.of("session_id", "s1", "cwd", project.toString(), "tool_name", "Bash");

    for (String field : complete.keySet()) {
      Map<String, Object> others = new HashMap<>(complete);
      others.remove(field);
      HookResult answer = service.answer(event(type).withFields(others), time.nanos()).join();

      boolean needed = List.of(required.split(" ")).contains(field);
      assertThat(answer.context().contains("handled")).as(field).isEqualTo(!needed);
      assertThat(answer.is(Decision.DENY))
          .as(field)
          .isEqualTo(needed && type == HookType.PERMISSION_REQUEST);
    }
  }

  @ParameterizedTest
  @EnumSource
  void after_an_error_every_event_goes_on_but_a_permission_request(HookType type) {
    HookTable.Row failing =
        row(
            type,
            "failing",
            event -> {
              throw new IllegalStateException("a bug");
            });

    HookResult answer = service(failing).answer(event(type), time.nanos()).join();

    if (type == HookType.PERMISSION_REQUEST) {
      assertThat(answer.decision()).contains(Decision.DENY);
    } else {
      assertThat(answer).isEqualTo(HookResult.NOTHING);
    }
    assertThat(onlyRecord().error()).contains("failing failed: a bug");
  }

  @ParameterizedTest
  @EnumSource
  void every_type_can_be_skipped(HookType type) {
    HookService service = service(saying(type, "guard", HookResult.deny("handled")));

    assertThat(service.answer(event(type, type.label()), time.nanos()).join())
        .isEqualTo(HookResult.NOTHING);
    assertThat(service.answer(event(type), time.nanos()).join().reason()).contains("handled");
  }
}
