package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.json.Json;

final class SensitiveFieldsTest {
  private static final String COMMON =
      "session_id transcript_path cwd hook_event_name timestamp prompt_id permission_mode agent_id"
          + " agent_type";
  private static final String OTHERS =
      " tool_name tool_input tool_use_id permission_suggestions reason trigger prompt secret"
          + " __proto__ last_assistant_message";

  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  private HookEvent event(HookType type) {
    String json =
        Arrays.stream((COMMON + OTHERS).split(" "))
            .map(name -> "\"" + name + "\":\"x\"")
            .collect(Collectors.joining(",", "{", "}"));
    return hosts.read(
        Optional.empty(),
        Optional.of(type.label()),
        Optional.empty(),
        Set.of(),
        json.getBytes(StandardCharsets.UTF_8));
  }

  private static Set<String> names(String names) {
    return new LinkedHashSet<>(Arrays.asList(names.split(" ")));
  }

  @ParameterizedTest
  @CsvSource({
    "PERMISSION_REQUEST, tool_name tool_input tool_use_id permission_suggestions",
    "SESSION_END, reason",
    "SETUP_INIT, trigger",
    "SETUP_MAINTENANCE, trigger"
  })
  void only_listed_fields_of_a_sensitive_event_are_kept(HookType type, String more) {
    assertThat(type.kind().isSensitive()).isTrue();
    assertThat(event(type).fields().keySet()).isEqualTo(names(COMMON + " " + more));
    assertThat(event(type).payloadForUserHooks()).isEqualTo(event(type).fields());
  }

  @ParameterizedTest
  @EnumSource
  void the_built_in_hooks_get_only_listed_fields_of_any_event(HookType type) {
    assertThat(event(type).fields()).doesNotContainKeys("secret", "__proto__");
    assertThat(event(type).fields().keySet()).containsAll(names(COMMON));
    assertThat(event(type).fields().keySet()).allMatch(type.kind()::lists);
  }

  @ParameterizedTest
  @EnumSource
  void the_users_own_hooks_get_all_fields_of_an_event_that_is_not_sensitive(HookType type) {
    if (!type.kind().isSensitive()) {
      assertThat(event(type).payloadForUserHooks().keySet()).isEqualTo(names(COMMON + OTHERS));
    }
  }

  @Test
  void an_event_that_no_host_is_known_to_send_has_the_common_fields() {
    HookEvent event =
        hosts.read(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            "{\"hook_event_name\":\"MoonRise\",\"session_id\":\"s1\",\"phase\":\"full\"}"
                .getBytes(StandardCharsets.UTF_8));

    assertThat(event.fields()).containsOnlyKeys("hook_event_name", "session_id");
    assertThat(event.payloadForUserHooks()).containsEntry("phase", "full");
  }

  private static final Pattern READ =
      Pattern.compile("event\\s*\\.(?:text|flag|list|object)\\(\"(\\w+)\"\\)");

  /** A field that is not listed would be absent, and the hook silent, without any error. */
  @Test
  void every_field_that_a_built_in_hook_reads_is_listed() throws IOException {
    Path sources = Path.of(System.getProperty("swarmd.repository"), "daemon/src/main/java/swarmd");
    Set<String> read = new TreeSet<>();
    for (String part : List.of("builtin", "modes", "hooks")) {
      try (Stream<Path> files = Files.walk(sources.resolve(part))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          READ.matcher(Files.readString(file)).results().forEach(found -> read.add(found.group(1)));
        }
      }
    }

    assertThat(read).contains("tool_input", "prompt", "background_tasks");
    assertThat(read)
        .allMatch(field -> Stream.of(EventKind.values()).anyMatch(kind -> kind.lists(field)));
  }

  static List<Recording> recordings() {
    return Recording.all().stream()
        .filter(recording -> recording.payload().has("hook_event_name"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void user_hooks_get_every_recorded_field_unless_the_event_is_sensitive(Recording recording) {
    HookEvent event =
        hosts.read(
            Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), recording.bytes());
    Map<String, Object> sent = Payload.of(Json.parseObject(recording.bytes())).fields();

    assertThat(event.fields().keySet()).allMatch(event.kind()::lists);
    if (event.kind().isSensitive()) {
      sent.keySet().removeIf(field -> !event.kind().lists(field));
    }
    assertThat(event.payloadForUserHooks()).isEqualTo(sent);
  }
}
