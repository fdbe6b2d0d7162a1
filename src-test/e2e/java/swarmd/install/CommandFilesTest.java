package swarmd.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.catalogue.OwnCommand;
import swarmd.catalogue.OwnPolicy;
import swarmd.home.Home;
import swarmd.hostfile.Scope;
import swarmd.hostfile.SettingsPlace;
import swarmd.install.InstallReport.Change;

/** Slash commands and a policy that an install adds beside the settings. */
final class CommandFilesTest {
  @TempDir private Path folder;
  private Installer installer;

  @BeforeEach
  void prepare() throws IOException {
    Path home = Files.createDirectory(folder.resolve("h"));
    Files.writeString(home.resolve("http.json"), "{\"port\":4711,\"token\":\"0123\"}");
    installer =
        new Installer(new Home(home, home.resolve("swarmd.sock")), "1.2.3", HostCatalogue.STANDARD);
  }

  @Test
  void an_install_adds_every_command_and_an_uninstall_removes_them() throws Exception {
    for (HostProfile host : List.of(HostProfiles.CLAUDE, HostProfiles.GEMINI, HostProfiles.QWEN)) {
      SettingsPlace place = place(host, Scope.PROJECT);

      InstallReport installed = install(place, false);

      assertThat(names(place)).hasSize(OwnCommand.values().length);
      assertThat(installed.commands()).hasSize(OwnCommand.values().length);
      assertThat(install(place, false).commands()).isEmpty();
      assertThat(uninstall(place).commands()).hasSize(OwnCommand.values().length);
      assertThat(place.file().getParent()).doesNotExist();
    }
  }

  @Test
  void hooks_see_the_command_in_either_format() throws Exception {
    install(place(HostProfiles.CLAUDE, Scope.USER), false);
    install(place(HostProfiles.GEMINI, Scope.USER), false);
    install(place(HostProfiles.QWEN, Scope.USER), false);

    assertThat(folder.resolve(".qwen/commands/ralph.md")).content().contains("\n\n{{args}}\n");
    assertThat(folder.resolve(".claude/commands/ralph.md"))
        .content()
        .startsWith("---\n")
        .contains("disable-model-invocation: true", "$ARGUMENTS");
    assertThat(folder.resolve(".gemini/commands/cancel.toml"))
        .content()
        .contains("prompt = \"/cancel {{args}}\"");
  }

  @Test
  void files_of_the_person_are_left_alone() throws Exception {
    SettingsPlace place = place(HostProfiles.CLAUDE, Scope.USER);
    Path commands = Files.createDirectories(place.commandFolder().orElseThrow());
    Path own = Files.writeString(commands.resolve("ralph.md"), "my own ralph");
    Path target = Files.writeString(folder.resolve("target"), "linked");
    Path link = Files.createSymbolicLink(commands.resolve("swarm.md"), target);
    Path dangling = Files.createSymbolicLink(commands.resolve("pipeline.md"), folder.resolve("no"));

    InstallReport report = install(place, false);

    assertThat(report.warnings()).hasSize(3).allMatch(text -> text.contains("stays as it is"));
    assertThat(own).hasContent("my own ralph");
    assertThat(target).hasContent("linked");
    uninstall(place);
    assertThat(names(place)).containsExactly("pipeline.md", "ralph.md", "swarm.md");
    assertThat(link).isSymbolicLink();
    assertThat(dangling).isSymbolicLink();
    assertThat(folder.resolve("no")).doesNotExist();
  }

  @Test
  void an_edited_command_stays_after_an_uninstall_and_is_named() throws Exception {
    SettingsPlace place = place(HostProfiles.CLAUDE, Scope.USER);
    install(place, false);
    Path edited = place.commandFolder().orElseThrow().resolve("cancel.md");
    Files.writeString(edited, Files.readString(edited) + "and say goodbye\n");

    assertThat(install(place, false).commands()).isEmpty();
    InstallReport report = uninstall(place);

    assertThat(report.warnings())
        .containsExactly(edited + " was edited after the install and stays as it is");
    assertThat(names(place)).containsExactly("cancel.md");
  }

  @Test
  void a_command_of_an_earlier_version_is_replaced() throws Exception {
    SettingsPlace place = place(HostProfiles.CLAUDE, Scope.USER);
    install(place, false);
    Path command = place.commandFolder().orElseThrow().resolve("cancel.md");
    String current = Files.readString(command);
    Path records = folder.resolve("h/installs.json");
    Files.writeString(command, "as an earlier version wrote it");
    Files.writeString(
        records,
        Files.readString(records)
            .replaceFirst(
                "(\"cancel.md\" : \")[0-9a-f]+",
                "$1"
                    + swarmd.files.Sha256.hex(
                        "as an earlier version wrote it"
                            .getBytes(java.nio.charset.StandardCharsets.UTF_8))));

    assertThat(install(place, false).commands()).containsExactly(command);
    assertThat(command).hasContent(current.stripTrailing());
  }

  @Test
  void deleted_commands_come_back_with_the_next_install() throws Exception {
    SettingsPlace place = place(HostProfiles.GEMINI, Scope.USER);
    install(place, false);
    Files.delete(place.commandFolder().orElseThrow().resolve("cancel.toml"));

    InstallReport again = install(place, false);

    assertThat(again.change()).isEqualTo(Change.ALREADY_INSTALLED);
    assertThat(again.commands()).hasSize(1);
    uninstall(place);
    assertThat(place.file().getParent()).doesNotExist();
  }

