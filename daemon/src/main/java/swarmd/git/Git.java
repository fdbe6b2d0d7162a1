package swarmd.git;

import java.io.IOException;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.time.Deadline;
import swarmd.time.Time;
import swarmd.userhooks.ProcessTree;
import swarmd.userhooks.ShellProcess;

/**
 * Runs git so that nothing of the repository's own runs with it. An agent can write a repository's
 * configuration, hooks and attributes with an edit tool; what they name must not run in the daemon.
 * So git never reads that configuration: it works with a folder of swarmd's own, see {@link
 * CommonFolder}. The person's own configuration counts, except for hooks.
 */
public final class Git implements AutoCloseable {
  /** Enough for the check-out of a large repository. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

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
  public Git(Path home, Time time) {
    this.scratch = home.resolve("git");
    this.home = MARK + home + " ";
    this.time = time;
  }

  /** The output of a command. */
  public record Result(int code, String out, String err) {
    public boolean ok() {
      return code == 0;
    }

    /** The first line of git's message about a failure. */
    public String problem() {
      return Stream.concat(err.lines(), out.lines())
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("hint:"))
          .map(line -> line.replaceFirst("^(fatal|error): ", ""))
          .findFirst()
          .orElse("it ended with exit code " + code);
    }

    /** The names in an output that ends each with a zero. */
    public List<String> names() {
      return Stream.of(out.split("\0")).filter(name -> !name.isEmpty()).toList();
    }

    public String line() {
      return out.strip();
    }
  }

  /** Git cannot do something for a reason that the person can see to. */
  public static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    public Failed(String message) {
      super(message);
    }
  }

  /**
   * A work tree to run commands in. Blocks.
   *
   * @param top its uppermost folder
   */
  public GitTree at(Path top) throws Failed {
    return at(top, () -> LIMIT);
  }

  /**
   * The same, with all commands together limited to a time.
   *
   * @param top its uppermost folder
   */
  public GitTree at(Path top, Deadline until) throws Failed {
    return at(top, () -> until.left(time));
  }

  private GitTree at(Path top, Supplier<Duration> limit) throws Failed {
    GitFolders folders =
        GitFolders.of(top).orElseThrow(() -> new Failed(top + " is not a work tree of git"));
    RepositorySettings settings = RepositorySettings.read(this, folders);
    CommonFolder common = CommonFolder.of(scratch, folders.common(), settings);
    return new GitTree(this, top, folders, common, settings, settings.options(), limit);
  }

  /**
   * Runs a command. Blocks.
   *
   * @param folder where it runs
   * @param options as git's -c takes them
   * @param variables for its environment, which has no others of git's but {@link #ENVIRONMENT}
   */
  Result attempt(
      Path folder,
      List<String> options,
      Map<String, String> variables,
      Duration limit,
      String... words)
      throws Failed {
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
        ProcessBuilder builder =
            ShellProcess.builder(command, folder, mark)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(variable -> variable.startsWith("GIT_"));
        builder.environment().putAll(ENVIRONMENT);
        builder.environment().putAll(variables);
        int code = await(builder, mark, limit, words[0]);
        return new Result(code, read(out, words[0]), read(err, words[0]));
      } finally {
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
      }
    } catch (IOException e) {
      throw new Failed(
          "git could not be started in %s: %s; is it installed?".formatted(folder, e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed("git was interrupted because the daemon is stopping");
    }
  }

  /** Its output goes to files, not pipes: it must not end because the daemon has died. */
  private int await(ProcessBuilder builder, String mark, Duration limit, String name)
      throws IOException, InterruptedException, Failed {
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Process process = builder.start();
    ProcessTree processes = ProcessTree.of(process, mark);
    running.add(processes);
    Timeout timeout = new Timeout(processes);
    Time.Cancellable alarm = time.after(limit, timeout);
    try {
      int code = process.waitFor();
      if (timeout.reached) {
        throw new Failed(
            "git %s took longer than %d s and was stopped".formatted(name, limit.toSeconds()));
      }
      return code;
    } finally {
      alarm.cancel();
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

  private static String read(Path file, String name) throws IOException, Failed {
    if (Files.size(file) > MAX_OUTPUT) {
      throw new Failed("git %s has more than %d MB to say".formatted(name, MAX_OUTPUT >> 20));
    }
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
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
