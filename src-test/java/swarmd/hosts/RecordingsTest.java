package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookType;
import swarmd.json.Json;

/** What real hosts have sent is understood, and whatever is answered is as they want it. */
final class RecordingsTest {
  private static final Map<String, List<HookType>> TYPES =
      Map.ofEntries(
          Map.entry("UserPromptSubmit", List.of(HookType.KEYWORD_DETECTOR)),
          Map.entry("BeforeAgent", List.of(HookType.KEYWORD_DETECTOR)),
          Map.entry("Stop", HookType.STOP),
          Map.entry("AfterAgent", HookType.STOP),
          Map.entry("SessionStart", List.of(HookType.SESSION_START)),
          Map.entry("SessionEnd", List.of(HookType.SESSION_END)),
          Map.entry("PreToolUse", List.of(HookType.PRE_TOOL_USE)),
          Map.entry("BeforeTool", List.of(HookType.PRE_TOOL_USE)),
          Map.entry("PostToolUse", List.of(HookType.POST_TOOL_USE)),
          Map.entry("PostToolUseFailure", List.of(HookType.POST_TOOL_USE)),
          Map.entry("AfterTool", List.of(HookType.POST_TOOL_USE)),
          Map.entry("SubagentStart", List.of(HookType.SUBAGENT_START)),
          Map.entry("SubagentStop", List.of(HookType.SUBAGENT_STOP)),
          Map.entry("PreCompact", List.of(HookType.PRE_COMPACT)),
          Map.entry("PreCompress", List.of(HookType.PRE_COMPACT)),
          Map.entry("PermissionRequest", List.of(HookType.PERMISSION_REQUEST)));

  private final Hosts hosts = new Hosts(text -> "/full/text");

  static List<Recording> recordings() {
    return Recording.all();
  }

  private HookEvent read(Recording recording, Optional<String> header, Optional<String> type) {
    return hosts.read(header, type, Optional.empty(), Set.of(), recording.bytes());
  }

  private static List<HookType> types(Recording recording) {
    if (recording.event().equals("Setup")) {
      return recording.text("trigger").equals("init")
          ? List.of(HookType.SETUP_INIT)
          : List.of(HookType.SETUP_MAINTENANCE);
    }
    return TYPES.getOrDefault(recording.event(), List.of());
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

    assertThat(event.host()).isEqualTo(recording.host());
    assertThat(event.name()).isEqualTo(recording.event());
    assertThat(event.types()).isEqualTo(types(recording));
    assertThat(event.session()).contains(recording.text("session_id"));
    assertThat(event.agent()).isEqualTo(Optional.ofNullable(recording.text("agent_id")));
    assertThat(event.directory()).contains(recording.text("cwd"));
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void no_field_is_lost_or_changed_but_those_that_are_null(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());

    recording.payload().properties().removeIf(field -> field.getValue().isNull());
    assertThat(Json.object(event.fields())).isEqualTo(recording.payload());
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
  void nothing_to_say_is_continue(Recording recording) {
    HookEvent event = read(recording, Optional.empty(), Optional.empty());

    assertThat(hosts.write(event, HookResult.NOTHING)).hasToString("{\"continue\":true}");
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void every_answer_is_one_that_the_host_understands(Recording recording) {
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
