package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.home.Home;
import swarmd.hostfile.HookTrust;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallReport.Change;
import swarmd.testing.Api;

/** Install and uninstall for Codex, Copilot CLI, Qwen Code and OpenCode. */
final class MoreInstallsTest {
  private static final List<HostProfile> HOSTS =
      List.of(HostProfiles.CODEX, HostProfiles.COPILOT, HostProfiles.QWEN, HostProfiles.OPENCODE);

  @TempDir private Path folder;
  private Path user;
  private Path project;
  private Installer installer;

  @BeforeEach
  void prepare() throws IOException {
    Path home = Files.createDirectory(folder.resolve("h"));
    user = Files.createDirectory(folder.resolve("u"));
    project = Files.createDirectory(folder.resolve("p"));
    Files.writeString(
        home.resolve("http.json"), "{\"port\":4711,\"hook_token\":\"t\",\"port_held\":false}");
    installer =
        new Installer(new Home(home, home.resolve("swarmd.sock")), "1.2.3", HostCatalogue.STANDARD);
  }

  private SettingsPlace place(HostProfile host, Scope scope) {
    return SettingsPlace.of(host, scope, name -> "", user, project);
  }

  private static Installer.Options options() {
    return new Installer.Options(Via.AUTO, Optional.empty(), Duration.ofSeconds(10), true, false);
  }

  private Path config() {
    return user.resolve(".codex/config.toml");
  }

  static Stream<Arguments> hostsAndScopes() {
    return HOSTS.stream()
        .flatMap(
            host -> Stream.of(Scope.USER, Scope.PROJECT).map(scope -> Arguments.of(host, scope)));
  }

