package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.hostfile.HookTrust;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallReport.Change;
import swarmd.testing.Api;

/** Install and uninstall for Codex, Copilot CLI, Qwen Code and OpenCode. */
final class MoreInstallsTest extends EmptyPlaces {
  private static final List<HostProfile> HOSTS =
      List.of(HostProfiles.CODEX, HostProfiles.COPILOT, HostProfiles.QWEN, HostProfiles.OPENCODE);

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
  void commands_are_where_each_host_reads_them() throws Exception {
    for (HostProfile host : HOSTS) {
      installer.install(place(host, Scope.USER), options());
      installer.install(place(host, Scope.PROJECT), options());
    }

    for (String file :
        List.of(
            "u/.qwen/commands/ralph.md",
            "p/.qwen/commands/ralph.md",
            "u/.copilot/skills/ralph/SKILL.md",
            "p/.github/skills/ralph/SKILL.md",
            "u/.config/opencode/commands/ralph.md",
            "p/.opencode/commands/ralph.md")) {
      assertThat(folder.resolve(file)).content().contains("mode ralph", "removes it");
    }
    assertThat(folder.resolve("u/.copilot/skills/autopilot")).doesNotExist(); // it has its own
    assertThat(folder.resolve("u/.codex/skills")).doesNotExist();
  }

  @Test
  void a_command_of_the_person_becomes_a_skill_and_goes_with_the_install() throws Exception {
    Path own = Files.createDirectories(folder.resolve("h/commands")).resolve("salute.md");
    Files.writeString(own, "---\ndescription: Greet\n---\nSay hello to $ARGUMENTS.\n");
    SettingsPlace place = place(HostProfiles.COPILOT, Scope.USER);
    Path skills = user.resolve(".copilot/skills");
    Path mine = Files.createDirectories(skills.resolve("mine")).resolve("SKILL.md");
    Files.writeString(mine, "mine");

    installer.install(place, options());
    assertThat(skills.resolve("salute/SKILL.md"))
        .content()
        .contains("name: salute\n", "Say hello to");
    Files.delete(own);
    installer.install(place, options());
    assertThat(skills.resolve("salute")).doesNotExist();
    Files.writeString(skills.resolve("ralph/notes.txt"), "mine, too");
    installer.uninstall(place, false);

    assertThat(mine).hasContent("mine");
    assertThat(skills.resolve("ralph/notes.txt")).exists();
    assertThat(skills.resolve("swarm")).doesNotExist();
  }

