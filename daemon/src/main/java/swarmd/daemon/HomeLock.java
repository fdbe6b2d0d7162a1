package swarmd.daemon;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import swarmd.files.FileStamp;
import swarmd.time.Time;

/** Makes sure that there is one daemon per home: a lock that the system takes back when it dies. */
final class HomeLock implements AutoCloseable {
  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final FileChannel file;

  private HomeLock(FileChannel file) {
    this.file = file;
  }

  /** Empty if another daemon has it. */
  static Optional<HomeLock> tryTake(Path path, Time time) throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    for (int i = 0; i < TRIES; i++) {
      FileChannel file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!take(file, time)) {
        file.close();
        return Optional.empty();
      }
      if (isStillAt(path, file)) {
        file.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
        return Optional.of(new HomeLock(file));
      }
      file.close(); // the file was removed before it was locked, and such a lock guards nothing
    }
    throw new IOException(path + " was removed again and again while swarmd was starting");
  }

  /**
   * Whether the path leads to this open file: it then grows and shrinks with it. The path must not
   * be opened for that, since closing it would free the lock.
   */
  private static boolean isStillAt(Path path, FileChannel file) throws IOException {
    file.truncate(0);
    boolean shrank = sizeAt(path) == 0;
    file.write(ByteBuffer.wrap(new byte[] {'\n'}), 0);
    boolean grew = sizeAt(path) == 1;
    file.truncate(0);
    return shrank && grew;
  }

  private static long sizeAt(Path path) throws IOException {
    return FileStamp.of(path).map(FileStamp::size).orElse(-1L);
  }

  /** Tries again for a moment: `swarm doctor` takes the lock to see whether it is free. */
  private static boolean take(FileChannel file, Time time) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      if (tryLock(file)) {
        return true;
      }
      try {
        time.sleep(PAUSE);
      } catch (InterruptedException e) {
        throw new InterruptedIOException("interrupted while waiting for the lock");
      }
    }
    return false;
  }

  private static boolean tryLock(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // by a daemon in this process
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
