package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.testing.SettableTime;
import swarmd.userhooks.ProjectHooks.State;
import swarmd.userhooks.UserHook.Action;

final class HookConfigsTest {
  @TempDir private Path root;
  private final SettableTime time = new SettableTime();
  private final Queue<Runnable> background = new ArrayDeque<>();
  private Path home;
  private Path project;
  private HookConfigs configs;

  @BeforeEach
  void prepare() throws IOException {
    root = root.toRealPath();
    home = Files.createDirectory(root.resolve("home"));
    project = Files.createDirectory(root.resolve("project"));
    configs = fresh();
  }

  private HookConfigs fresh() {
    return new HookConfigs(home, HookOverrides.NONE, folder -> background::add, time);
  }

  private static String stop(String command) {
    return "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"%s\"}]}]}}"
        .formatted(command);
  }

  private Path user(String text) throws IOException {
    return Files.writeString(home.resolve("settings.json"), text);
  }

  private Path shared(String text) throws IOException {
    return write(".swarmd/settings.json", text);
  }

  private Path local(String text) throws IOException {
    return write(".swarmd/settings.local.json", text);
  }

  private Path write(String name, String text) throws IOException {
    Files.createDirectories(project.resolve(".swarmd"));
    return Files.writeString(project.resolve(name), text);
  }

  private ProjectHooks read() {
    return configs.read(Optional.of(project.toString()));
  }

  private static List<String> commands(HookConfig config) {
    return new HookPlanner(List.of())
        .plan(Events.of("Stop", Map.of()), config).hooks().stream()
            .map(hook -> ((Action.Command) hook.action()).line())
            .toList();
  }

  private List<String> running() {
    return commands(read().config());
  }

  private void trustAll() throws IOException {
    assertThat(configs.trust(project.toString(), read().hash().orElseThrow())).isTrue();
  }

  @Test
  void without_files_there_are_no_hooks_and_no_problems() {
    ProjectHooks hooks = read();

    assertThat(hooks.trust()).isEqualTo(State.NONE);
    assertThat(hooks.problems()).isEmpty();
    assertThat(hooks.files()).hasSize(3).noneMatch(HookFile::found);
    assertThat(hooks.config().counts()).isEmpty();
  }

  @Test
  void the_users_hooks_need_no_trust() throws IOException {
    user(stop("a"));

    assertThat(running()).containsExactly("a");
    assertThat(commands(configs.read(Optional.empty()).config())).containsExactly("a");
  }

  @Test
  void a_projects_hooks_run_once_they_are_trusted() throws IOException {
    user(stop("a"));
    shared(stop("b"));
    local(stop("c"));

    assertThat(configs.state(project.toString())).isEqualTo(State.UNTRUSTED);
    assertThat(running()).containsExactly("a");
    assertThat(commands(read().wanted())).containsExactly("a", "b", "c");
    trustAll();
    assertThat(configs.state(project.toString())).isEqualTo(State.TRUSTED);
    assertThat(running()).containsExactly("a", "b", "c");
  }

  @Test
  void an_untrusted_project_cannot_disable_the_users_hooks() throws IOException {
    user(stop("a"));
    shared("{\"hooks\":{\"enabled\":false}}");

    assertThat(read().trust()).isEqualTo(State.UNTRUSTED);
    assertThat(running()).containsExactly("a");
    trustAll();
    assertThat(running()).isEmpty();
  }

  @Test
  void any_change_needs_new_trust() throws IOException {
    shared(stop("b"));
    trustAll();
    shared(stop("c"));

    assertThat(configs.state(project.toString())).isEqualTo(State.CHANGED);
    assertThat(running()).isEmpty();
    shared(stop("b"));
    assertThat(configs.state(project.toString())).isEqualTo(State.TRUSTED);
    local(stop("d"));
    assertThat(configs.state(project.toString())).isEqualTo(State.CHANGED);
  }

