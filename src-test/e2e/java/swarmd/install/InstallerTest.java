package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfiles;
import swarmd.home.Home;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallReport.Change;
import swarmd.testing.Api;

/** Install and uninstall of hooks in settings files. */
final class InstallerTest {
  private static final String TOKEN = "0123456789abcdef0123456789abcdef";

  /** Typical settings files. */
  private static final List<String> FILES =
      List.of(
          "",
          "{}",
          "{}\n",
          "{\"model\":\"opus\"}",
          "\ufeff{\n  \"model\": \"opus\"\n}\n",
          """
          {
            "permissions": {
              "allow": ["Bash(ls:*)", "Read"],
              "deny": []
            },
            "hooks": {
              "Stop": [
                {
                  "hooks": [
                    {"type": "command", "command": "say done"}
                  ]
                }
              ],
              "WorktreeCreate": []
            },
            "env": {"A": "b"}
          }
          """,
          """
          {
          \t"hooks": {
          \t\t"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x", "timeout": 3}]}]
          \t}
          }\
          """,
          "{\r\n    \"theme\": \"dark\",\r\n    \"env\": {}\r\n}\r\n",
          "\n\n  {  \"a\" : [ 1 , 2.50 , 1e3 ] , \"ü\\u00e9\\/\" : null  }  \n\n",
          "{\"hooks\":{},\"env\":{\"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP\":\"12\"}}\n");

  @TempDir private Path folder;
  private Path claude;
  private Path http;
  private Installer installer;

  @BeforeEach
  void prepare() throws IOException {
    Path home = Files.createDirectory(folder.resolve("h"));
    http = home.resolve("http.json");
    listenOn(4711, TOKEN, false);
    installer =
        new Installer(new Home(home, home.resolve("swarmd.sock")), "1.2.3", HostCatalogue.STANDARD);
    claude = Files.createDirectory(folder.resolve(".claude")).resolve("settings.json");
  }

  private void listenOn(int port, String token, boolean held) throws IOException {
    Files.writeString(
        http, "{\"port\":%d,\"hook_token\":\"%s\",\"port_held\":%b}".formatted(port, token, held));
  }

  static Stream<Arguments> filesAndWays() {
    return FILES.stream()
        .flatMap(
            file -> Stream.of(Via.HTTP, Via.LAUNCHER, Via.JAR).map(via -> Arguments.of(file, via)));
  }

