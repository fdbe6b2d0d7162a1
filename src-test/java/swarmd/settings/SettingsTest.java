package swarmd.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.home.Home;
import swarmd.settings.Settings.InvalidSettings;

class SettingsTest {
  @TempDir private Path directory;
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private Home home;

  @BeforeEach
  void findHome() {
    home = new Home(directory, directory.resolve("s.sock"));
  }

  private Settings load() {
    return Settings.load(home, properties::get, environment::get);
  }

  private void file(String json) throws IOException {
    Files.writeString(home.settings(), json);
  }

  private void assertLease(long millis, String source) {
    Settings settings = load();
    assertThat(settings.number(Setting.LEASE_MS)).isEqualTo(millis);
    assertThat(settings.duration(Setting.LEASE_MS)).isEqualTo(Duration.ofMillis(millis));
    assertThat(settings.source(Setting.LEASE_MS)).isEqualTo(source);
  }

  @Test
  void a_property_wins_over_the_environment_that_over_the_file_and_that_over_the_default()
      throws IOException {
    assertLease(300_000, "default");
    file("{\"settings\": {\"lease.ms\": 1}}");
    assertLease(1, "settings.json");
    environment.put("SWARMD_LEASE_MS", "2");
    assertLease(2, "environment SWARMD_LEASE_MS");
    properties.put("swarmd.lease.ms", "3");
    assertLease(3, "property swarmd.lease.ms");
  }

  @Test
  void what_is_empty_is_not_set() {
    properties.put("swarmd.lease.ms", "");
    environment.put("SWARMD_LEASE_MS", "");

    assertLease(300_000, "default");
  }

  @Test
  void a_number_in_the_file_may_be_written_as_text_and_null_is_not_set() throws IOException {
    file("{\"settings\": {\"lease.ms\": \"17\", \"log.level\": null}}");

    assertLease(17, "settings.json");
    assertThat(load().text(Setting.LOG_LEVEL)).isEqualTo("info");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{\"lease_ms\": 1}        | nobody reads \"lease_ms\" in settings.json; did you mean"
            + " \"lease.ms\"?",
        "{\"SWARMD_LEASE_MS\": 1} | nobody reads \"SWARMD_LEASE_MS\" in settings.json; did you mean"
            + " \"lease.ms\"?",
        "{\"leasing\": 1}         | nobody reads \"leasing\" in settings.json; swarm settings shows"
            + " all there are",
        "{\"home\": \"/x\"}       | nobody reads \"home\" in settings.json; swarm settings shows"
            + " all there are",
        "{\"lease.ms\": [1]}      | \"lease.ms\" in settings.json must be a text or a number",
        "[]                       | \"settings\" in settings.json must be an object",
        "{\"lease.ms\": 1}        |"
      },
      delimiter = '|')
  void what_the_file_holds_in_vain_is_told(String json, String told) throws IOException {
    file("{\"settings\": %s}".formatted(json));

    assertThat(load().unread()).isEqualTo(told == null ? List.of() : List.of(told));
  }

  @Test
  void the_file_may_hold_other_things_or_nothing() throws IOException {
    file("{\"hooks\": {}, \"settings\": {\"unknown\": 1}}");
    assertLease(300_000, "default");
    file("");
    assertLease(300_000, "default");
    file("[]");
    assertLease(300_000, "default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "1.5", "1e3", " 5", "1234567890123", "0x10"})
  void what_is_no_number_is_refused_with_the_name_of_the_variable(String bad) {
    environment.put("SWARMD_LEASE_MS", bad);

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("SWARMD_LEASE_MS")
        .hasMessageContaining("'" + bad + "'")
        .hasMessageContaining("environment");
  }

  @Test
  void a_port_that_cannot_be_is_refused() {
    environment.put("SWARMD_HTTP_PORT", "65535");
    assertThat(load().number(Setting.HTTP_PORT)).isEqualTo(65_535);
    environment.put("SWARMD_HTTP_PORT", "65536");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("SWARMD_HTTP_PORT")
        .hasMessageContaining("65535");
  }

  @ParameterizedTest
  @CsvSource({
    "SWARMD_LEASE_MS, 0",
    "SWARMD_REQUEST_TIMEOUT_MS, 0",
    "SWARMD_HOOK_TIMEOUT_MS, 999",
    "SWARMD_HOOK_TIMEOUT_MS, 600001",
    "SWARMD_LOG_LEVEL, loud",
    "SWARMD_PERMISSION_FALLBACK, allow"
  })
  void what_would_make_it_useless_is_refused(String variable, String value) {
    environment.put(variable, value);

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining(variable + " must be ")
        .hasMessageContaining(value);
  }

  @Test
  void a_bad_number_in_the_file_is_refused_with_where_it_is() throws IOException {
    file("{\"settings\": {\"lease.ms\": true}}");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessage("SWARMD_LEASE_MS must be a number, not 'true' (settings.json)");
  }

  @Test
  void what_is_none_of_the_choices_is_refused_with_all_of_them() {
    environment.put("SWARMD_FILE_OWNERSHIP", "warn");
    assertThat(load().text(Setting.FILE_OWNERSHIP)).isEqualTo("warn");
    environment.put("SWARMD_FILE_OWNERSHIP", "Deny");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(
            "SWARMD_FILE_OWNERSHIP must be one of deny, ask, warn, off, not 'Deny' (environment"
                + " SWARMD_FILE_OWNERSHIP)");
  }

  @Test
  void permissions_are_lists_of_first_words() throws IOException {
    assertThat(load().permissions()).isEqualTo(Permissions.NONE);
    file("{\"permissions\": {\"allow\": [\"npm test\"], \"deny\": [\"rm\", \"git push\"]}}");

    assertThat(load().permissions())
        .isEqualTo(new Permissions(List.of("npm test"), List.of(), List.of("rm", "git push")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "null",
        "{\"allow\": \"npm\"}",
        "{\"alow\": []}",
        "{\"allow\": [5]}",
        "{\"allow\": [\"\"]}",
        "{\"allow\": [\"npm *\"]}",
        "{\"ask\": [\"a  b\"]}",
        "{\"deny\": [\"Bash(rm:*)\"]}"
      })
  void permissions_that_make_no_sense_are_refused(String permissions) throws IOException {
    file("{\"permissions\": " + permissions + "}");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("permissions")
        .hasMessageContaining("settings.json");
  }

  @Test
  void a_broken_file_is_named_and_kept() throws IOException {
    file("{\"settings\": {");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining(home.settings().toString())
        .hasMessageContaining("not valid JSON");
    assertThat(home.settings()).hasContent("{\"settings\": {");
  }

  @Test
  void home_and_socket_are_those_that_are_used() {
    assertThat(load().text(Setting.HOME)).isEqualTo(directory.toString());
    assertThat(load().text(Setting.SOCKET)).isEqualTo(directory.resolve("s.sock").toString());
  }

  @ParameterizedTest
  @EnumSource
  void every_setting_has_a_value_a_line_of_text_and_matching_names(Setting setting) {
    assertThat(load().text(setting)).isNotEmpty();
    assertThat(setting.text()).isNotBlank().doesNotContain("\n");
    assertThat(setting.variable().toLowerCase(java.util.Locale.ROOT).replace('_', '.'))
        .isEqualTo(setting.property());
  }
}