  @Test
  void a_link_or_a_file_in_the_place_of_a_skill_stays_as_it_is() throws Exception {
    SettingsPlace place = place(HostProfiles.COPILOT, Scope.PROJECT);
    Path skills = Files.createDirectories(project.resolve(".github/skills"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(skills.resolve("ralph"), elsewhere);
    Files.writeString(skills.resolve("swarm"), "mine");
    Map<String, String> before = everything();

    InstallReport report = installer.install(place, options());

    assertThat(report.warnings()).hasSize(2).allMatch(text -> text.contains("stays as it is"));
    assertThat(elsewhere).isEmptyDirectory();
    installer.uninstall(place, false);
    assertThat(everything()).isEqualTo(before);
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[features]\nhooks = true\n",
        "[tui]\nstate = \"x\"\n[features]\nhooks.x = 1 # comment",
        "# hooks = {}\r\n[hooks.state.\"/x:stop:0:0\"]\r\ntrusted_hash = \"sha256:1\"",
        "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = \"command\"\ncommand = \"say done\"\n"
      })
  void trust_is_added_to_a_config_with_other_words_about_hooks(String config) throws Exception {
    Files.createDirectories(config().getParent());
    Files.writeString(config(), config);
    SettingsPlace place = place(HostProfiles.CODEX, Scope.USER);

    installer.install(place, options().trusting(config()));

    String written = Files.readString(config());
    assertThat(written).startsWith(config);
    assertThat(HookTrust.in(written)).containsAllEntriesOf(hashes(place));
    assertThat(written.contains("\r\n")).isEqualTo(config.contains("\r\n"));
    assertThat(written.replace("\r\n", "").contains("\n")).isEqualTo(!config.contains("\r\n"));
    installer.uninstall(place, false);
    assertThat(Files.readString(config())).isEqualTo(config);
  }

  private static Map<String, String> hashes(SettingsPlace place) throws Exception {
    return HookTrust.ofOurs(place.file(), JsonReader.read(Files.readString(place.file()), false));
  }

  /** Codex writes `enabled = false` if the person turns a hook off there. */
  @Test
  void a_hook_that_was_turned_off_stays_so_in_an_upgrade_and_leaves_nothing_behind()
      throws Exception {
    SettingsPlace place = place(HostProfiles.CODEX, Scope.USER);
    installer.install(place, options().trusting(config()));
    String stop = "[hooks.state.\"%s:stop:0:0\"]\n".formatted(place.file());
    String config = Files.readString(config()).replace(stop, stop + "enabled = false\n");
    Files.writeString(
        config(),
        "model = \"o3\"\n" + config.replaceAll("sha256:[0-9a-f]+", "sha256:0") + "# end\n");

    installer.install(place, options().trusting(config()));

    assertThat(HookTrust.in(Files.readString(config()))).isEqualTo(hashes(place));
    assertThat(Files.readString(config())).containsOnlyOnce("enabled = false");
    installer.uninstall(place, false);
    assertThat(Files.readString(config())).isEqualTo("model = \"o3\"\n# end\n");
  }

  @Test
  void the_trust_of_a_hook_that_has_moved_moves_with_it() throws Exception {
    SettingsPlace place = place(HostProfiles.CODEX, Scope.USER);
    installer.install(place, options().trusting(config()));
    String mine = "{\"hooks\":[{\"type\":\"command\",\"command\":\"say done\"}]},";
    Files.writeString(
        place.file(),
        Files.readString(place.file())
            .replaceFirst("(\"Stop\"\\s*:\\s*\\[)", "$1" + mine.replace("$", "\\$")));

    installer.install(place, options().trusting(config()));

    Map<String, String> trusted = HookTrust.in(Files.readString(config()));
    assertThat(trusted).isEqualTo(hashes(place));
    assertThat(trusted).containsKey(place.file() + ":stop:1:0");
  }

  @Test
  void the_config_of_today_comes_back_even_if_an_old_backup_is_left() throws Exception {
    SettingsPlace place = place(HostProfiles.CODEX, Scope.USER);
    Files.createDirectories(config().getParent());
    Files.writeString(config(), "model = \"o3\"");
    installer.install(place, options().trusting(config()));
    Files.writeString(config(), Files.readString(config()) + "[tui]\ntheme = \"x\"\n");
    installer.uninstall(place, false);
    Files.writeString(config(), "model = \"o4\"");

    installer.install(place, options().trusting(config()));
    installer.uninstall(place, false);

    assertThat(Files.readString(config())).isEqualTo("model = \"o4\"");
  }

  /** A second table of the same name would make the whole file invalid. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hooks = { state = {} }\n",
        "'hooks'.state.x = 1\n",
        "[hooks]\nstate.x = 1\n",
        "[hooks.\"state\".x]\n",
        "[\"hooks\".state]\n",
        "[hooks.state.'@FILE@:stop:0:0']\n",
        "[hooks.state]\n\"@FILE@:stop:0:0\" = { trusted_hash = \"sha256:1\" }\n"
      })
  void a_config_that_cannot_be_added_to_is_refused_before_anything_changes(String config)
      throws Exception {
    Files.createDirectories(config().getParent());
    Files.writeString(
        config(),
        config.replace("@FILE@", place(HostProfiles.CODEX, Scope.USER).file().toString()));
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
