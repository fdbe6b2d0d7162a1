package swarmd.worktrees;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import swarmd.time.Time;
import swarmd.userhooks.ProcessTree;
import swarmd.userhooks.ShellProcess;

/**
 * Runs git so that nothing of the repository's own runs with it. An agent can write a repository's
 * configuration, hooks and attributes with an edit tool; what they name must not run in the daemon.
 * The person's own configuration counts, except for hooks.
 */
final class Git implements AutoCloseable {
  /** Enough for the check-out of a large repository. */
  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final Duration PATIENCE_WITH_LEFT_BEHIND = Duration.ofSeconds(10);
  private static final int MAX_OUTPUT = 32 << 20;
  private static final String MARK = "git ";

  /** Whatever the repository and the person say. */
  private static final List<String> OVERRIDES =
      List.of(
          "core.hooksPath=/dev/null",
          "core.fsmonitor=false",
          "core.pager=cat",
          "core.editor=:",
          "sequence.editor=:",
          "core.askPass=true",
          "core.sshCommand=false",
          "core.alternateRefsCommand=true",
          "credential.helper=",
          "protocol.allow=never",
          "gc.auto=0",
          "maintenance.auto=false",
          "commit.gpgSign=false",
          "log.showSignature=false",
          "merge.verifySignatures=false",
          "merge.autoStash=false",
          "merge.renormalize=false",
          "rebase.autoStash=false",
          "rebase.autoSquash=false",
          "rebase.rebaseMerges=false",
          "rebase.updateRefs=false",
          "rerere.enabled=false",
          "submodule.recurse=false",
          "diff.external=",
          "advice.detachedHead=false",
          "core.quotePath=false");

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "LC_ALL", "C",
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_EDITOR", ":",
          "GIT_SEQUENCE_EDITOR", ":",
          "GIT_MERGE_AUTOEDIT", "no",
          "GIT_ALLOW_PROTOCOL", "none",
          "GIT_NO_LAZY_FETCH", "1",
          "GIT_OPTIONAL_LOCKS", "0");

  private final Path scratch;
  private final String home;
  private final Time time;
  private final Set<ProcessTree> running = ConcurrentHashMap.newKeySet();
  private boolean searched;

  /**
   * @param home of the daemon; there is never another daemon for it
   */
  Git(Path home, Time time) {
    this.scratch = home.resolve("git");
    this.home = MARK + home + " ";
    this.time = time;
  }

  /** What a command printed. */
  record Result(int code, String out, String err) {
    boolean ok() {
      return code == 0;
    }

    /** The first line of what git says about a failure. */
    String problem() {
      return Stream.concat(err.lines(), out.lines())
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .map(line -> line.replaceFirst("^(fatal|error): ", ""))
          .findFirst()
          .orElse("it ended with exit code " + code);
    }

    /** The names in an output that ends each with a zero. */
    List<String> names() {
      return Stream.of(out.split("\0")).filter(name -> !name.isEmpty()).toList();
    }

    String line() {
      return out.strip();
    }
  }

  /** Git cannot do something for a reason that the person can see to. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String message) {
      super(message);
    }
  }

  /** Runs a command that must succeed. Blocks. */
  Result run(Path tree, List<String> options, String... words) throws Failed {
    Result result = attempt(tree, options, words);
    if (!result.ok()) {
      throw new Failed("git %s failed: %s".formatted(words[0], result.problem()));
    }
    return result;
  }

  /**
   * Runs a command. Blocks.
   *
   * @param tree the top of a work tree
   * @param options for this repository, see {@link RepositoryConfig}
   */
  Result attempt(Path tree, List<String> options, String... words) throws Failed {
    waitForLeftBehind();
    List<String> command = new ArrayList<>(List.of("git"));
    Stream.concat(OVERRIDES.stream(), options.stream())
        .forEach(option -> command.addAll(List.of("-c", option)));
    command.addAll(List.of(words));
    String mark = owner() + UUID.randomUUID();
    try {
      Files.createDirectories(scratch);
      Path out = Files.createTempFile(scratch, "out", null);
      Path err = Files.createTempFile(scratch, "err", null);
      try {
        return start(tree, command, mark, out, err, words[0]);
      } finally {
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
      }
    } catch (IOException e) {
      throw new Failed(
          "git could not be started in %s: %s; is it installed?".formatted(tree, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed("git was interrupted because the daemon is stopping");
    }
  }

  /** Files instead of pipes: a command must not end because the daemon has died. */
  private Result start(
      Path tree, List<String> command, String mark, Path out, Path err, String name)
      throws IOException, InterruptedException, Failed {
    ProcessBuilder builder =
        ShellProcess.builder(command, tree, mark)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(variable -> variable.startsWith("GIT_"));
    builder.environment().putAll(ENVIRONMENT);
    // a repository could say that its work tree is elsewhere
    builder.environment().put("GIT_WORK_TREE", tree.toString());
    Process process = builder.start();
    ProcessTree processes = ProcessTree.of(process, mark);
    running.add(processes);
    Timeout timeout = new Timeout(processes);
    Time.Cancellable limit = time.after(LIMIT, timeout);
    try {
      int code = process.waitFor();
      if (timeout.reached) {
        throw new Failed(
            "git %s took longer than %d minutes and was stopped"
                .formatted(name, LIMIT.toMinutes()));
      }
      return new Result(code, read(out), read(err));
    } finally {
      limit.cancel();
      running.remove(processes);
    }
  }

  /** Ends a command; runs on a thread that must not be blocked. */
  private static final class Timeout implements Runnable {
    private final ProcessTree processes;
    private volatile boolean reached;

    Timeout(ProcessTree processes) {
      this.processes = processes;
    }

    @Override
    public void run() {
      reached = true;
      Thread killer = new Thread(() -> ProcessTree.kill(List.of(processes)), "git-limit");
      killer.setDaemon(true);
      killer.start();
    }
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8);
    }
  }

  private String owner() {
    return home + ProcessHandle.current().pid() + " ";
  }

  /** Once: commands of a daemon that was killed go on, and may be half through a work tree. */
  private void waitForLeftBehind() {
    synchronized (this) {
      if (searched) {
        return;
      }
      searched = true;
    }
    List<ProcessHandle> left =
        ProcessTree.leftBehind(mark -> mark.startsWith(home) && !mark.startsWith(owner()));
    for (ProcessHandle process : left) {
      try {
        process.onExit().get(PATIENCE_WITH_LEFT_BEHIND.toSeconds(), TimeUnit.SECONDS);
      } catch (TimeoutException | ExecutionException e) {
        process.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Commands that are running go on: each is short, and ending one in the middle of a work tree
   * would leave it half written.
   */
  @Override
  public void close() {
    for (ProcessTree processes : running) {
      try {
        processes.root().onExit().get(PATIENCE_WITH_LEFT_BEHIND.toSeconds() / 5, TimeUnit.SECONDS);
      } catch (TimeoutException | ExecutionException e) {
        // it ends by itself, and the next daemon waits for it
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
