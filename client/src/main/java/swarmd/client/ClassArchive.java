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
import java.util.stream.Stream;
import swarmd.home.Home;

/**
 * An archive of a program's classes that lets its JVM start quicker; the launchers use it where it
 * is there. Beside it lies what it was made from, so that it is made anew after an update.
 */
abstract class ClassArchive {
  static final String COMMAND = "archive-classes";

  /** A failed try is not repeated by each hook. */
  private static final long RETRY_MILLIS = 600_000;

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
    boolean made = true;
    for (ClassArchive archive : all(home)) {
      if (args.length == 1 || args[1].equals(archive.name)) {
        made &= archive.make();
      }
    }
    return made ? Main.OK : Main.FAILED;
  }

  /** What the archive is made from: with anything else it is of no use. */
  abstract String origin();

  /** The arguments for Java to run the program once, in a workspace of its own. */
  abstract List<String> rehearsal(Path workspace);

  String name() {
    return name;
  }

  Path file() {
    return cache.resolve(name + ".jsa");
  }

  private Path recordedOrigin() {
    return cache.resolve(name + ".jsa.of");
  }

  private Path attempt() {
    return cache.resolve(name + ".jsa.try");
  }

  /** Has a new one made in the background where it is missing or was made from something else. */
  final void refresh() {
    if (isCurrent() || "off".equals(System.getenv("SWARMD_ARCHIVE"))) {
      return;
    }
    try {
      if (Files.isDirectory(cache.getParent()) && isMyTurn()) {
        String jar = Installation.jar().toString();
        silently(nicely(List.of(java(), "-cp", jar, Main.class.getName(), COMMAND, name))).start();
      }
    } catch (IOException | RuntimeException e) {
      // everything works without it
    }
  }

  final boolean isCurrent() {
    byte[] ours = origin().getBytes(StandardCharsets.UTF_8);
    byte[] recorded = new byte[ours.length + 1];
    try (FileInputStream file = new FileInputStream(recordedOrigin().toFile())) {
      return file.read(recorded) == ours.length
          && Arrays.equals(ours, 0, ours.length, recorded, 0, ours.length);
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isMyTurn() throws IOException {
    PrivateDirectory.make(cache);
    File last = attempt().toFile();
    if (System.currentTimeMillis() - last.lastModified() > RETRY_MILLIS) {
      last.delete();
    }
    return last.createNewFile();
  }

  private boolean make() throws IOException {
    PrivateDirectory.make(cache);
    Files.write(attempt(), new byte[0]);
    Path workspace = workspace();
    Path unfinished = cache.resolve(name + ".jsa." + ProcessHandle.current().pid());
    try {
      Path file = workspace.resolve(name + ".jsa");
      if (rehearse(file, workspace) != 0 || !Files.exists(file)) {
        return false;
      }
      Files.copy(file, unfinished);
      flush(unfinished);
      Files.deleteIfExists(recordedOrigin());
      Files.move(unfinished, file(), StandardCopyOption.ATOMIC_MOVE);
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

  /** Beside the archive, unless a socket's path would be too long there. */
  private Path workspace() throws IOException {
    Path directory = Files.createTempDirectory(cache, name);
    if (new Home(directory, directory.resolve("s")).socketProblem().isEmpty()) {
      return directory;
    }
    Files.delete(directory);
    return Files.createTempDirectory("swarmd");
  }

  /** Nothing that the user has set for the real program applies to its rehearsal. */
  private int rehearse(Path file, Path workspace) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java(), "-XX:ArchiveClassesAtExit=" + file, "-Xlog:disable"));
    command.addAll(List.of("-XX:+UseSerialGC", "-Dswarmd.home=" + workspace));
    command.add("-Dswarmd.socket=" + workspace.resolve("s"));
    command.addAll(rehearsal(workspace));
    ProcessBuilder builder = silently(command);
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("SWARMD_"));
    environment.remove("DISABLE_OMC");
    environment.put("SWARMD_ARCHIVE", "off");
    return builder.start().waitFor();
  }

  private static ProcessBuilder silently(List<String> command) {
    return new ProcessBuilder(command)
        .redirectInput(new File(Installation.onWindows() ? "NUL" : "/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** So that everything else goes first. */
  private static List<String> nicely(List<String> command) {
    List<String> nice = new ArrayList<>();
    if (!Installation.onWindows()) {
      String script = "command -v nice >/dev/null && exec nice -n 19 \"$@\"; exec \"$@\"";
      nice.addAll(List.of("/bin/sh", "-c", script, "sh"));
    }
    nice.addAll(command);
    return nice;
  }

  private static String java() {
    return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }

  /** A JVM does not survive an archive that lost its end in a power failure. */
  private static void flush(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      channel.force(true);
    }
  }

  static String javaVersion() {
    return System.getProperty("java.vm.version") + '\n' + System.getProperty("java.home") + '\n';
  }

  static String versionOf(File jar) {
    return jar.getPath() + ' ' + jar.length() + ' ' + jar.lastModified() + '\n';
  }
}
