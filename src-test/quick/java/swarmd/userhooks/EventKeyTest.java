package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.catalogue.HookType;
import swarmd.hooks.HookEvent;
import swarmd.hosts.Recording;

final class EventKeyTest {
  private static List<String> named(String name) {
    return EventKey.named(name).stream().map(EventKey::name).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "BeforeTool, PreToolUse",
    "AfterTool, PostToolUse",
    "BeforeAgent, UserPromptSubmit",
    "AfterAgent, Stop",
    "PreCompress, PreCompact",
    "Compaction, PreCompact",
    "keyword-detector, UserPromptSubmit",
    "ralph, Stop",
    "autopilot, Stop",
    "persistent-mode, Stop",
    "stop-continuation, Stop",
    "session-start, SessionStart",
    "pre-tool-use, PreToolUse",
    "permission-request, PermissionRequest",
    "before-model, BeforeModel",
    "after-model, AfterModel",
    "before-agent, UserPromptSubmit",
    "before-tool-selection, BeforeToolSelection",
    "notification, Notification",
    "session-startup, SessionStart",
    "session-clear, SessionEnd",
    "allow-tool, PreToolUse",
    "block-tool, PreToolUse"
  })
  void many_names_mean_one_event(String name, String event) {
    assertThat(named(name)).containsExactly(event);
    assertThat(EventKey.isKnown(name)).isTrue();
  }

  @Test
  void a_hook_type_can_stand_for_two_events() {
    assertThat(named("post-tool-use")).containsExactly("PostToolUse", "PostToolUseFailure");
    assertThat(named("PostToolUse")).containsExactly("PostToolUse");
  }

  @Test
  void setup_is_either_kind_of_setup() {
    assertThat(named("Setup")).contains("setup-init", "setup-maintenance");
    assertThat(named("setup-init")).containsExactly("setup-init");
    HookEvent init = Events.of("Setup", Map.of("trigger", "init"));
    assertThat(EventKey.of(init).name()).isEqualTo("setup-init");
  }

  @ParameterizedTest
  @EnumSource
  void every_hook_type_stands_for_its_events(HookType type) {
    assertThat(EventKey.named(type.label()))
        .isNotEmpty()
        .allSatisfy(key -> assertThat(type.handles(key.kind())).isTrue());
  }

  @ParameterizedTest
  @CsvSource({
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "UserPromptSubmit",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "SubagentStop",
    "Notification",
    "Compaction"
  })
  void the_events_of_an_agents_life_cycle_are_known(String name) {
    assertThat(EventKey.isKnown(name)).isTrue();
  }

  /** Without those that are no event of their session, such as a subagent's Stop in Copilot CLI. */
  static Stream<Recording> recordings() {
    return Recording.all().stream()
        .filter(
            recording ->
                EventKey.isKnown(recording.event())
                    && !eventOf(recording).is(swarmd.catalogue.EventKind.OTHER));
  }

  private static HookEvent eventOf(Recording recording) {
    return Events.from(
        recording.host(),
        recording.event(),
        swarmd.json.Json.parseObject(swarmd.json.Json.bytes(recording.payload())));
  }

  @Test
  void every_event_of_the_first_two_hosts_is_known() {
    assertThat(Recording.all())
        .filteredOn(recording -> recording.host().matches("claude|gemini"))
        .allSatisfy(
            recording -> {
              assertThat(EventKey.isKnown(recording.event())).isTrue();
              assertThat(EventKey.named(recording.event()))
                  .contains(EventKey.of(eventOf(recording)));
            });
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void every_recorded_event_is_found_by_its_hosts_name(Recording recording) {
    HookEvent event = eventOf(recording);

    assertThat(EventKey.isKnown(recording.event())).isTrue();
    assertThat(EventKey.named(recording.event())).contains(EventKey.of(event));
    Optional<String> field = EventKey.of(event).matchedField();
    field.ifPresent(name -> assertThat(event.text(name)).as(name).isPresent());
  }

  @Test
  void an_unknown_name_is_an_event_of_that_name() {
    assertThat(EventKey.isKnown("MoonRise")).isFalse();
    assertThat(EventKey.of(Events.of("MoonRise", Map.of())))
        .isEqualTo(EventKey.named("MoonRise").get(0));
  }
}
