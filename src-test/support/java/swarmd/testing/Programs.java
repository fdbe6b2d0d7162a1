package swarmd.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs programs as a user would, in a clean environment. */
public final class Programs {
  private static final long LIMIT_SECONDS = 60;

  private Programs() {}

  public static Result run(Path directory, Map<String, String> environment, String... command) {
    return runWithInput("", directory, environment, command);
  }

  public static Result runWithInput(
      String input, Path directory, Map<String, String> environment, String... command) {
    Process process = start(directory, environment, command);
    CompletableFuture<String> out = text(process.inputReader(StandardCharsets.UTF_8));
    CompletableFuture<String> err = text(process.errorReader(StandardCharsets.UTF_8));
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // it does not read its input
    }
    return new Result(await(process), out.join(), err.join());
  }

  public static Process start(Path directory, Map<String, String> environment, String... command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().clear();
      builder.environment().put("PATH", System.getenv("PATH"));
      builder.environment().put("LANG", "C.UTF-8");
      builder.environment().putAll(environment);
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its exit code; a program that does not end is killed. */
  public static int await(Process process) {
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        String program = process.info().commandLine().orElse("a program");
        process.destroyForcibly();
        throw new AssertionError(program + " did not end");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new AssertionError(e);
    }
  }

  /** All that a program prints; its thread is its own, since it may wait for long. */
  public static CompletableFuture<String> text(BufferedReader reader) {
    return CompletableFuture.supplyAsync(
        () -> reader.lines().map(line -> line + "\n").collect(Collectors.joining()),
        Programs::inOwnThread);
  }

  private static void inOwnThread(Runnable task) {
    Thread thread = new Thread(task, "program output");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whether the machine has this program. */
  public static boolean exist(String... programs) {
    return List.of(programs).stream()
        .allMatch(
            program ->
                run(Path.of("/"), Map.of(), "sh", "-c", "command -v " + program).exit() == 0);
  }

  /** Where the machine has this program. */
  public static Path find(String program) {
    return Path.of(run(Path.of("/"), Map.of(), "sh", "-c", "command -v " + program).out().strip());
  }

  /** The exit code and output. */
  public record Result(int exit, String out, String err) {}
}
