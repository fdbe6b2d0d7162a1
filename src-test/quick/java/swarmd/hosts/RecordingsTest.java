package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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

  /** Those that tell by themselves what they are. */
  static Stream<Recording> plainRecordings() {
    return Recording.plain().stream();
  }

  /** Not sensitive ones of hosts that send more than the listed fields. */
  static Stream<Recording> unchangedRecordings() {
    return plainRecordings()
        .filter(
            recording ->
                !recording.host().equals("codex")
                    || !recording.event().equals("PermissionRequest"));
  }

  private HookEvent read(Recording recording, Optional<String> header, Optional<String> type) {
    return hosts.read(header, type, Optional.empty(), Set.of(), recording.bytes());
  }

  /** As the command that `swarm install` writes sends it. */
  private HookEvent read(Recording recording) {
    return read(recording, Optional.of(recording.host()), Optional.of(recording.event()));
  }

  private static List<HookType> types(Recording recording) {
    if (recording.event().equals("Setup")) {
      return recording.text("trigger").equals("init")
          ? EventKind.SETUP_INIT.hookTypes()
          : EventKind.SETUP_MAINTENANCE.hookTypes();
    }
    EventKind kind = KINDS.get(recording.event());
    if (kind == EventKind.STOP && recording.payload().has("agent_id")) {
      return List.of(); // a subagent's, before its SubagentStop
    }
    return kind == null ? List.of() : kind.hookTypes();
  }

  @Test
  void there_are_recordings_of_every_event() {
    assertThat(Recording.files()).hasSize(81);
    assertThat(Recording.all()).hasSize(197);
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void host_types_session_and_agent_are_found(Recording recording) {
    HookEvent event = read(recording);

    assertThat(event.host().id()).isEqualTo(recording.host());
    assertThat(event.name()).isEqualTo(recording.event());
    assertThat(event.kind().hookTypes()).isEqualTo(types(recording));
    assertThat(event.session()).contains(session(recording));
    assertThat(event.agent()).isEqualTo(Optional.ofNullable(recording.text("agent_id")));
    assertThat(event.directory()).contains(recording.text("cwd"));
  }

  /** A subagent of Copilot CLI names its session only as its parent. */
  private static String session(Recording recording) {
    return Stream.of("parent_agent_id", "session_id", "sessionId")
        .map(recording::text)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("unchangedRecordings")
  void no_field_is_lost_or_changed_except_nulls(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());

    recording.payload().properties().removeIf(field -> field.getValue().isNull());
    assertThat(Json.object(event.payloadForUserHooks())).isEqualTo(recording.payload());
  }

  @ParameterizedTest
  @MethodSource("plainRecordings")
  void the_header_and_the_name_in_the_path_change_nothing(Recording recording) {
    assertThat(read(recording, Optional.of(recording.host()), Optional.of(recording.event())))
        .isEqualTo(read(recording, Optional.empty(), Optional.empty()));
  }

  @ParameterizedTest
  @MethodSource("plainRecordings")
  void the_type_in_the_path_keeps_the_name_that_the_answer_needs(Recording recording) {
    for (HookType type : types(recording)) {
      assertThat(read(recording, Optional.empty(), Optional.of(type.label())))
          .isEqualTo(read(recording, Optional.empty(), Optional.empty()));
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void an_empty_result_is_continue(Recording recording) {
    HookEvent event = read(recording);

    boolean takesNothing =
        recording.host().equals("codex")
            && Set.of("SessionEnd", "Interrupt").contains(recording.event());
    assertThat(hosts.write(event, HookResult.NOTHING))
        .hasToString(takesNothing ? "{}" : "{\"continue\":true}");
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void every_answer_is_in_the_format_of_the_host(Recording recording) {
    HookEvent event = read(recording);
    HookEvent generic = read(recording, Optional.of("generic"), Optional.of(recording.event()));

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
