package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;

final class SensitiveFieldsTest {
  private static final String COMMON =
      "session_id transcript_path cwd hook_event_name timestamp prompt_id permission_mode agent_id"
          + " agent_type";
  private static final String OTHERS =
      " tool_name tool_input tool_use_id permission_suggestions reason trigger prompt secret"
          + " __proto__ last_assistant_message";

  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  private Set<String> kept(HookType type) {
    String json =
        Arrays.stream((COMMON + OTHERS).split(" "))
            .map(name -> "\"" + name + "\":\"x\"")
            .collect(Collectors.joining(",", "{", "}"));
    return hosts
        .read(
            Optional.empty(),
            Optional.of(type.label()),
            Optional.empty(),
            Set.of(),
            json.getBytes(StandardCharsets.UTF_8))
        .fields()
        .keySet();
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
    assertThat(kept(type)).isEqualTo(names(COMMON + " " + more));
  }

  @ParameterizedTest
  @EnumSource
  void all_fields_of_any_other_event_are_kept(HookType type) {
    if (!type.kind().isSensitive()) {
      assertThat(kept(type)).isEqualTo(names(COMMON + OTHERS));
    }
  }
}
