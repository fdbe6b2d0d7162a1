package swarmd.client;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/**
 * The archive of this client's classes that lets its JVM start quicker; the launcher uses it where
 * it is there. Beside it lies what it was made from, so that it is made anew after an update.
 */
final class ClassArchive {
  static final String COMMAND = "archive-classes";

  /** A failed try is not repeated by each hook. */
  private static final long RETRY_MILLIS = 600_000;

  private final Path cache;
  private final Path archive;
  private final Path origin;
  private final Path attempt;

  ClassArchive(Home home) {
    cache = home.cache();
    archive = cache.resolve("client.jsa");
    origin = cache.resolve("client.jsa.of");
    attempt = cache.resolve("client.jsa.try");
  }

  Path file() {
    return archive;
  }

  /** Has a new one made in the background where it is missing or was made from something else. */
  void refresh() {
    try {
      if (!isCurrent() && Files.isDirectory(cache.getParent()) && isMyTurn()) {
        new ProcessBuilder(
                java(), "-cp", Installation.jar().toString(), Main.class.getName(), COMMAND)
            .redirectInput(new File(Installation.onWindows() ? "NUL" : "/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
      }
    } catch (IOException | RuntimeException e) {
      // the client works without it
    }
  }

  boolean isCurrent() {
    byte[] ours = origin();
    byte[] recorded = new byte[ours.length + 1];
    try (FileInputStream file = new FileInputStream(origin.toFile())) {
      return file.read(recorded) == ours.length
          && Arrays.equals(ours, 0, ours.length, recorded, 0, ours.length);
    } catch (IOException e) {
      return false;
    }
  }

  private static byte[] origin() {
    File jar = Installation.jar().toFile();
    return (System.getProperty("java.vm.version")
            + '\n'
            + System.getProperty("java.home")
            + '\n'
            + jar
            + '\n'
            + jar.length()
            + ' '
            + jar.lastModified()
            + '\n')
        .getBytes(StandardCharsets.UTF_8);
  }

  private boolean isMyTurn() throws IOException {
    PrivateDirectory.make(cache);
    File last = attempt.toFile();
    if (System.currentTimeMillis() - last.lastModified() > RETRY_MILLIS) {
      last.delete();
    }
    return last.createNewFile();
  }

  /** Runs a hook in a JVM that writes down the classes it needed. */
  boolean make() throws IOException {
    PrivateDirectory.make(cache);
    Files.write(attempt, new byte[0]);
    Path unfinished = Files.createTempFile(cache, "client", ".jsa");
    try {
      Files.delete(unfinished);
      List<String> command =
          List.of(
              java(),
              "-XX:ArchiveClassesAtExit=" + unfinished,
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-Xlog:disable",
              "-cp",
              Installation.jar().toString(),
              Rehearsal.class.getName());
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().remove("DISABLE_OMC");
      Process process = builder.start();
      process.getOutputStream().close();
      if (process.waitFor() != 0 || !Files.exists(unfinished)) {
        return false;
      }
      flush(unfinished);
      Files.deleteIfExists(origin);
      Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
      Files.write(origin, origin());
      Files.deleteIfExists(attempt);
      return true;
    } catch (InterruptedException e) {
      return false;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** A JVM does not survive an archive that lost its end in a power failure. */
  private static void flush(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      channel.force(true);
    }
  }

  private static String java() {
    return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
  }
}
