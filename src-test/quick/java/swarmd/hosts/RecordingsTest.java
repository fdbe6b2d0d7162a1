package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.json.Json;

/** Recorded payloads of real hosts are understood and get answers in the host's format. */
final class RecordingsTest {
  private static final Map<String, EventKind> KINDS =
      Map.ofEntries(
          Map.entry("UserPromptSubmit", EventKind.PROMPT_SUBMITTED),
          Map.entry("BeforeAgent", EventKind.PROMPT_SUBMITTED),
          Map.entry("Stop", EventKind.STOP),
          Map.entry("AfterAgent", EventKind.STOP),
          Map.entry("SessionStart", EventKind.SESSION_START),
          Map.entry("SessionEnd", EventKind.SESSION_END),
          Map.entry("PreToolUse", EventKind.BEFORE_TOOL),
          Map.entry("BeforeTool", EventKind.BEFORE_TOOL),
          Map.entry("PostToolUse", EventKind.AFTER_TOOL),
          Map.entry("PostToolUseFailure", EventKind.TOOL_FAILED),
          Map.entry("AfterTool", EventKind.AFTER_TOOL),
          Map.entry("SubagentStart", EventKind.SUBAGENT_START),
          Map.entry("SubagentStop", EventKind.SUBAGENT_STOP),
          Map.entry("PreCompact", EventKind.BEFORE_COMPACTION),
          Map.entry("PreCompress", EventKind.BEFORE_COMPACTION),
          Map.entry("PermissionRequest", EventKind.PERMISSION_REQUEST));

  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  static List<Recording> recordings() {
    return Recording.all();
  }

  private HookEvent read(Recording recording, Optional<String> header, Optional<String> type) {
    return hosts.read(header, type, Optional.empty(), Set.of(), recording.bytes());
  }

  private static List<HookType> types(Recording recording) {
    if (recording.event().equals("Setup")) {
      return recording.text("trigger").equals("init")
          ? EventKind.SETUP_INIT.hookTypes()
          : EventKind.SETUP_MAINTENANCE.hookTypes();
    }
    EventKind kind = KINDS.get(recording.event());
    return kind == null ? List.of() : kind.hookTypes();
  }

  @Test
  void there_are_recordings_of_every_event() {
    assertThat(Recording.files()).hasSize(43);
    assertThat(Recording.all()).hasSize(101);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void host_types_session_and_agent_are_found(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());

    assertThat(event.host().id()).isEqualTo(recording.host());
    assertThat(event.name()).isEqualTo(recording.event());
    assertThat(event.kind().hookTypes()).isEqualTo(types(recording));
    assertThat(event.session()).contains(recording.text("session_id"));
    assertThat(event.agent()).isEqualTo(Optional.ofNullable(recording.text("agent_id")));
    assertThat(event.directory()).contains(recording.text("cwd"));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void no_field_is_lost_or_changed_except_nulls(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());

    recording.payload().properties().removeIf(field -> field.getValue().isNull());
    assertThat(Json.object(event.payloadForUserHooks())).isEqualTo(recording.payload());
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void the_header_and_the_name_in_the_path_change_nothing(Recording recording) {
    assertThat(read(recording, Optional.of(recording.host()), Optional.of(recording.event())))
        .isEqualTo(read(recording, Optional.empty(), Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void the_type_in_the_path_keeps_the_name_that_the_answer_needs(Recording recording) {
    for (HookType type : types(recording)) {
      assertThat(read(recording, Optional.empty(), Optional.of(type.label())))
          .isEqualTo(read(recording, Optional.empty(), Optional.empty()));
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void an_empty_result_is_continue(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());

    assertThat(hosts.write(event, HookResult.NOTHING)).hasToString("{\"continue\":true}");
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void every_answer_is_in_the_format_of_the_host(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());
    HookEvent generic = read(recording, Optional.of("generic"), Optional.empty());

    for (HookResult result : Results.all()) {
      assertThat(HostRules.problems(recording.host(), event.name(), hosts.write(event, result)))
          .as("%s", result)
          .isEmpty();
      assertThat(HostRules.problems("generic", generic.name(), hosts.write(generic, result)))
          .as("%s", result)
          .isEmpty();
    }
  }
}
