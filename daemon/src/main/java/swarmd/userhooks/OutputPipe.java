package swarmd.userhooks;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A pipe that a command writes to, with an end of our own. The JDK's end is closed as soon as the
 * command exits; ours ends with the last process that has the pipe open. Only on Linux.
 */
final class OutputPipe implements AutoCloseable {
  static final int STDOUT = 1;
  static final int STDERR = 2;

  private static final String PREFIX = "pipe:[";

  private final String name;
  private final FileInputStream end;

  private OutputPipe(String name, FileInputStream end) {
    this.name = name;
    this.end = end;
  }

  /** Empty if the process has exited already. */
  static Optional<OutputPipe> of(long pid, int descriptor) {
    Path link = Path.of("/proc", Long.toString(pid), "fd", Integer.toString(descriptor));
    try {
      String name = Files.readSymbolicLink(link).toString();
      return isPipe(name)
          ? Optional.of(new OutputPipe(name, new FileInputStream(link.toFile())))
          : Optional.empty();
    } catch (IOException goneOrNotLinux) {
      return Optional.empty();
    }
  }

  /** Whether a link in /proc/PID/fd leads to a pipe. */
  static boolean isPipe(String target) {
    return target.startsWith(PREFIX);
  }

  /** As links in /proc/PID/fd show it. */
  String name() {
    return name;
  }

  /** Whether all that was written has been read. */
  boolean isEmpty() {
    try {
      return end.available() == 0;
    } catch (IOException closed) {
      return true;
    }
  }

  /** Reads until no process has the pipe open any more. */
  void drain(CappedOutput output) {
    ByteBuffer buffer = ByteBuffer.allocate(8192);
    try {
      while (end.getChannel().read(buffer) >= 0) {
        output.add(buffer.array(), buffer.position());
        buffer.clear();
      }
    } catch (IOException closed) {
      // Nobody is interested any more.
    }
  }

  @Override
  public void close() {
    try {
      end.getChannel().close(); // unlike the stream, it wakes a thread that reads
      end.close();
    } catch (IOException e) {
      // It was only read.
    }
  }
}
