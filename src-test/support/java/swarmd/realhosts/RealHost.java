package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** A host's real program in the project of a daemon, with a scripted model. */
public final class RealHost {
  private static final long LIMIT_SECONDS = 120;

  private final HostBinary program;
  private final Path project;
  private final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private String permissions;
  private List<String> options = List.of();

  public RealHost(HostBinary program, RunningDaemon daemon, ScriptedModel model) {
    this(program, daemon, model, daemon.project());
  }

  /** Works in a folder other than the daemon's project. */
  public RealHost(HostBinary program, RunningDaemon daemon, ScriptedModel model, Path folder) {
    this.program = program;
    project = folder;
    home = daemon.root().resolve("u");
    permissions = program.unasked();
    Path temporary = daemon.root().resolve("x");
    environment.putAll(daemon.environment());
    environment.put("HOME", home.toString());
    environment.put("PATH", System.getProperty("swarmd.dist") + "/bin:" + System.getenv("PATH"));
    environment.put("TERM", "dumb");
    environment.put("TMPDIR", temporary.toString());
    environment.put("CLAUDE_CODE_TMPDIR", temporary.toString());
    environment.put("XDG_RUNTIME_DIR", temporary.toString());
    environment.putAll(program.environment(model.url()));
    make(temporary);
    program.homeFiles(project).forEach((name, json) -> write(home.resolve(name), json.toString()));
    program.otherFiles(home, project, model.url()).forEach(RealHost::write);
    if (!program.settingsFile().isEmpty()) {
      settings(Api.object());
    }
  }

  public RealHost settings(JsonNode settings) {
    write(project.resolve(program.settingsFile()), settings.toString());
    return this;
  }

  /** As a person does it, in the project. */
  public RealHost install(String via) {
    return install(via, "--project");
  }

  /** For all sessions of the person. */
  public RealHost installForUser(String via) {
    return install(via, "--user");
  }

  /** For all sessions of the person, in the usual way. */
  public RealHost installForUser() {
    return installed(List.of("--user"));
  }

  /** For all sessions of the person, with swarmd's tools by MCP. */
  public RealHost installWithTools() {
    return installed(List.of("--user", "--mcp"));
  }

  private RealHost install(String via, String scope) {
    return installed(List.of(scope, "--via", via));
  }

  private RealHost installed(List<String> options) {
    Programs.Result result =
        Programs.run(
            project,
            environment,
            RunningDaemon.swarmCommand(
                Stream.of(List.of("install", program.name()), options, program.installOptions())
                    .flatMap(List::stream)
                    .toArray(String[]::new)));
    assertThat(result.exit()).as(result.toString()).isZero();
    return this;
  }

  public RealHost with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The daemon's JVM refuses this option, so no hook can start a daemon that is away. */
  public RealHost withoutStartingDaemons() {
    return with("SWARMD_JAVA_OPTS", "-XmxNoSuchOption");
  }

  public RealHost withPermissions(String mode) {
    permissions = mode;
    return this;
  }

  /** With the permissions of a person who has chosen none. */
  public RealHost withUsualPermissions() {
    return withPermissions(program.usual());
  }

  /** Its model has no tool that runs commands. */
  public RealHost withoutShell() {
    return program.withoutShell(this);
  }

  /** Adds these to its command line. */
  public RealHost withOptions(String... added) {
    options = List.of(added);
    return this;
  }

  private List<String> command(String prompt) {
    return Stream.concat(program.command(prompt, permissions).stream(), options.stream()).toList();
  }

  /** One session from its start to its end. */
  public Programs.Result run(String prompt) {
    return run(command(prompt));
  }

  /** The last session is resumed and ends again. */
  public Programs.Result resume(String prompt) {
    return run(Stream.concat(command(prompt).stream(), program.goOn().stream()).toList());
  }

  /** Starts a session; the caller ends it. */
  public Process begin(String prompt) {
    Process process = start(command(prompt));
    Programs.text(process.inputReader(StandardCharsets.UTF_8)); // a full pipe would stop it
    Programs.text(process.errorReader(StandardCharsets.UTF_8));
    try {
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      endGroup(process);
      throw new UncheckedIOException(e);
    }
  }

  /** A session in a terminal, ready for its first prompt; the caller ends it. */
  public TerminalSession open() {
    return open(List.of());
  }

  /** The last session in a terminal; the caller ends it. */
  public TerminalSession reopen() {
    return open(program.goOn());
  }

  private TerminalSession open(List<String> more) {
    Map<String, String> inTerminal = new HashMap<>(environment);
    inTerminal.put("TERM", "xterm-256color");
    List<String> command =
        Stream.of(program.interactive(permissions), options, more).flatMap(List::stream).toList();
    TerminalSession session = TerminalSession.start(project, inTerminal, command);
    try {
      session.awaits(program.ready());
      program.begin(session);
      return session;
    } catch (AssertionError e) {
      session.close();
      throw e;
    }
  }

  /** kill -9 of the host's own process only; its children live on until {@link #endGroup}. */
  public static void kill(Process host) {
    host.destroyForcibly();
    Programs.await(host);
  }

  private Programs.Result run(List<String> command) {
    Process process = start(command);
    CompletableFuture<String> out = Programs.text(process.inputReader(StandardCharsets.UTF_8));
    CompletableFuture<String> err = Programs.text(process.errorReader(StandardCharsets.UTF_8));
    try {
      process.getOutputStream().close();
      return end(process, out, err);
    } catch (IOException e) {
      endGroup(process);
      throw new UncheckedIOException(e);
    }
  }

  /** One session with several prompts, each sent after the answer to the previous one. */
  public Programs.Result talk(String... prompts) {
    Process process = start(((ClaudeProgram) program).conversation(permissions));
    CompletableFuture<String> err = Programs.text(process.errorReader(StandardCharsets.UTF_8));
    CompletableFuture<Void> limit =
        CompletableFuture.runAsync(
            () -> endGroup(process),
            CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS));
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String answers = answers(process, out, prompts);
      return end(
          process, CompletableFuture.completedFuture(answers + Programs.text(out).join()), err);
    } catch (IOException e) {
      endGroup(process);
      throw new UncheckedIOException(e);
    } finally {
      limit.cancel(false);
    }
  }

  private static String answers(Process process, BufferedReader out, String... prompts)
      throws IOException {
    StringBuilder answers = new StringBuilder();
    try (BufferedWriter in = process.outputWriter(StandardCharsets.UTF_8)) {
      for (String prompt : prompts) {
        in.write(ClaudeProgram.line(prompt));
        in.flush();
        answers.append(ClaudeProgram.answer(out));
      }
    }
    return answers.toString();
  }

  private Process start(List<String> words) {
    return Programs.start(
        project,
        environment,
        Stream.concat(Stream.of("setsid"), words.stream()).toArray(String[]::new));
  }

  private Programs.Result end(
      Process process, CompletableFuture<String> out, CompletableFuture<String> err) {
    try {
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      endGroup(process);
      if (!ended) {
        throw new AssertionError(
            "%s did not end.\n%s\n%s".formatted(program, out.join(), err.join()));
      }
      return new Programs.Result(process.exitValue(), out.join(), err.join());
    } catch (InterruptedException e) {
      endGroup(process);
      throw new AssertionError(e);
    }
  }

  /** What it has started and left behind, too. */
  static void endGroup(Process leader) {
    Programs.run(Path.of("/"), Map.of(), "sh", "-c", "kill -KILL -- -" + leader.pid());
  }

  private static void make(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    make(file.getParent());
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
