package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.json.InvalidInput;

final class HostsTest {
  private static final Optional<String> NO = Optional.empty();
  private static final String DENIED_CLAUDE =
      "{'hookSpecificOutput':{'hookEventName':'PermissionRequest','decision':{'behavior':'deny',"
          + "'message':'broken'}}}";
  private static final String DENIED_GENERIC =
      "{'continue':false,'message':'broken','decision':'deny','reason':'broken'}";
  private static final String CONTINUE = "{'continue':true}";

  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private HookEvent read(Optional<String> host, Optional<String> type, String json) {
    return hosts.read(host, type, NO, Set.of(), bytes(json));
  }

  private HookEvent read(String json) {
    return read(NO, NO, json);
  }

  private String failure(String host, String type, String body) {
    HookEvent unreadable =
        hosts.unreadable(Optional.ofNullable(host), Optional.ofNullable(type), bytes(body));
    HookResult result =
        unreadable.is(EventKind.PERMISSION_REQUEST)
            ? HookResult.deny("broken")
            : HookResult.NOTHING;
    return hosts.write(unreadable, result).toString().replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "claude;  {'hook_event_name':'PreToolUse','session_id':'s'}",
        "claude;  {'hook_event_name':'SessionStart','session_id':'s'}",
        "claude;  {'hook_event_name':'Brandnew','session_id':'s','transcript_path':'/t'}",
        "gemini;  {'hook_event_name':'SessionStart','session_id':'s','timestamp':'t'}",
        "gemini;  {'hook_event_name':'BeforeTool','session_id':'s'}",
        "generic; {'hookEventName':'PreToolUse','sessionId':'s'}",
        "generic; {'hook_event_name':'PreToolUse','sessionId':'s'}",
        "generic; {'hook_event_name':'Compaction','session_id':'s'}",
        "generic; {'hook_event_name':'pre-tool-use','session_id':'s'}",
        "generic; {'hook_event_name':'Brandnew','session_id':'s'}"
      })
  void a_host_is_recognised_by_its_payload(String host, String json) {
    assertThat(read(json).host().id()).isEqualTo(host);
  }

  @Test
  void the_header_names_the_host_unless_it_is_unknown() {
    String json = "{'hook_event_name':'PreToolUse'}";

    assertThat(read(Optional.of("Generic"), NO, json).host().id()).isEqualTo("generic");
    assertThat(read(Optional.of("netscape"), NO, json).host().id()).isEqualTo("claude");
  }

  @ParameterizedTest
  @EnumSource
  void every_type_can_be_named_in_the_path_for_every_host(HookType type) {
    for (String host : List.of("claude", "gemini", "generic")) {
      HookEvent event = read(Optional.of(host), Optional.of(type.label()), "{}");

      assertThat(event.kind()).isEqualTo(type.kind());
      assertThat(event.fields()).containsEntry("hook_event_name", event.name());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "claude, pre-tool-use, PreToolUse",
    "claude, ralph, Stop",
    "claude, setup-init, Setup",
    "claude, BeforeTool, PreToolUse",
    "gemini, pre-tool-use, BeforeTool",
    "gemini, stop-continuation, AfterAgent",
    "gemini, PreToolUse, BeforeTool",
    "gemini, permission-request, permission-request",
    "generic, pre-tool-use, pre-tool-use",
    "generic, PreToolUse, PreToolUse",
    "claude, Whatever, Whatever"
  })
  void an_event_has_the_name_that_its_host_uses(String host, String path, String name) {
    assertThat(read(Optional.of(host), Optional.of(path), "{}").name()).isEqualTo(name);
  }

  @Test
  void the_path_wins_over_the_payload() {
    HookEvent event = read(NO, Optional.of("session-end"), "{'hook_event_name':'Stop'}");

    assertThat(event.kind()).isEqualTo(EventKind.SESSION_END);
    assertThat(event.name()).isEqualTo("SessionEnd");
    assertThat(hosts.write(event, HookResult.deny("go on"))).hasToString("{\"continue\":true}");
  }

  @Test
  void an_event_of_several_names_keeps_the_one_in_the_payload() {
    assertThat(
            read(NO, Optional.of("post-tool-use"), "{'hook_event_name':'PostToolUseFailure'}")
                .name())
        .isEqualTo("PostToolUseFailure");
  }

  @ParameterizedTest
  @CsvSource({"init, SETUP_INIT", "maintenance, SETUP_MAINTENANCE"})
  void the_trigger_determines_the_kind_of_setup(String trigger, EventKind kind) {
    assertThat(read("{'hook_event_name':'Setup','trigger':'" + trigger + "'}").kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'other'", "1", "null"})
  void a_setup_with_another_trigger_has_no_type(String trigger) {
    assertThat(read("{'hook_event_name':'Setup','trigger':" + trigger + "}").kind())
        .isEqualTo(EventKind.SETUP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'hook_event_name':1}", "{'hook_event_name':'../Stop'}", "[]"})
  void a_payload_without_an_event_name_is_refused(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(InvalidInput.class);
  }

  @Test
  void the_generic_dialect_is_understood() {
    HookEvent event =
        read(
            "{'hookEventName':'PreToolUse','sessionId':'s1','agentId':'a1','directory':'/p',"
                + "'toolName':'Bash','toolInput':{'filePath':'x'}}");

    assertThat(event.host().id()).isEqualTo("generic");
    assertThat(event.session()).contains("s1");
    assertThat(event.agent()).contains("a1");
    assertThat(event.directory()).contains("/p");
    assertThat(event.text("tool_name")).contains("Bash");
    assertThat(event.object("tool_input")).hasToString("{filePath=x}");
  }

  @ParameterizedTest
  @CsvSource({"/work/shop, /work/shop", "shop, /p", "'', /p"})
  void the_project_directory_is_used_if_it_is_absolute(String header, String directory) {
    HookEvent event =
        hosts.read(
            NO,
            NO,
            Optional.of(header),
            Set.of("ralph"),
            bytes("{'hook_event_name':'Stop','cwd':'/p'}"));

    assertThat(event.directory()).contains(directory);
    assertThat(event.project()).isEmpty();
    assertThat(event.skipped()).containsExactly("ralph");
  }

  @Test
  void an_id_that_looks_like_a_path_is_removed_from_the_event() {
    HookEvent event =
        read("{'hook_event_name':'Stop','session_id':'../../x','agent_id':'/etc/passwd'}");

    assertThat(event.session()).isEmpty();
    assertThat(event.agent()).isEmpty();
    assertThat(event.fields()).containsOnlyKeys("hook_event_name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        "-;       -;                  {'hook_event_name':'PermissionRequest','a",
        "-;       PermissionRequest;  {'hook_event_name':'PermissionRequest'",
        "claude;  permission-request; -",
        "claude;  PermissionRequest;  []",
        "claude;  -;                  {'a':1,'hook_event_name' : 'PermissionRequest','tool_input':{"
      })
  void a_broken_permission_request_is_denied(String host, String type, String body) {
    String sent = body == null ? "" : body;

    assertThat(failure(host, type, sent)).isEqualTo(DENIED_CLAUDE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        "-;       permission-request; {",
        "generic; PermissionRequest;  {",
        "-;       -;                  {'hookEventName':'PermissionRequest','a",
        "-;       -;                  {'hook_event_name':'permission-request','a"
      })
  void another_hosts_broken_permission_request_is_denied(String host, String type, String body) {
    assertThat(failure(host, type, body)).isEqualTo(DENIED_GENERIC);
  }

  @Test
  void a_broken_permission_request_named_in_the_path_is_denied_for_gemini_too() {
    assertThat(failure("gemini", "permission-request", "{"))
        .isEqualTo("{'decision':'deny','reason':'broken'}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{'hook_event_name':'Stop',",
        "{'hook_event_name':'PreToolUse','tool_input':{'hook_event_name':'PermissionRequest'}}",
        "{'hook_event_name':'PermissionDenied','a"
      })
  void any_other_broken_event_continues(String body) {
    for (String host : new String[] {null, "claude", "gemini", "generic", "netscape"}) {
      assertThat(failure(host, null, body)).isEqualTo(CONTINUE);
      assertThat(failure(host, "pre-tool-use", body)).isEqualTo(CONTINUE);
    }
  }
}