  @Test
  void commands_that_another_install_needs_stay_until_that_ends_too() throws Exception {
    SettingsPlace project = place(HostProfiles.CLAUDE, Scope.PROJECT);
    SettingsPlace local =
        new SettingsPlace(
            HostProfiles.CLAUDE, Scope.LOCAL, project.file().resolveSibling("settings.local.json"));
    install(project, false);
    install(local, false);

    assertThat(uninstall(project).commands()).isEmpty();
    assertThat(names(local)).hasSize(OwnCommand.values().length);
    uninstall(local);
    assertThat(project.commandFolder().orElseThrow()).doesNotExist();
  }

  @Test
  void a_dry_run_shows_the_files_and_writes_none() throws Exception {
    SettingsPlace place = place(HostProfiles.CLAUDE, Scope.PROJECT);

    assertThat(install(place, true).diff()).contains("commands/cancel.md", "+description: End");
    assertThat(place.file().getParent()).doesNotExist();

    install(place, false);
    assertThat(installer.uninstall(place, true).diff()).contains("-description: End");
    assertThat(names(place)).hasSize(OwnCommand.values().length);
  }

  @Test
  void a_file_in_the_folders_place_is_reported_and_the_hooks_are_installed() throws Exception {
    SettingsPlace place = place(HostProfiles.CLAUDE, Scope.USER);
    Files.createDirectories(place.file().getParent());
    Path file = Files.writeString(place.commandFolder().orElseThrow(), "not a folder");

    InstallReport report = install(place, false);

    assertThat(report.change()).isEqualTo(Change.INSTALLED);
    assertThat(report.warnings()).hasSize(1);
    uninstall(place);
    assertThat(file).hasContent("not a folder");
  }

  @Test
  void an_install_for_the_user_adds_the_policy_and_an_uninstall_removes_it() throws Exception {
    SettingsPlace place = place(HostProfiles.GEMINI, Scope.USER);
    Path policy = policy(place);

    assertThat(install(place, true).diff()).contains("policies/swarmd.toml", "+decision");
    assertThat(place.file().getParent()).doesNotExist();
    assertThat(install(place, false).policies()).containsExactly(policy);
    assertThat(policy).hasContent(OwnPolicy.text(HostProfiles.GEMINI).stripTrailing());
    assertThat(install(place, false).policies()).isEmpty();
    assertThat(installer.uninstall(place, true).diff()).contains("-decision");
    assertThat(uninstall(place).policies()).containsExactly(policy);
    assertThat(place.file().getParent()).doesNotExist();
  }

  @Test
  void a_policy_is_added_only_where_the_host_reads_it() throws Exception {
    SettingsPlace project = place(HostProfiles.GEMINI, Scope.PROJECT);
    SettingsPlace claude = place(HostProfiles.CLAUDE, Scope.USER);

    assertThat(install(project, false).policies()).isEmpty();
    assertThat(install(claude, false).policies()).isEmpty();

    assertThat(project.file().resolveSibling("policies")).doesNotExist();
    assertThat(claude.file().resolveSibling("policies")).doesNotExist();
  }

  @Test
  void policies_of_the_person_are_left_alone() throws Exception {
    SettingsPlace place = place(HostProfiles.GEMINI, Scope.USER);
    Path own = policy(place);
    Files.createDirectories(own.getParent());
    Files.writeString(own, "my own rules");
    Path other = Files.writeString(own.resolveSibling("mine.toml"), "more rules");

    assertThat(install(place, false).warnings())
        .containsExactly(own + " is not swarmd's and stays as it is");
    uninstall(place);

    assertThat(own).hasContent("my own rules");
    Files.delete(own);
    install(place, false);
    uninstall(place);
    assertThat(own).doesNotExist();
    assertThat(other).hasContent("more rules");
  }

  @Test
  void an_edited_policy_stays_and_a_deleted_one_comes_back() throws Exception {
    SettingsPlace place = place(HostProfiles.GEMINI, Scope.USER);
    install(place, false);
    Path policy = policy(place);
    Files.delete(policy);
    assertThat(install(place, false).policies()).containsExactly(policy);
    Files.writeString(policy, "# edited\n");

    assertThat(install(place, false).policies()).isEmpty();
    assertThat(uninstall(place).warnings())
        .containsExactly(policy + " was edited after the install and stays as it is");
    assertThat(policy).hasContent("# edited");
  }

  private static Path policy(SettingsPlace place) {
    return place.policyFolder().orElseThrow().resolve(OwnPolicy.FILE_NAME);
  }

  private SettingsPlace place(HostProfile host, Scope scope) {
    Path settings = folder.resolve(host.settings().orElseThrow().folder()).resolve("settings.json");
    return new SettingsPlace(host, scope, settings);
  }

  private InstallReport install(SettingsPlace place, boolean dryRun) throws Exception {
    return installer.install(
        place,
        new Installer.Options(
            Via.LAUNCHER, Optional.empty(), Duration.ofSeconds(10), true, dryRun));
  }

  private InstallReport uninstall(SettingsPlace place) throws Exception {
    return installer.uninstall(place, false);
  }

  private static List<String> names(SettingsPlace place) throws IOException {
    try (Stream<Path> files = Files.list(place.commandFolder().orElseThrow())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
