package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import swarmd.home.Version;
import swarmd.testing.NextVersion;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.TestHome;

/** The archive with its own runtime and the real Claude Code, in an empty home without Java. */
@Tag("hosts")
@ExtendWith(HostsAreInstalled.class)
class FromArchiveTest {
  private static final Path ARCHIVE =
      Path.of(System.getProperty("swarmd.archives"))
          .resolve("swarmd-%s-linux-x64.tar.gz".formatted(Version.current()));

  private final TestHome root = TestHome.create();
  private final Path user = root.root().resolve("u");
  private final Path project = root.project();
  private final ScriptedModel model = ScriptedModel.start();
  private final ClaudeProgram claude = ClaudeProgram.installed();
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void make_a_system_without_java() throws IOException {
    Path bin = Files.createDirectories(root.root().resolve("bin"));
    for (String folder : List.of("/bin", "/usr/bin")) {
      try (Stream<Path> programs = Files.walk(Path.of(folder), 1, FileVisitOption.FOLLOW_LINKS)) {
        for (Path program : programs.filter(Files::isRegularFile).toList()) {
          Path link = bin.resolve(program.getFileName());
          if (!program.toRealPath().toString().contains("/jvm/") && !Files.exists(link)) {
            Files.createSymbolicLink(link, program);
          }
        }
      }
    }
    Files.createDirectories(user);
    Path temporary = Files.createDirectories(root.root().resolve("x"));
    environment.put("HOME", user.toString());
    environment.put("PATH", user.resolve(".local/bin") + ":" + bin);
    environment.put("TERM", "dumb");
    environment.put("TMPDIR", temporary.toString());
    environment.put("CLAUDE_CODE_TMPDIR", temporary.toString());
    environment.putAll(claude.environment(model.url()));
  }

  @AfterEach
  void stop() {
    model.close();
    if (Files.exists(user.resolve(".local/bin/swarm"))) {
      Programs.run(project, environment, "sh", "-c", "swarm daemon stop");
    }
    root.close();
  }

  private String sh(String command) {
    Result result = Programs.run(project, environment, "sh", "-c", command);
    assertThat(result.exit()).as(command + "\n" + result).isZero();
    return result.out();
  }

  private String session(String prompt) throws IOException {
    Process host =
        Programs.start(
            project,
            environment,
            Stream.concat(Stream.of("setsid"), claude.command(prompt, claude.unasked()).stream())
                .toArray(String[]::new));
    try {
      CompletableFuture<String> out = Programs.text(host.inputReader(StandardCharsets.UTF_8));
      CompletableFuture<String> err = Programs.text(host.errorReader(StandardCharsets.UTF_8));
      host.getOutputStream().close();
      assertThat(Programs.await(host)).as(out.join() + err.join()).isZero();
      return out.join();
    } finally {
      RealHost.endGroup(host);
    }
  }

  @Test
  void it_is_installed_used_upgraded_under_a_session_that_holds_a_task_and_removed()
      throws IOException {
    claude.homeFiles(project).forEach((name, json) -> write(user.resolve(name), json.toString()));
    Path unpacked = root.root().resolve("swarmd-" + Version.current());
    sh("tar xf '%s' -C '%s'".formatted(ARCHIVE, root.root()));
    assertThat(Programs.run(project, environment, "sh", "-c", "command -v java").exit())
        .isNotZero();

    sh(unpacked + "/install.sh");
    assertThat(sh("swarm demo --fast")).contains("ada");
    assertThat(sh("swarm install claude")).contains("installed the hooks for Claude Code");
    sh("swarm task add 'write the parser'");
    AtomicReference<String> upgrade = new AtomicReference<>();
    model.script(
        Turn.shell("swarm task claim"),
        input -> {
          NextVersion.make(unpacked);
          upgrade.set(sh(unpacked + "/install.sh"));
          return RealHostTest.complete(input);
        },
        Turn.say("Done."));
    session("write the parser");

    assertThat(model.failures()).isEmpty();
    assertThat(upgrade.get())
        .contains("installed swarmd " + NextVersion.NUMBER, "stopped: ", "started: ");
    assertThat(sh("swarm status")).contains("swarmd " + NextVersion.NUMBER);
    assertThat(model.requests().get(2).news()).contains("task 1 is done");
    assertThat(sh("swarm events")).doesNotContain("expired", "released");
    assertThat(sh("swarm doctor")).contains("-> run: swarm install claude").doesNotContain("fail ");
    sh("swarm install claude");
    assertThat(sh("swarm doctor")).contains("ok    claude hooks").doesNotContain("fail ");

    String said = sh("swarm uninstall --all");
    assertThat(said)
        .contains("deleted: " + user.resolve(".local/share/swarmd"))
        .contains("left: " + user.resolve(".swarmd"));
    assertThat(user.resolve(".local/bin")).isEmptyDirectory();
    assertThat(user.resolve(".local/share/swarmd")).doesNotExist();
    assertThat(leftOf("swarm")).allMatch(said::contains, "was named");
    assertThat(user.resolve(".claude/commands")).doesNotExist();
    assertThat(user.resolve(".swarmd/swarmd.sock")).doesNotExist();
    assertThat(project).isEmptyDirectory();
  }

  /** Everything outside the data that has this in its name, or is a setting that mentions it. */
  private List<String> leftOf(String word) throws IOException {
    try (Stream<Path> files = Files.walk(user)) {
      return files
          .filter(file -> !file.startsWith(user.resolve(".swarmd")))
          .filter(
              file ->
                  file.getFileName().toString().contains(word)
                      || file.endsWith("settings.json") && read(file).contains(word))
          .map(Path::toString)
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(Path file, String content) {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
