package swarmd.daemon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Makes sure that there is one daemon per home: a lock that the system takes back when it dies. */
final class HomeLock implements AutoCloseable {
  private final FileChannel file;

  private HomeLock(FileChannel file) {
    this.file = file;
  }

  /** Empty if another daemon has it. */
  static Optional<HomeLock> tryTake(Path path) throws IOException {
    FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!isFree(file)) {
      file.close();
      return Optional.empty();
    }
    file.truncate(0);
    String pid = Long.toString(ProcessHandle.current().pid());
    file.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.UTF_8)));
    return Optional.of(new HomeLock(file));
  }

  private static boolean isFree(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