  /** Every file and folder below the user's home and the project, with its text. */
  private Map<String, String> everything() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (Path root : List.of(user, project)) {
      try (Stream<Path> files = Files.walk(root)) {
        files.forEach(file -> found.put(file.toString(), text(file)));
      }
    }
    return found;
  }

  private static String text(Path file) {
    try {
      return Files.isDirectory(file) ? "" : Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("hostsAndScopes")
  void install_and_uninstall_leave_no_trace(HostProfile host, Scope scope) throws Exception {
    Map<String, String> before = everything();
    SettingsPlace place = place(host, scope);

    InstallReport installed = installer.install(place, options());
    byte[] bytes = Files.readAllBytes(place.file());
    InstallReport again = installer.install(place, options());

    assertThat(installed.change()).isEqualTo(Change.INSTALLED);
    assertThat(again.change()).isEqualTo(Change.ALREADY_INSTALLED);
    assertThat(again.diff()).isEmpty();
    assertThat(Files.readAllBytes(place.file())).isEqualTo(bytes);
    assertThat(installer.uninstall(place, false).change()).isEqualTo(Change.RESTORED);
    assertThat(everything()).isEqualTo(before);
    assertThat(installer.places()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("hostsAndScopes")
  void a_dry_run_shows_the_change_and_makes_none(HostProfile host, Scope scope) throws Exception {
    Map<String, String> before = everything();
    Installer.Options dry =
        new Installer.Options(Via.AUTO, Optional.empty(), Duration.ofSeconds(10), true, true);

    InstallReport report = installer.install(place(host, scope), dry);

    assertThat(report.diff()).contains("+++ " + place(host, scope).file(), "bin/swarm");
    assertThat(everything()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"say done\"}]}]}}\n"
      })
  void hooks_of_others_in_the_same_file_stay(String text) throws Exception {
    for (HostProfile host : List.of(HostProfiles.CODEX, HostProfiles.QWEN)) {
      SettingsPlace place = place(host, Scope.USER);
      Files.createDirectories(place.file().getParent());
      Files.writeString(place.file(), text);

      installer.install(place, options());
      assertThat(Files.readString(place.file())).contains("bin/swarm");
      installer.uninstall(place, false);

      assertThat(Files.readString(place.file())).isEqualTo(text);
    }
  }

  @Test
  void the_entries_are_in_the_form_of_each_host() throws Exception {
    JsonNode codex = installed(HostProfiles.CODEX);
    assertThat(codex.fieldNames()).toIterable().containsExactly("hooks");
    JsonNode end = codex.at("/hooks/SessionEnd/0/hooks/0");
    assertThat(end.get("timeout").asInt()).isEqualTo(3);
    assertThat(end.get("command").asText()).contains("SWARM_HOST=codex ").endsWith("swarm' hook");

    JsonNode copilot = installed(HostProfiles.COPILOT);
    assertThat(copilot.get("version").asInt()).isEqualTo(1);
    assertThat(copilot.at("/hooks/SubagentStart/0/hooks/0/command").asText())
        .contains("SWARM_HOST=copilot ")
        .endsWith("swarm' hook SubagentStart || :");
    assertThat(copilot.toString()).doesNotContain("matcher");

    JsonNode qwen = installed(HostProfiles.QWEN);
    assertThat(qwen.at("/hooks/PreToolUse/0/hooks/0/timeout").asInt()).isEqualTo(8_000);
    assertThat(qwen.at("/hooks/PreToolUse/0/hooks/0/command").asText())
        .contains("SWARM_HOST=qwen ");
  }

  @Test
  void qwen_s_http_hooks_count_seconds_and_name_the_host() throws Exception {
    SettingsPlace place = place(HostProfiles.QWEN, Scope.USER);
    installer.install(
        place,
        new Installer.Options(Via.HTTP, Optional.empty(), Duration.ofSeconds(10), true, false));

    JsonNode hooks = Api.json(Files.readString(place.file())).get("hooks");

    JsonNode tool = hooks.at("/PreToolUse/0/hooks/0");
    assertThat(tool.get("type").asText()).isEqualTo("http");
    assertThat(tool.get("timeout").asInt()).isEqualTo(8);
    assertThat(tool.at("/headers/Swarm-Host").asText()).isEqualTo("qwen");
    for (String event : List.of("SessionStart", "SessionEnd", "PermissionRequest")) {
      assertThat(hooks.at("/" + event + "/0/hooks/0/type").asText()).isEqualTo("command");
    }
  }

  private JsonNode installed(HostProfile host) throws Exception {
    installer.install(place(host, Scope.USER), options());
    return Api.json(Files.readString(place(host, Scope.USER).file()));
  }

  @Test
  void codex_is_not_told_of_trust_unless_the_person_says_so() throws Exception {
    InstallReport report = installer.install(place(HostProfiles.CODEX, Scope.USER), options());

    assertThat(config()).doesNotExist();
    assertThat(report.notes())
        .singleElement()
        .asString()
        .contains("Trust all and continue", "swarm install codex --user --trust");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "model = \"o3\"", "model = \"o3\"\n\n[projects.\"/p\"]\nx = 1\n"})
  void trust_is_written_for_each_hook_and_taken_back(String config) throws Exception {
    Files.createDirectories(config().getParent());
    Files.writeString(config(), config);
    Map<String, String> before = everything();

    for (Scope scope : List.of(Scope.USER, Scope.PROJECT)) {
      SettingsPlace place = place(HostProfiles.CODEX, scope);
      InstallReport report = installer.install(place, options().trusting(config()));

      assertThat(report.notes().get(0)).contains("you trust these hooks");
      assertThat(report.diff()).contains("+trusted_hash = ");
      String written = Files.readString(config());
      assertThat(written).startsWith(config);
      assertThat(HookTrust.in(written))
          .isEqualTo(
              HookTrust.ofOurs(
                  place.file(), JsonReader.read(Files.readString(place.file()), false)))
          .hasSize(HostProfiles.CODEX.settings().orElseThrow().installedEvents().size());
      installer.install(place, options().trusting(config()));
      assertThat(config()).hasContent(written);
      installer.uninstall(place, false);
      assertThat(everything()).isEqualTo(before);
    }
  }

  /** Computed with another program, as Codex computes it. */
  @Test
  void the_hash_is_the_one_that_codex_computes() throws Exception {
    String hooks =
        """
        {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"'/opt/swarmd/bin/swarm' hook","timeout":8}]}],
        "Stop":[{"hooks":[{"type":"command","command":"say"}]},
                {"matcher":"x","hooks":[{"type":"command","command":"'/opt/swarmd/bin/swarm' hook","timeout":15}]}]}}
        """;

    assertThat(
            HookTrust.ofOurs(Path.of("/home/dev/.codex/hooks.json"), JsonReader.read(hooks, false)))
        .containsExactly(
            Map.entry(
                "/home/dev/.codex/hooks.json:pre_tool_use:0:0",
                "sha256:d4abaad6e719e4dfecb5e272a654cb015da737bae518cbf5cbe864113fecb8e7"),
            Map.entry(
                "/home/dev/.codex/hooks.json:stop:1:0",
                "sha256:21bfbc50f031879d88dbe177a5ededc741056db356f1c7a7413391b8f5d99f46"));
  }

  @Test
  void trust_that_codex_has_written_meanwhile_stays_when_ours_is_taken_back() throws Exception {
    SettingsPlace place = place(HostProfiles.CODEX, Scope.USER);
    installer.install(place, options().trusting(config()));
    String theirs =
        "\n[hooks.state.\"/p/.codex/hooks.json:stop:0:0\"]\ntrusted_hash = \"sha256:1\"\n";
    Files.writeString(config(), "model = \"o3\"\n" + Files.readString(config()) + theirs);

    installer.uninstall(place, false);

    assertThat(config()).hasContent("model = \"o3\"\n" + theirs);
  }

  @Test
  void a_config_that_cannot_be_added_to_is_refused_before_anything_changes() throws Exception {
    Files.createDirectories(config().getParent());
    Files.writeString(config(), "hooks = { state = {} }\n");
    Map<String, String> before = everything();

    assertThatThrownBy(
            () ->
                installer.install(
                    place(HostProfiles.CODEX, Scope.USER), options().trusting(config())))
        .isInstanceOf(InstallRefused.class)
        .hasMessageContaining("without --trust");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void a_plugin_that_is_somebody_else_s_or_was_edited_stays() throws Exception {
    SettingsPlace place = place(HostProfiles.OPENCODE, Scope.USER);
    Files.createDirectories(place.file().getParent());
    Files.writeString(place.file(), "export const Mine = async () => ({});\n");

    assertThatThrownBy(() -> installer.install(place, options()))
        .isInstanceOf(InstallRefused.class)
        .hasMessageContaining("is not swarmd's");
    assertThat(installer.uninstall(place, false).change()).isEqualTo(Change.NOT_INSTALLED);
    assertThat(place.file()).hasContent("export const Mine = async () => ({});\n");

    Files.delete(place.file());
    installer.install(place, options());
    String edited = Files.readString(place.file()) + "// mine\n";
    Files.write(place.file(), edited.getBytes(StandardCharsets.UTF_8));
    InstallReport report = installer.uninstall(place, false);
    assertThat(report.warnings()).singleElement().asString().contains("was edited");
    assertThat(place.file()).hasContent(edited);
  }

  @Test
  void the_plugin_of_an_older_version_is_replaced() throws Exception {
    SettingsPlace place = place(HostProfiles.OPENCODE, Scope.USER);
    Files.createDirectories(place.file().getParent());
    Files.writeString(place.file(), "const LAUNCHER = \"/old/bin/swarm\";\n");

    assertThat(installer.install(place, options()).change()).isEqualTo(Change.REPLACED);
    installer.uninstall(place, false);

    assertThat(place.file()).doesNotExist();
  }
}
