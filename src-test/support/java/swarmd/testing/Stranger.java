package swarmd.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;

/** Another user of the machine, who is up to no good: a process that runs as nobody. */
public final class Stranger implements AutoCloseable {
  private final Path folder;
  private final Process process;
  private final BufferedReader output;

  private Stranger(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
    output = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Whether this machine lets a test act as another user. */
  public static boolean canExist() {
    return System.getProperty("user.name").equals("root") && Programs.exist("setpriv");
  }

  /** Binds a port and answers everything with a permission. */
  public static Stranger onPort(int port) {
    return start("port", Integer.toString(port));
  }

  /** Listens on a Unix socket and answers everything with a permission. */
  public static Stranger onSocket(Path socket) {
    return start("socket", socket.toString());
  }

  /** Holds as many connections to a port as it can, up to this number, and never says a word. */
  public static Stranger holding(int connections, int port) {
    return start("hold", Integer.toString(port), Integer.toString(connections));
  }

  private static Stranger start(String... arguments) {
    try {
      Path folder = Files.createTempDirectory(Path.of("/tmp"), "sw-");
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path name = Path.of(StrangerProcess.class.getName().replace('.', '/') + ".class");
      Path copy = folder.resolve(name); // the build's own folders may be closed to others
      Files.createDirectories(copy.getParent());
      try (InputStream code = Stranger.class.getResourceAsStream("StrangerProcess.class")) {
        Files.copy(code, copy);
      }
      String[] java = {
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "-cp",
        folder.toString(),
        StrangerProcess.class.getName()
      };
      String[] command =
          Stream.of(asNobody(), java, arguments).flatMap(Stream::of).toArray(String[]::new);
      Stranger stranger = new Stranger(folder, Programs.start(folder, Map.of(), command));
      stranger.awaitLine("ready");
      return stranger;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] asNobody() {
    return new String[] {"setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"};
  }

  /** Runs a command as that user. */
  public static Programs.Result run(String... command) {
    return Programs.run(
        Path.of("/"),
        Map.of(),
        Stream.of(asNobody(), command).flatMap(Stream::of).toArray(String[]::new));
  }

  /** The next line that it prints and that starts like this. */
  public String awaitLine(String start) {
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(start)) {
          return line;
        }
      }
      throw new AssertionError("the stranger has ended: " + errors());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether nobody has sent it anything. */
  public boolean hasHeardNothing() {
    try {
      return !output.ready();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String errors() {
    try (Stream<String> lines = process.errorReader(StandardCharsets.UTF_8).lines()) {
      return lines.toList().toString();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    Programs.await(process);
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
