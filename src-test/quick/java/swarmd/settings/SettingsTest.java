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
import java.util.Optional;
import java.util.Set;
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
    file("{\"settings\": {\"lease.ms\": 1001}}");
    assertLease(1_001, "settings.json");
    environment.put("SWARMD_LEASE_MS", "1002");
    assertLease(1_002, "environment SWARMD_LEASE_MS");
    properties.put("swarmd.lease.ms", "1003");
    assertLease(1_003, "property swarmd.lease.ms");
  }

  @Test
  void an_empty_value_counts_as_not_set() {
    properties.put("swarmd.lease.ms", "");
    environment.put("SWARMD_LEASE_MS", "");

    assertLease(300_000, "default");
  }

  @Test
  void a_number_in_the_file_may_be_written_as_text_and_null_is_not_set() throws IOException {
    file("{\"settings\": {\"lease.ms\": \"1700\", \"log.level\": null}}");

    assertLease(1_700, "settings.json");
    assertThat(load().text(Setting.LOG_LEVEL)).isEqualTo("info");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{\"lease_ms\": 1}        | unknown setting \"lease_ms\" in settings.json; did you mean"
            + " \"lease.ms\"?",
        "{\"SWARMD_LEASE_MS\": 1} | unknown setting \"SWARMD_LEASE_MS\" in settings.json; did you"
            + " mean \"lease.ms\"?",
        "{\"leasing\": 1}         | unknown setting \"leasing\" in settings.json; see: swarm"
            + " settings",
        "{\"home\": \"/x\"}       | unknown setting \"home\" in settings.json; see: swarm settings",
        "{\"lease.ms\": [1]}      | \"lease.ms\" in settings.json must be a string or a number",
        "[]                       | \"settings\" in settings.json must be an object",
        "{\"lease.ms\": 100}      |"
      },
      delimiter = '|')
  void settings_without_effect_are_reported(String json, String report) throws IOException {
    file("{\"settings\": %s}".formatted(json));

    assertThat(load().ignored()).isEqualTo(report == null ? List.of() : List.of(report));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "{\"setings\": {}}   | unknown key \"setings\" in settings.json; did you mean 'settings'?",
        "{\"lease.ms\": 7}   | unknown key \"lease.ms\" in settings.json; put it into"
            + " \"settings\": {\"lease.ms\": …}",
        "{\"colour\": 7}     | unknown key \"colour\" in settings.json; known keys: settings,"
            + " permissions, hooks, checks, project",
        "{\"settings\": {\"lease.sm\": 7}} | unknown setting \"lease.sm\" in settings.json; did"
            + " you mean \"lease.ms\"?",
      },
      delimiter = '|')
  void unknown_keys_are_reported_with_the_likely_name(String json, String report)
      throws IOException {
    file(json);

    assertThat(load().ignored()).containsExactly(report);
  }

  @Test
  void a_misspelt_hook_gets_a_suggestion() {
    environment.put("SWARMD_HOOKS_OFF", "coment-checker,nonsense");

    assertThat(load().unknownNames(Setting.HOOKS_OFF, Set.of("comment-checker")))
        .containsExactly(
            "SWARMD_HOOKS_OFF names an unknown hook 'coment-checker'; did you mean"
                + " 'comment-checker'?",
            "SWARMD_HOOKS_OFF names an unknown hook 'nonsense'; see: swarm hooks list");
  }

  @Test
  void the_file_may_be_empty_or_have_other_entries() throws IOException {
    file("{\"hooks\": {}, \"settings\": {\"unknown\": 1}}");
    assertLease(300_000, "default");
    file("");
    assertLease(300_000, "default");
    file("[]");
    assertLease(300_000, "default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "1.5", "1e3", " 5", "1234567890123456789", "0x10"})
  void a_text_for_a_number_is_refused_with_the_name_of_the_variable(String bad) {
    environment.put("SWARMD_LEASE_MS", bad);

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("SWARMD_LEASE_MS")
        .hasMessageContaining("'" + bad + "'")
        .hasMessageContaining("environment");
  }

  @Test
  void a_port_out_of_range_is_refused() {
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
    "SWARMD_LEASE_MS, -1",
    "SWARMD_LEASE_MS, 0",
    "SWARMD_LEASE_MS, 99",
    "SWARMD_LEASE_MS, 86400001",
    "SWARMD_LEASE_MS, 999999999999",
    "SWARMD_REQUEST_TIMEOUT_MS, 0",
    "SWARMD_HOOK_TIMEOUT_MS, 999",
    "SWARMD_HOOK_TIMEOUT_MS, 600001",
    "SWARMD_LOG_LEVEL, loud",
    "SWARMD_PERMISSION_FALLBACK, allow"
  })
  void a_value_beyond_its_limit_is_refused(String variable, String value) {
    environment.put(variable, value);

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining(variable + " must be ")
        .hasMessageContaining(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "86400000"})
  void the_shortest_and_the_longest_lease_are_accepted(String millis) {
    environment.put("SWARMD_LEASE_MS", millis);

    assertLease(Long.parseLong(millis), "environment SWARMD_LEASE_MS");
  }

  @Test
  void a_bad_number_in_the_file_is_refused_with_its_source() throws IOException {
    file("{\"settings\": {\"lease.ms\": true}}");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessage("SWARMD_LEASE_MS must be a number, not 'true' (settings.json)");
  }

  @Test
  void a_value_that_is_not_among_the_choices_is_refused_with_a_list_of_them() {
    environment.put("SWARMD_FILE_OWNERSHIP", "warn");
    assertThat(load().text(Setting.FILE_OWNERSHIP)).isEqualTo("warn");
    environment.put("SWARMD_FILE_OWNERSHIP", "Deny");

    assertThatThrownBy(this::load)
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(
            "SWARMD_FILE_OWNERSHIP must be one of deny, ask, warn, off, not 'Deny' (environment"
                + " SWARMD_FILE_OWNERSHIP); did you mean 'deny'?");
  }

  @Test
  void permissions_are_lists_of_first_words() throws IOException {
    assertThat(load().permissions()).isEqualTo(Permissions.NONE);
    file("{\"permissions\": {\"allow\": [\"npm test\"], \"deny\": [\"rm\", \"git push\"]}}");

    assertThat(load().permissions())
        .isEqualTo(new Permissions(List.of("npm test"), List.of(), List.of("rm", "git push")));
  }

  @Test
  void runners_are_declared_for_all_projects_or_for_each() throws IOException {
    file("{\"permissions\": {\"runners\": [\"npm test\"]}}");
    assertThat(load().permissions().runners().of(Optional.empty(), Optional.of("/shop")))
        .containsExactly("npm test");
    file("{\"permissions\": {\"runners\": {\"/shop\": [\"npm test\"], \"bank\": [\"pytest\"]}}}");
    Runners runners = load().permissions().runners();

    assertThat(runners.of(Optional.of("/shop"), Optional.of("/shop"))).containsExactly("npm test");
    assertThat(runners.of(Optional.of("bank"), Optional.of("/x"))).containsExactly("pytest");
    assertThat(runners.of(Optional.of("other"), Optional.of("/other"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "null",
        "{\"runners\": true}",
        "{\"runners\": {\"/shop\": \"npm test\"}}",
        "{\"runners\": [\"npm test; rm\"]}",
        "{\"allow\": \"npm\"}",
        "{\"alow\": []}",
        "{\"allow\": [5]}",
        "{\"allow\": [\"\"]}",
        "{\"allow\": [\"npm *\"]}",
        "{\"ask\": [\"a  b\"]}",
        "{\"deny\": [\"Bash(rm:*)\"]}"
      })
  void invalid_permissions_are_refused(String permissions) throws IOException {
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
  void home_and_socket_are_the_ones_in_use() {
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