  @Test
  void a_change_without_effect_keeps_trust() throws IOException {
    shared(stop("b"));
    trustAll();
    shared(" " + stop("b").replace("\"hooks\":{", "\"hooks\": { ") + "\n");
    assertThat(configs.state(project.toString())).isEqualTo(State.TRUSTED);
    local("{\"other\": 1}");
    assertThat(configs.state(project.toString())).isEqualTo(State.TRUSTED);
  }

  @Test
  void a_hook_moved_to_another_file_needs_new_trust() throws IOException {
    Path file = shared(stop("b"));
    trustAll();
    Files.move(file, project.resolve(".swarmd/settings.local.json"));

    assertThat(configs.state(project.toString())).isEqualTo(State.CHANGED);
  }

  @Test
  void hooks_that_changed_after_the_review_are_not_trusted() throws IOException {
    shared(stop("b"));
    String seen = read().hash().orElseThrow();
    shared(stop("evil"));

    assertThat(configs.trust(project.toString(), seen)).isFalse();
    assertThat(configs.state(project.toString())).isEqualTo(State.UNTRUSTED);
    assertThat(configs.trust(project.toString(), "")).isFalse();
  }

  @Test
  void trust_can_be_revoked() throws IOException {
    shared(stop("b"));
    trustAll();

    assertThat(configs.untrust(project.toString())).isTrue();
    assertThat(configs.state(project.toString())).isEqualTo(State.UNTRUSTED);
    assertThat(configs.untrust(project.toString())).isFalse();
  }

