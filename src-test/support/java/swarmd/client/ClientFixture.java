package swarmd.client;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import swarmd.testing.DaemonLeaks;

/** A temporary home and the installed `swarm`, run as a real process. */
final class ClientFixture implements AutoCloseable {
  private static final long PROCESS_LIMIT_SECONDS = 60;

  /** The tools that the launcher needs in addition to curl and Java. */
  private static final List<String> TOOLS =
      List.of("sh cat cksum cp grep mkdir mv readlink rm setsid stty tr".split(" "));

  private final Path root;
  private final Path home;
  private final Path dist;
  private final Map<String, String> environment = new HashMap<>();

  private ClientFixture(Path root, Path dist) throws IOException {
    this.root = root;
    this.home = Files.createDirectory(root.resolve("h"), mode("rwx------"));
    this.dist = dist;
    environment.put("SWARMD_HOME", home.toString());
    environment.put("HOME", root.toString());
    environment.put("LANG", "C.UTF-8");
    environment.put("PATH", System.getenv("PATH"));
    environment.put("SWARMD_ARCHIVE", "off");
    environment.put("SWARMD_JAVA_OPTS", DaemonLeaks.javaOptions());
  }

  static ClientFixture installed() {
    try {
      return new ClientFixture(newRoot(), installation());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy of the installation, which a test may change. */
  static ClientFixture withOwnInstallation() {
    try {
      Path root = newRoot();
      try (Stream<Path> files = Files.walk(installation())) {
        for (Path file : files.toList()) {
          Path copy = root.resolve("dist").resolve(installation().relativize(file).toString());
          Files.copy(file, copy, COPY_ATTRIBUTES);
        }
      }
      return new ClientFixture(root, root.resolve("dist"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same client with a stand-in daemon that records the requests it receives. */
  static ClientFixture withStandInDaemon() {
    try {
      Path root = newRoot();
      Path bin = Files.createDirectories(root.resolve("a dist/bin"));
      Path lib = Files.createDirectories(root.resolve("a dist/lib"));
      Files.copy(installation().resolve("bin/swarm"), bin.resolve("swarm"), COPY_ATTRIBUTES);
      Files.copy(installation().resolve("lib/swarm-client.jar"), lib.resolve("swarm-client.jar"));
      Path daemon = Files.createFile(bin.resolve("swarmd"), mode("rwxr-xr-x"));
      Files.writeString(daemon, StandInDaemon.script(root.resolve("received")));
      return new ClientFixture(root, root.resolve("a dist"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Short, because socket paths are limited. */
  private static Path newRoot() throws IOException {
    return Files.createTempDirectory(Path.of("/tmp"), "sw");
  }

  private static Path installation() {
    return Path.of(System.getProperty("swarmd.dist"));
  }

  Path home() {
    return home;
  }

  Path root() {
    return root;
  }

  Path dist() {
    return dist;
  }

  Path socket() {
    return home.resolve("swarmd.sock");
  }

  /** The file in which a stand-in started by the client records its requests. */
  Path received() {
    return root.resolve("received");
  }

  ClientFixture with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** The daemon's JVM refuses this option, so no daemon ever starts. */
  ClientFixture withoutDaemon() {
    return with("SWARMD_JAVA_OPTS", "-XmxNoSuchOption");
  }

  ClientFixture withoutCurl() {
    return withTools("java");
  }

  ClientFixture withoutJava() {
    return withTools("curl");
  }

  /** A PATH with only these tools and those that every system has. */
  ClientFixture withTools(String... names) {
    try {
      Files.createDirectory(tools());
      for (String name : Stream.concat(TOOLS.stream(), Stream.of(names)).toList()) {
        Files.createSymbolicLink(tools().resolve(name), find(name));
      }
      return with("PATH", tools().toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only directory on the PATH after {@link #withTools}. */
  Path tools() {
    return root.resolve("tools");
  }

  private static Path find(String tool) {
    if (tool.equals("java")) {
      return Path.of(System.getProperty("java.home"), "bin", "java");
    }
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(tool + " is not on the PATH"));
  }

  Result swarm(String... args) {
    return swarmWithInput("", args);
  }

  Result swarmWithInput(String input, String... args) {
    return run(
        input, Stream.concat(Stream.of(launcherPath().toString()), Stream.of(args)).toList());
  }

  Result run(String input, List<String> command) {
    try {
      long began = System.nanoTime();
      Process process = start(command);
      CompletableFuture<String> out = read(process.inputReader(StandardCharsets.UTF_8));
      CompletableFuture<String> err = read(process.errorReader(StandardCharsets.UTF_8));
      try (OutputStream stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // the process does not read its input
      }
      if (!process.waitFor(PROCESS_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " did not end");
      }
      long millis = (System.nanoTime() - began) / 1_000_000;
      return new Result(process.exitValue(), out.join(), err.join(), millis);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Process start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  Path launcherPath() {
    return dist.resolve("bin/swarm");
  }

  private static CompletableFuture<String> read(BufferedReader reader) {
    return CompletableFuture.supplyAsync(
        () -> {
          StringBuilder text = new StringBuilder();
          char[] block = new char[8192];
          try (reader) {
            for (int n = reader.read(block); n >= 0; n = reader.read(block)) {
              text.append(block, 0, n);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return text.toString();
        });
  }

  /** Ends every process that serves this home, and deletes the home. */
  @Override
  public void close() {
    String log = log();
    for (int attempt = 0; Files.exists(root) && attempt < 100; attempt++) {
      ProcessHandle.allProcesses()
          .filter(this::servesThisHome)
          .forEach(ProcessHandle::destroyForcibly);
      deleteTree();
    }
    if (log.contains(DaemonLeaks.LEAK)) {
      throw new AssertionError("the daemon has leaked buffers: " + log);
    }
  }

  private String log() {
    Path log = home.resolve("log/swarmd.log");
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean servesThisHome(ProcessHandle process) {
    if (process.info().commandLine().orElse("").contains(home.toString())) {
      return true;
    }
    Path environ = Path.of("/proc", String.valueOf(process.pid()), "environ");
    try {
      return Files.readString(environ, StandardCharsets.ISO_8859_1)
          .contains("SWARMD_HOME=" + home + "\0");
    } catch (IOException e) {
      return false;
    }
  }

  private void deleteTree() {
    try (Stream<Path> files = Files.walk(root)) {
      files.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // a process that is ending may still write here; the next attempt succeeds
    }
  }

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  record Result(int exit, String out, String err, long millis) {}
}
