package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.userhooks.Fixtures.sequence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hooks.HookResult;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;

/** Hooks in jars, which are compiled here. */
class PluginTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Path EXAMPLE =
      Path.of(System.getProperty("swarmd.repository"), "docs/example-plugin/src/example");

  @TempDir Path folder;
  private final SettableTime time = new SettableTime();
  private Plugins plugins = Plugins.none();
  private HookRunner runner = new HookRunner(plugins, Path.of("/"), time);

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectories(folder.resolve("plugins"));
  }

  @AfterEach
  void close() {
    runner.close();
    plugins.close();
  }

  private void load() {
    plugins = Plugins.in(folder.resolve("plugins"), Duration.ofSeconds(20));
    runner = new HookRunner(plugins, Path.of("/"), time);
  }

  /** Creates a plugin with one class of this name and this body of handle. */
  private void plugin(String name, String body) throws IOException {
    PluginJars.make(
        folder,
        name,
        """
        import swarmd.plugin.*;
        public class %s implements HookHandler {
          public String name() { return "%s"; }
          public java.util.Set<String> events() { return java.util.Set.of("*"); }
          public HookDecision handle(HookInput input) throws Exception { %s }
        }
        """
            .formatted(name, name, body));
  }

  private CompletableFuture<HookReport> ask(String className, Map<String, Object> fields) {
    UserHook hook = Fixtures.hook(new Action.Plugin(className), LIMIT, Behaviour.DENY);
    return runner.run(sequence(hook), Fixtures.event("PreToolUse", fields));
  }

  private HookResult answer(String className) {
    return Answers.await(ask(className, Map.of("tool_input", Map.of("a", 1)))).result();
  }

  @Test
  void the_example_plugin_compiles_and_answers() throws IOException {
    PluginJars.make(
        folder, "example.ForcePush", Files.readString(EXAMPLE.resolve("ForcePush.java")));
    assertThat(EXAMPLE.resolveSibling("META-INF/services/swarmd.plugin.HookHandler"))
        .hasContent("example.ForcePush");
    load();

    assertThat(plugins.hooks())
        .containsExactly(
            new PluginHook(
                "no-force-push", "example.ForcePush", Set.of("PreToolUse", "BeforeTool")));
    Map<String, Object> push = Map.of("tool_input", Map.of("command", "git push --force"));
    assertThat(Answers.await(ask("example.ForcePush", push)).result())
        .isEqualTo(HookResult.deny("a forced push would rewrite what others have"));
    assertThat(answer("example.ForcePush")).isEqualTo(HookResult.NOTHING);
  }

  @Test
  void a_plugin_can_use_every_field_of_an_answer() throws IOException {
    plugin(
        "Talker",
        "return HookDecision.ask(\"sure?\").withContext(\"c\").withSystemMessage(\"m\")"
            + ".withUpdatedInput(java.util.Map.of(\"b\", 2));");
    load();

    HookResult result = answer("Talker");

    assertThat(result.reason()).contains("sure?");
    assertThat(result.context()).containsExactly("c");
    assertThat(result.systemMessage()).contains("m");
    assertThat(result.updatedInput()).contains(Map.of("a", 1, "b", 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throw new IllegalStateException(\"a bug\");",
        "return handle(input);",
        "return null;",
        "throw new NoClassDefFoundError(\"gone\");",
        "Class.forName(\"swarmd.hooks.HookEvent\"); return HookDecision.allow();",
        "Class.forName(\"org.slf4j.Logger\"); return HookDecision.allow();"
      })
  void any_error_in_a_plugin_is_a_failed_hook(String body) throws IOException {
    plugin("Broken", body);
    load();

    assertThat(answer("Broken").reason().orElseThrow()).startsWith("hook guard failed: ");
  }

  @Test
  void plugins_do_not_see_each_other() throws IOException {
    plugin("One", "return HookDecision.allow();");
    plugin("Two", "Class.forName(\"One\"); return HookDecision.allow();");
    load();

    assertThat(answer("One")).isEqualTo(HookResult.allow());
    assertThat(answer("Two").reason().orElseThrow()).contains("ClassNotFoundException");
  }

  @Test
  void a_plugin_that_hangs_is_interrupted() throws IOException {
    plugin("Sleeper", "Thread.sleep(1_000_000); return null;");
    load();
    CompletableFuture<HookReport> report = ask("Sleeper", Map.of());

    time.advance(LIMIT);

    assertThat(Answers.await(report).result().reason())
        .contains("hook guard timed out after 10000 ms");
    eventually().until(() -> runner.running() == 0);
  }

  @Test
  void only_a_plugin_with_three_hanging_threads_is_switched_off() throws IOException {
    plugin(
        "Deaf", "while (true) { try { Thread.sleep(1_000); } catch (InterruptedException e) { } }");
    plugin("Healthy", "return HookDecision.allow();");
    load();
    List<CompletableFuture<HookReport>> hung =
        List.of(ask("Deaf", Map.of()), ask("Deaf", Map.of()), ask("Deaf", Map.of()));

    time.advance(LIMIT.plus(PluginRun.INTERRUPT_GRACE));

    assertThat(hung).allMatch(CompletableFuture::isDone);
    assertThat(runner.running()).isZero();
    assertThat(answer("Deaf").reason().orElseThrow()).contains("switched off");
    assertThat(answer("Healthy")).isEqualTo(HookResult.allow());
  }

  @Test
  void a_jar_that_cannot_be_loaded_does_not_affect_others() throws IOException {
    Files.writeString(folder.resolve("plugins/a-broken.jar"), "no jar");
    PluginJars.make(
        folder,
        "Bad",
        """
        public class Bad implements swarmd.plugin.HookHandler {
          static { if (true) throw new IllegalStateException("a bug"); }
          public String name() { return "bad"; }
          public java.util.Set<String> events() { return java.util.Set.of(); }
          public swarmd.plugin.HookDecision handle(swarmd.plugin.HookInput input) { return null; }
        }
        """);
    plugin("Good", "return HookDecision.allow();");
    load();

    assertThat(plugins.hooks()).extracting(PluginHook::name).containsExactly("Good");
    assertThat(answer("Bad").reason().orElseThrow()).contains("no plugin contains the class Bad");
  }

  @Test
  void without_a_folder_there_are_no_plugins() {
    assertThat(Plugins.in(folder.resolve("nowhere"), LIMIT).hooks()).isEmpty();
  }
}