  @Test
  void trust_survives_a_restart_in_a_private_file() throws IOException {
    shared(stop("b"));
    trustAll();
    configs = fresh();

    assertThat(configs.state(project.toString())).isEqualTo(State.TRUSTED);
    Path file = home.resolve("trust.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(home)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void trust_in_one_project_does_not_extend_to_another() throws IOException {
    shared(stop("b"));
    trustAll();
    project = Files.createDirectory(root.resolve("other"));
    shared(stop("b"));

    assertThat(configs.state(project.toString())).isEqualTo(State.UNTRUSTED);
  }

  @Test
  void a_broken_trust_file_trusts_no_project_and_is_kept() throws IOException {
    shared(stop("b"));
    trustAll();
    Path file = Files.writeString(home.resolve("trust.json"), "{");

    assertThat(configs.state(project.toString())).isEqualTo(State.UNTRUSTED);
    assertThatThrownBy(this::trustAll)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("fix or remove it");
    assertThat(file).hasContent("{");
  }

  @Test
  void an_event_needs_no_disk_access_and_a_change_takes_effect_after_a_second() throws IOException {
    user(stop("a"));
    var first = configs.of(Optional.empty());
    var meanwhile = configs.of(Optional.empty());
    assertThat(background).hasSize(1);
    assertThat(first).isNotDone().isSameAs(meanwhile);
    background.remove().run();
    assertThat(commands(first.join().config())).containsExactly("a");
    user(stop("b"));

    time.advance(Duration.ofMillis(999));
    assertThat(commands(configs.of(Optional.empty()).join().config())).containsExactly("a");
    assertThat(background).isEmpty();
    time.advance(Duration.ofMillis(1));
    var next = configs.of(Optional.empty());
    background.remove().run();
    assertThat(commands(next.join().config())).containsExactly("b");
  }

  @Test
  void somebody_who_asks_for_the_current_hooks_gets_them_right_after_a_change() throws IOException {
    CompletableFuture<ProjectHooks> before = configs.of(Optional.of(project.toString()));
    background.remove().run();
    assertThat(commands(before.join().config())).isEmpty();
    user(stop("new"));

    CompletableFuture<ProjectHooks> after = configs.current(Optional.of(project.toString()));
    background.remove().run();

    assertThat(commands(after.join().config())).containsExactly("new");
  }

  @Test
  void a_file_that_has_not_changed_is_not_read_again() throws IOException {
    Path file = user(stop("a"));
    FileTime long_ago = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(file, long_ago);
    read();
    time.advance(Duration.ofSeconds(3)); // before that, a change may leave the timestamp the same
    HookConfig config = read().config();

    assertThat(read().config()).isSameAs(config);
    Files.writeString(file, stop("bb"));
    Files.setLastModifiedTime(file, long_ago);
    assertThat(running()).containsExactly("bb");
    Files.delete(file);
    assertThat(running()).isEmpty();
  }

  @Test
  void trust_takes_effect_at_once() throws IOException {
    shared(stop("b"));
    Optional<String> here = Optional.of(project.toString());
    var before = configs.of(here);
    background.remove().run();
    assertThat(commands(before.join().config())).isEmpty();
    trustAll();
    var after = configs.of(here);
    background.remove().run();

    assertThat(commands(after.join().config())).containsExactly("b");
  }

  @Test
  void a_broken_file_is_one_problem_and_the_others_work() throws IOException {
    user(stop("a"));
    Path file = shared("{\"hooks\": nonsense");

    ProjectHooks hooks = read();
    assertThat(hooks.trust()).isEqualTo(State.NONE);
    assertThat(commands(hooks.config())).containsExactly("a");
    assertThat(hooks.problems()).hasSize(1);
    assertThat(hooks.problems().get(0).file()).isEqualTo(file.toString());
    assertThat(hooks.problems().get(0).line()).isEqualTo(1);
  }

  @Test
  void a_link_must_not_lead_out_of_the_project() throws IOException {
    Path elsewhere = Files.writeString(root.resolve("elsewhere.json"), stop("evil"));
    Files.createDirectories(project.resolve(".swarmd"));
    Files.createSymbolicLink(project.resolve(".swarmd/settings.json"), elsewhere);

    assertThat(read().trust()).isEqualTo(State.NONE);
    assertThat(read().problems())
        .extracting(Problem::reason)
        .containsExactly("it is a link that leads out of the project");
  }

  @Test
  void a_folder_must_not_lead_out_of_the_project_either() throws IOException {
    Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("settings.json"), stop("evil"));
    Files.createSymbolicLink(project.resolve(".swarmd"), elsewhere);

    assertThat(read().trust()).isEqualTo(State.NONE);
    assertThat(read().problems()).hasSize(1);
  }

  @Test
  void a_link_within_the_project_and_one_of_the_users_own_are_followed() throws IOException {
    write("real.json", stop("b"));
    Files.createSymbolicLink(
        project.resolve(".swarmd/settings.json"), project.resolve("real.json"));
    Path dotfiles = Files.writeString(root.resolve("dotfiles.json"), stop("a"));
    Files.createSymbolicLink(home.resolve("settings.json"), dotfiles);

    assertThat(commands(read().wanted())).containsExactly("a", "b");
  }

  @Test
  void a_large_file_a_folder_and_a_broken_link_are_problems() throws IOException {
    user(" ".repeat(1 << 20) + "{}");
    Files.createDirectories(project.resolve(".swarmd/settings.json"));
    Files.createSymbolicLink(
        project.resolve(".swarmd/settings.local.json"), project.resolve("nowhere"));

    assertThat(read().problems())
        .extracting(Problem::reason)
        .containsExactly("it is larger than 1 MiB", "it is not a file", "it is a broken link");
  }

  @Test
  void in_the_home_directory_the_users_file_is_read_once() throws IOException {
    home = Files.createDirectory(project.resolve(".swarmd"));
    user(stop("a"));
    configs = fresh();

    assertThat(read().trust()).isEqualTo(State.NONE);
    assertThat(running()).containsExactly("a");
  }

  @Test
  void an_empty_file_has_no_effect() throws IOException {
    user("");

    assertThat(read().problems()).isEmpty();
  }
}