  @ParameterizedTest
  @MethodSource("filesAndWays")
  void install_and_uninstall_leave_no_trace(String text, Via via) throws Exception {
    Files.writeString(claude, text);

    InstallReport installed = installer.install(user(), with(via, Optional.of(30)));
    byte[] bytes = Files.readAllBytes(claude);
    InstallReport again = installer.install(user(), with(via, Optional.of(30)));

    assertThat(installed.change()).isEqualTo(Change.INSTALLED);
    assertThat(again.change()).isEqualTo(Change.ALREADY_INSTALLED);
    assertThat(Files.readAllBytes(claude)).isEqualTo(bytes);
    assertThat(user().backup()).hasContent(text);
    installer.install(user(), with(Via.LAUNCHER, Optional.empty()));
    installer.install(user(), with(Via.HTTP, Optional.of(9)));
    assertThat(user().backup()).hasContent(text);

    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.RESTORED);
    assertThat(Files.readAllBytes(claude)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    assertThat(files()).containsExactly("settings.json");
    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.NOT_INSTALLED);
  }

  @ParameterizedTest
  @MethodSource("filesAndWays")
  void an_edited_file_keeps_the_edits_and_loses_only_our_hooks(String text, Via via)
      throws Exception {
    Files.writeString(claude, text);
    installer.install(user(), with(via, Optional.of(30)));
    String edited = Files.readString(claude).replaceFirst("\\{", "{\"mine\": 1, ");
    Files.writeString(claude, edited);
    installer.install(user(), with(Via.HTTP, Optional.of(31)));

    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.REMOVED);

    String before = text.isEmpty() ? "{}\n" : text;
    String expected = before.replaceFirst("\\{", "{\"mine\": 1, ");
    assertThat(compact(Files.readString(claude))).isEqualTo(compact(expected));
  }

  /** A file that was empty keeps the line breaks that we added. */
  private static String compact(String text) {
    return text.replaceFirst("1,?\\s+}", "1}");
  }

  @Test
  void a_missing_file_and_its_folder_are_created_and_removed() throws Exception {
    Files.delete(claude.getParent());

    installer.install(user(), with(Via.AUTO, Optional.empty()));
    assertThat(files()).containsExactly("commands", "settings.json");
    installer.uninstall(user(), false);

    assertThat(claude.getParent()).doesNotExist();
  }

  @Test
  void a_file_we_created_is_removed_even_if_it_was_reformatted() throws Exception {
    installer.install(user(), with(Via.AUTO, Optional.empty()));
    Files.writeString(claude, Api.json(Files.readString(claude)).toString());

    installer.uninstall(user(), false);

    assertThat(claude).doesNotExist();
  }

  @Test
  void every_event_has_one_well_formed_hook() throws Exception {
    installer.install(user(), with(Via.HTTP, Optional.empty()));

    JsonNode hooks = Api.json(Files.readString(claude)).get("hooks");
    for (String event : HostProfiles.CLAUDE.settings().orElseThrow().installedEvents()) {
      JsonNode hook = hooks.at("/" + event + "/0/hooks/0");
      boolean command = Set.of("SessionStart", "SessionEnd", "Setup").contains(event);
      assertThat(hook.get("type").asText()).as(event).isEqualTo(command ? "command" : "http");
      assertThat(hook.path("onFailure").asText())
          .isEqualTo(event.equals("PermissionRequest") ? "block" : "");
      assertThat(hook.get("timeout").asInt())
          .as(event)
          .isEqualTo(event.contains("ToolUse") ? 8 : event.equals("SessionEnd") ? 5 : 15);
    }
    assertThat(hooks.at("/Stop/0/hooks/0/url").asText())
        .isEqualTo("http://127.0.0.1:4711/v1/hooks");
    assertThat(hooks.at("/Stop/0/hooks/0/headers/Authorization").asText())
        .isEqualTo("Bearer " + TOKEN);
    assertThat(hooks).hasSameSizeAs(HostProfiles.CLAUDE.settings().orElseThrow().installedEvents());
  }

  @Test
  void http_is_the_default_only_where_systemd_holds_the_port() throws Exception {
    assertThat(installer.install(user(), with(Via.AUTO, Optional.empty())).via())
        .contains(Via.LAUNCHER);

    listenOn(4711, TOKEN, true);
    InstallReport held = installer.install(user(), with(Via.AUTO, Optional.empty()));

    assertThat(held.via()).contains(Via.HTTP);
    assertThat(held.warnings()).isEmpty();
    assertThat(Files.getPosixFilePermissions(claude)).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_new_port_and_token_reach_the_hooks_and_nothing_else_changes(String text) throws Exception {
    Files.writeString(claude, text);
    installer.install(user(), with(Via.HTTP, Optional.of(30)));
    String before = Files.readString(claude);
    HttpAddress from = new HttpAddress(4711, TOKEN, false);
    HttpAddress to = new HttpAddress(815, "f".repeat(32), false);

    installer.moveHttpHooks(from, to);

    String after = Files.readString(claude);
    assertThat(after)
        .isEqualTo(before.replace(":4711/", ":815/").replace(TOKEN, "f".repeat(32)))
        .isNotEqualTo(before);
    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.RESTORED);
    assertThat(claude).hasContent(text);
  }

  static Stream<String> texts() {
    return FILES.stream().filter(text -> !text.isEmpty());
  }

  @Test
  void hooks_of_another_daemon_keep_their_port_and_token() throws Exception {
    installer.install(user(), with(Via.HTTP, Optional.empty()));
    String other = Files.readString(claude).replace(TOKEN, "e".repeat(32));
    Files.writeString(claude, other);

    installer.moveHttpHooks(
        new HttpAddress(4711, TOKEN, false), new HttpAddress(815, "f".repeat(32), false));

    assertThat(claude).hasContent(other);
  }

  @Test
  void an_edited_file_gets_the_new_token_where_it_has_the_old_one() throws Exception {
    installer.install(user(), with(Via.HTTP, Optional.empty()));
    String edited =
        Files.readString(claude).replaceFirst("\\{", "{\"note\": \"http://127.0.0.1:4711/\", ");
    Files.writeString(claude, edited);

    installer.moveHttpHooks(
        new HttpAddress(4711, TOKEN, false), new HttpAddress(815, "f".repeat(32), false));

    assertThat(Files.readString(claude))
        .contains("\"note\": \"http://127.0.0.1:4711/\"", ":815/v1/hooks", "f".repeat(32))
        .doesNotContain(TOKEN, ":4711/v1/hooks");
  }

  @Test
  void a_longer_client_timeout_and_the_ask_fallback_are_installed() throws Exception {
    installer.install(
        user(),
        new Installer.Options(Via.HTTP, Optional.empty(), Duration.ofMillis(20_500), false, false));

    JsonNode hooks = Api.json(Files.readString(claude)).get("hooks");
    assertThat(hooks.at("/Stop/0/hooks/0/timeout").asInt()).isEqualTo(26);
    assertThat(hooks.at("/PreToolUse/0/hooks/0/timeout").asInt()).isEqualTo(26);
    assertThat(hooks.at("/PermissionRequest/0/hooks/0").has("onFailure")).isFalse();
    assertThat(hooks.at("/SessionStart/0/hooks/0/command").asText())
        .startsWith("SWARMD_HOOK_TIMEOUT_MS=20500 SWARMD_PERMISSION_FALLBACK=ask ");
    installer.uninstall(user(), false);
    assertThat(claude).doesNotExist();
  }

  @Test
  void gemini_gets_commands_with_milliseconds_and_keeps_its_comments() throws Exception {
    SettingsPlace gemini =
        new SettingsPlace(HostProfiles.GEMINI, Scope.USER, folder.resolve("g/settings.json"));
    Files.createDirectory(folder.resolve("g"));
    String text = "{\n  // mine\n  \"a\": 1 /* one */\n}\n";
    Files.writeString(gemini.file(), text);

    InstallReport report = installer.install(gemini, with(Via.AUTO, Optional.empty()));

    assertThat(report.via()).contains(Via.LAUNCHER);
    assertThat(Files.readString(gemini.file()))
        .startsWith("{\n  // mine\n  \"a\": 1, /* one */\n  \"hooks\": {\n    \"BeforeTool\": [")
        .contains("\"timeout\": 8000", "\"timeout\": 15000", "\"timeout\": 5000")
        .doesNotContain(TOKEN);
    installer.uninstall(gemini, false);
    assertThat(gemini.file()).hasContent(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"a\": 1,\n}",
        "[]",
        "nonsense",
        "{\"hooks\": []}",
        "{\"hooks\": {\"Stop\": {}}}",
        "{\"hooks\": {\"Stop\": []}, \"hooks\": {}}",
        "{\"hooks\": {\"Stop\": [], \"Stop\": []}}",
        "{} // no"
      })
  void a_file_that_cannot_be_merged_is_refused_and_not_changed(String text) throws IOException {
    Files.writeString(claude, text);

    assertThatThrownBy(() -> installer.install(user(), with(Via.AUTO, Optional.empty())))
        .isInstanceOf(InstallRefused.class)
        .hasMessageContaining(claude.toString())
        .hasMessageContaining("nothing was changed");
    assertThat(claude).hasContent(text);
    assertThat(files()).containsExactly("settings.json");
  }

  @Test
  void a_broken_file_is_refused_with_line_and_column() throws IOException {
    Files.writeString(claude, "{\n  \"a\": 1\n  \"b\": 2\n}");

    assertThatThrownBy(() -> installer.install(user(), with(Via.AUTO, Optional.empty())))
        .hasMessageContaining("line 3, column 3");
    Files.write(claude, new byte[] {'{', (byte) 0xff, '}'});
    assertThatThrownBy(() -> installer.install(user(), with(Via.AUTO, Optional.empty())))
        .hasMessageContaining("is not UTF-8");
  }

  @Test
  void malformed_hooks_of_others_are_reported_and_kept() throws Exception {
    Files.writeString(claude, "{\"hooks\": {\"Other\": [{\"hooks\": [{\"type\": \"command\"}]}]}}");

    InstallReport report = installer.install(user(), with(Via.AUTO, Optional.empty()));

    assertThat(report.warnings())
        .singleElement()
        .asString()
        .startsWith("hooks.Other[0].hooks[0] has no command: Claude Code ignores every hook");
  }

  @Test
  void file_permissions_stay_unless_the_file_contains_the_token() throws Exception {
    Files.writeString(claude, "{}");
    Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rw-rw-r--"));

    installer.install(user(), with(Via.LAUNCHER, Optional.empty()));
    assertThat(mode(claude)).isEqualTo("rw-rw-r--");
    assertThat(mode(user().backup())).isEqualTo("rw-rw-r--");
    installer.install(user(), with(Via.HTTP, Optional.empty()));
    assertThat(mode(claude)).isEqualTo("rw-------");
    Files.setPosixFilePermissions(claude, PosixFilePermissions.fromString("rw-r--r--"));
    installer.install(user(), with(Via.HTTP, Optional.empty()));
    assertThat(mode(claude)).isEqualTo("rw-------");
    installer.uninstall(user(), false);
    assertThat(mode(claude)).isEqualTo("rw-rw-r--");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_link_stays_a_link(boolean leadsToAFile) throws Exception {
    Path dotfiles = Files.createDirectory(folder.resolve("dotfiles"));
    Path real = dotfiles.resolve("claude.json");
    if (leadsToAFile) {
      Files.writeString(real, "{\"a\": 1}");
    }
    Files.createSymbolicLink(claude, Path.of("../dotfiles/claude.json"));

    installer.install(user(), with(Via.LAUNCHER, Optional.empty()));
    assertThat(Files.isSymbolicLink(claude)).isTrue();
    assertThat(Files.isSymbolicLink(real)).isFalse();
    assertThat(Files.readString(real)).contains("/bin/swarm' hook");
    installer.uninstall(user(), false);

    assertThat(Files.isSymbolicLink(claude)).isTrue();
    assertThat(Files.exists(real)).isEqualTo(leadsToAFile);
    if (leadsToAFile) {
      assertThat(real).hasContent("{\"a\": 1}");
    }
  }

  @Test
  void a_link_to_itself_and_a_folder_are_refused() throws Exception {
    Files.createSymbolicLink(claude, Path.of("settings.json"));
    assertThatThrownBy(() -> installer.install(user(), with(Via.AUTO, Optional.empty())))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(claude + ": too many links");
    Files.delete(claude);

    Files.createDirectory(claude);
    assertThatThrownBy(() -> installer.install(user(), with(Via.AUTO, Optional.empty())))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(claude + ": it is not a file");
  }

  @Test
  void long_commands_of_others_are_not_changed() throws Exception {
    String script = "bash -c '" + "x".repeat(20_000) + "'";
    String text =
        "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"%s\"}]}]}}";
    Files.writeString(claude, text.formatted(script));

    installer.install(user(), with(Via.LAUNCHER, Optional.empty()));
    assertThat(Files.readString(claude)).contains(script, "/bin/swarm' hook");
    installer.uninstall(user(), false);

    assertThat(claude).hasContent(text.formatted(script));
  }

  @Test
  void an_uninstall_works_without_the_folder() throws Exception {
    Files.delete(claude.getParent());
    installer.install(user(), with(Via.AUTO, Optional.empty()));
    Files.move(claude.getParent(), folder.resolve("moved"));

    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.NOT_INSTALLED);
    assertThat(Files.readString(folder.resolve("h/installs.json"))).doesNotContain("claude");
  }

  @Test
  void a_concurrent_change_is_not_overwritten() throws Exception {
    Files.writeString(claude, "{}");
    Optional<SettingsFile> read = SettingsFile.read(claude);
    SettingsFile next = read.orElseThrow().with("{\"ours\": 1}");
    Files.writeString(claude, "{\"theirs\": 1}");

    assertThatThrownBy(() -> next.replace(read, claude))
        .isInstanceOf(InstallRefused.class)
        .hasMessage(claude + " was changed by another program just now; run the command again");
    assertThat(claude).hasContent("{\"theirs\": 1}");
    assertThat(files()).containsExactly("settings.json");
    assertThatThrownBy(() -> next.replace(Optional.empty(), claude))
        .isInstanceOf(InstallRefused.class);
  }

  @Test
  void a_dry_run_shows_the_change_without_the_token_and_changes_nothing() throws Exception {
    Files.writeString(claude, "{\n  \"a\": 1\n}\n");
    Installer.Options dry =
        new Installer.Options(Via.HTTP, Optional.empty(), Duration.ofSeconds(10), true, true);

    InstallReport report = installer.install(user(), dry);

    assertThat(report.diff())
        .startsWith("--- " + claude + "\n+++ " + claude + "\n@@ -1,3 +1,")
        .contains("-  \"a\": 1\n+  \"a\": 1,\n+  \"hooks\": {\n", "Bearer ...")
        .doesNotContain(TOKEN);
    assertThat(claude).hasContent("{\n  \"a\": 1\n}\n");
    assertThat(files()).containsExactly("settings.json");
    assertThat(folder.resolve("h/installs.json")).doesNotExist();

    installer.install(user(), with(Via.HTTP, Optional.empty()));
    byte[] installed = Files.readAllBytes(claude);
    assertThat(installer.uninstall(user(), true).diff())
        .contains("+  \"a\": 1\n")
        .doesNotContain(TOKEN);
    assertThat(Files.readAllBytes(claude)).isEqualTo(installed);
  }

  @Test
  void hooks_of_another_installation_are_replaced_and_not_restored() throws Exception {
    String old =
        "{\"a\": 1, \"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\":"
            + " \"/old/bin/swarm hook\"}]}]}}";
    Files.writeString(claude, old);

    assertThat(installer.install(user(), with(Via.LAUNCHER, Optional.empty())).change())
        .isEqualTo(Change.REPLACED);
    assertThat(user().backup()).doesNotExist();
    assertThat(Files.readString(claude)).doesNotContain("/old/");
    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.REMOVED);
    assertThat(claude).hasContent("{\"a\": 1}");
  }

  @Test
  void an_uninstall_finds_our_hooks_without_valid_records() throws Exception {
    Files.writeString(claude, "{\"a\": 1}");
    installer.install(user(), with(Via.LAUNCHER, Optional.empty()));
    Files.writeString(folder.resolve("h/installs.json"), "{\"installs\":[{\"host\":\"?\"}");

    assertThat(installer.uninstall(user(), false).change()).isEqualTo(Change.REMOVED);
    assertThat(claude).hasContent("{\"a\": 1}");
  }

  @Test
  void a_changed_backup_is_not_restored() throws Exception {
    Files.writeString(claude, "{\"a\": 1}");
    installer.install(user(), with(Via.LAUNCHER, Optional.empty()));
    Files.writeString(user().backup(), "{\"other\": 1}");

    installer.uninstall(user(), false);

    assertThat(claude).hasContent("{\"a\": 1}");
  }

  @Test
  void an_earlier_cap_is_restored_and_a_changed_cap_stays() throws Exception {
    String before = "{\"env\": {\"CLAUDE_CODE_STOP_HOOK_BLOCK_CAP\": \"12\"}}";
    Files.writeString(claude, before);
    installer.install(user(), with(Via.LAUNCHER, Optional.of(30)));
    Files.writeString(claude, Files.readString(claude) + "\n");
    installer.uninstall(user(), false);
    assertThat(claude).hasContent(before + "\n");

    installer.install(user(), with(Via.LAUNCHER, Optional.of(30)));
    Files.writeString(claude, Files.readString(claude).replace("\"30\"", "\"40\""));
    installer.uninstall(user(), false);
    assertThat(claude).hasContent(before.replace("12", "40") + "\n");
  }

  @ParameterizedTest
  @EnumSource(Scope.class)
  void only_project_settings_get_no_token_by_default(Scope scope) throws Exception {
    SettingsPlace place = new SettingsPlace(HostProfiles.CLAUDE, scope, claude);
    listenOn(4711, TOKEN, true);

    InstallReport auto = installer.install(place, with(Via.AUTO, Optional.empty()));
    assertThat(auto.via()).contains(scope == Scope.PROJECT ? Via.LAUNCHER : Via.HTTP);
    assertThat(Files.readString(claude).contains(TOKEN)).isEqualTo(scope != Scope.PROJECT);

    InstallReport forced = installer.install(place, with(Via.HTTP, Optional.empty()));
    assertThat(forced.warnings()).hasSize(scope == Scope.PROJECT ? 1 : 0);
    assertThat(mode(claude)).isEqualTo("rw-------");
  }

  private SettingsPlace user() {
    return new SettingsPlace(HostProfiles.CLAUDE, Scope.USER, claude);
  }

  private static Installer.Options with(Via via, Optional<Integer> cap) {
    return new Installer.Options(via, cap, Duration.ofSeconds(10), true, false);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(claude.getParent())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
