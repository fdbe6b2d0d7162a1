package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.hostfile.McpPlace;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;

/** `swarm install HOST --mcp` and its undo, for every host. */
final class McpInstallTest extends EmptyPlaces {
  private static Installer.Options options(boolean dryRun) {
    return new Installer.Options(
        Via.AUTO,
        Optional.empty(),
        Duration.ofSeconds(10),
        true,
        false,
        dryRun,
        Optional.empty(),
        true);
  }

  static Stream<Arguments> hostsAndScopes() {
    return HostCatalogue.STANDARD.installable().stream()
        .flatMap(
            host -> Stream.of(Scope.USER, Scope.PROJECT).map(scope -> Arguments.of(host, scope)));
  }

  private static Path file(SettingsPlace place) {
    return McpPlace.beside(place).orElseThrow().file();
  }

  @ParameterizedTest
  @MethodSource("hostsAndScopes")
  void install_and_uninstall_leave_no_trace(HostProfile host, Scope scope) throws Exception {
    Map<String, String> before = everything();
    SettingsPlace place = place(host, scope);

    InstallReport installed = installer.install(place, options(false));
    Map<String, String> after = everything();
    InstallReport again = installer.install(place, options(false));

    assertThat(installed.mcp()).contains(file(place));
    assertThat(Files.readString(file(place))).contains("bin/swarm\"").contains("\"mcp\"");
    assertThat(again.mcp()).isEmpty();
    assertThat(everything()).isEqualTo(after);
    installer.uninstall(place, false);
    assertThat(everything()).isEqualTo(before);
  }

  /** Files as people have them, in the form of each host. */
  static Stream<Arguments> presentFiles() {
    return Stream.of(
        Arguments.of(HostProfiles.CLAUDE, "{\"numStartups\": 3, \"projects\": {\"/p\": {}}}"),
        Arguments.of(
            HostProfiles.GEMINI, "{\n  // mine\n  \"mcpServers\": {\n    \"other\": {}\n  }\n}\n"),
        Arguments.of(HostProfiles.CODEX, "model = \"m\"\n\n[mcp_servers.other]\ncommand = \"x\""),
        Arguments.of(HostProfiles.COPILOT, "{\"mcpServers\":{\"other\":{\"command\":\"x\"}}}"),
        Arguments.of(HostProfiles.QWEN, "{\n\t\"mcpServers\": {}\n}\n"),
        Arguments.of(HostProfiles.OPENCODE, "{\n  \"model\": \"m\"\n}"));
  }

  @ParameterizedTest
  @MethodSource("presentFiles")
  void what_was_in_the_file_stays_as_it_was(HostProfile host, String text) throws Exception {
    SettingsPlace place = place(host, Scope.USER);
    Files.createDirectories(file(place).getParent());
    Files.writeString(file(place), text);
    Map<String, String> before = everything();

    installer.install(place, options(false));

    assertThat(Files.readString(file(place))).contains("swarmd");
    installer.uninstall(place, false);
    assertThat(text(file(place))).isEqualTo(before.get(file(place).toString()));
  }

  @ParameterizedTest
  @MethodSource("hostsAndScopes")
  void a_dry_run_shows_the_change_and_makes_none(HostProfile host, Scope scope) throws Exception {
    Map<String, String> before = everything();

    InstallReport report = installer.install(place(host, scope), options(true));

    assertThat(report.diff()).contains("mcp");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void a_file_that_cannot_be_read_stays_as_it_is() throws Exception {
    SettingsPlace place = place(HostProfiles.COPILOT, Scope.USER);
    Files.createDirectories(file(place).getParent());
    Files.writeString(file(place), "{");

    assertThatThrownBy(() -> installer.install(place, options(false)))
        .isInstanceOf(InstallRefused.class)
        .hasMessageContaining("is not valid JSON");
    assertThat(Files.readString(file(place))).isEqualTo("{");
  }

  @Test
  void local_settings_have_no_servers() {
    assertThatThrownBy(
            () -> installer.install(place(HostProfiles.CLAUDE, Scope.LOCAL), options(false)))
        .hasMessage("--mcp needs --user or --project; nothing was changed");
  }
}
