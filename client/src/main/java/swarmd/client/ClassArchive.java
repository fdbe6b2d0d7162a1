package swarmd.client;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.home.Distribution;
import swarmd.home.Home;
import swarmd.home.OwnFolder;

/**
 * An archive of a program's classes that lets its JVM start faster; the launchers use it if it
 * exists. It comes with swarmd's own Java runtime; for any other Java it is built here. A file next
 * to it records what it was built from, so that an update triggers a rebuild.
 */
abstract class ClassArchive {
  static final String COMMAND = "archive-classes";

  /** Keeps every hook from repeating a failed build. */
  private static final long RETRY_MILLIS = 600_000;

  /** Java 25 archives more than classes if asked this way. */
  private static final String OUTPUT =
      Runtime.version().feature() >= 25 ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";

  private final String name;
  private final Path cache;

  ClassArchive(String name, Home home) {
    this.name = name;
    this.cache = home.cache();
  }

  static List<ClassArchive> all(Home home) {
    return List.of(new ClientArchive(home), new DaemonArchive(home));
  }

  /** `swarm archive-classes [NAME]`. */
  static int command(String[] args, Home home) throws IOException {
    boolean succeeded = true;
    for (ClassArchive archive : all(home)) {
      if (args.length == 1 || args[1].equals(archive.name)) {
        succeeded &= archive.build();
      }
    }
    return succeeded ? Main.OK : Main.FAILED;
  }

  /** The Java version and jars the archive is built from; it works with no others. */
  abstract String origin();

  /**
   * Gets the jars ready and returns what the launcher calls them, which uses the archive with no
   * others: Java 25 and newer do not compare them. Empty if it would use none.
   */
  abstract Optional<String> jars() throws IOException, InterruptedException;

  /**
   * Runs the program once, in a temporary workspace.
   *
   * @param options for Java, without spaces
   */
  abstract ProcessBuilder rehearsal(Path workspace, List<String> options);

  String name() {
    return name;
  }

  Path file() {
    return isShipped() ? shipped() : built();
  }

  /** Whether none has to be built. */
  private boolean isShipped() {
    return Files.exists(shipped());
  }

  private Path shipped() {
    return new Distribution(Installation.find().directory()).shippedArchive(name);
  }

  private Path built() {
    return cache.resolve(name + ".jsa");
  }

  private Path recordedOrigin() {
    return cache.resolve(name + ".jsa.of");
  }

  private Path recordedJars() {
    return cache.resolve(name + ".jsa.jars");
  }

  private Path attempt() {
    return cache.resolve(name + ".jsa.try");
  }

  /** Rebuilds the archive in the background if it is missing or out of date. */
  final void refresh() {
    if (isCurrent() || "off".equals(System.getenv("SWARMD_ARCHIVE"))) {
      return;
    }
    try {
      if (Files.isDirectory(cache.getParent())
          && OwnFolder.problem(cache.getParent(), "SWARMD_HOME").isEmpty()
          && reserveAttempt()) {
        String jar = Installation.jar().toString();
        List<String> command = List.of(java(), "-cp", jar, Main.class.getName(), COMMAND, name);
        withoutOutput(new ProcessBuilder(atLowPriority(command))).start();
      }
    } catch (IOException | RuntimeException e) {
      // the archive is optional
    }
  }

  final boolean isCurrent() {
    if (isShipped()) {
      return true;
    }
    byte[] current = origin().getBytes(StandardCharsets.UTF_8);
    byte[] recorded = new byte[current.length + 1];
    try (FileInputStream file = new FileInputStream(recordedOrigin().toFile())) {
      return file.read(recorded) == current.length
          && Arrays.equals(current, 0, current.length, recorded, 0, current.length);
    } catch (IOException e) {
      return false;
    }
  }

  /** Creating the file is atomic, so only one of several processes builds the archive. */
  private boolean reserveAttempt() throws IOException {
    PrivateDirectory.create(cache);
    File last = attempt().toFile();
    if (System.currentTimeMillis() - last.lastModified() > RETRY_MILLIS) {
      last.delete();
    }
    return last.createNewFile();
  }

  private boolean build() throws IOException {
    PrivateDirectory.create(cache);
    Files.write(attempt(), new byte[0]);
    Path workspace = workspace();
    Path unfinished = cache.resolve(name + ".jsa." + ProcessHandle.current().pid());
    try {
      Path file = workspace.resolve(name + ".jsa");
      Optional<String> jars = jars();
      if (jars.isEmpty() || rehearse(file, workspace) != 0 || !Files.exists(file)) {
        return false;
      }
      Files.copy(file, unfinished);
      flush(unfinished);
      Files.deleteIfExists(recordedOrigin());
      Files.deleteIfExists(recordedJars());
      Files.move(unfinished, built(), StandardCopyOption.ATOMIC_MOVE);
      Files.writeString(recordedJars(), jars.get() + "\n");
      Files.writeString(recordedOrigin(), origin());
      Files.deleteIfExists(attempt());
      return true;
    } catch (InterruptedException e) {
      return false;
    } finally {
      Files.deleteIfExists(unfinished);
      delete(workspace);
    }
  }

  /** Next to the archive, unless the socket's path would be too long there. */
  private Path workspace() throws IOException {
    Path directory = Files.createTempDirectory(cache, name);
    if (new Home(directory, Path.of(socketIn(directory))).socketProblem().isEmpty()) {
      return directory;
    }
    Files.delete(directory);
    return Files.createTempDirectory("swarmd");
  }

  /** Runs without the user's settings for the real program. */
  private int rehearse(Path file, Path workspace) throws IOException, InterruptedException {
    List<String> options =
        List.of(
            OUTPUT + file.getFileName(),
            "-Xlog:disable",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining"); // 3 MB for programs that compile as they run
    ProcessBuilder builder = rehearsal(workspace, options).directory(workspace.toFile());
    return withoutOutput(builder).start().waitFor();
  }

  /** The environment of a rehearsal. */
  static void withoutSettings(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("SWARMD_"));
    environment.remove("DISABLE_OMC");
    environment.put("SWARMD_ARCHIVE", "off");
  }

  static String socketIn(Path workspace) {
    return workspace.resolve("s").toString();
  }

  private static ProcessBuilder withoutOutput(ProcessBuilder builder) {
    return builder
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Lowers the priority, so that everything else goes first. */
  private static List<String> atLowPriority(List<String> command) {
    String script = "command -v nice >/dev/null && exec nice -n 19 \"$@\"; exec \"$@\"";
    List<String> nice = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    nice.addAll(command);
    return nice;
  }

  static String java() {
    return javaHome() + File.separator + "bin" + File.separator + "java";
  }

  static String javaHome() {
    return System.getProperty("java.home");
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** A JVM crashes on an archive that was cut off by a power failure. */
  private static void flush(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      channel.force(true);
    }
  }

  static String javaVersion() {
    return System.getProperty("java.vm.version") + '\n' + javaHome() + '\n';
  }

  static String versionOf(File jar) {
    return jar.getPath() + ' ' + jar.length() + ' ' + jar.lastModified() + '\n';
  }
}
