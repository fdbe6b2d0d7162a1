package swarmd.client;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A log file that is rotated when it has grown large. */
final class LogFile {
  private static final int BLOCK = 8192;
  private static final long POLL_MILLIS = 200;

  private final Path path;

  LogFile(Path path) {
    this.path = path;
  }

  int print(int lines, boolean follow) throws IOException {
    if (!follow && !Files.exists(path)) {
      System.err.println("swarm: no log yet at " + path);
      return Main.FAILED;
    }
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    boolean fromStart = false;
    do {
      if (Files.exists(path)) {
        try (RandomAccessFile log = new RandomAccessFile(path.toFile(), "r")) {
          log.seek(fromStart ? 0 : positionOfLast(lines, log));
          copy(log, out);
          if (follow) {
            copyUntilReplaced(log, out);
          }
        }
        fromStart = true;
      } else {
        Pause.of(POLL_MILLIS);
      }
    } while (follow);
    return Main.OK;
  }

  private void copyUntilReplaced(RandomAccessFile log, OutputStream out) throws IOException {
    Object opened = identity();
    while (true) {
      boolean replaced = !identity().equals(opened) || log.length() < log.getFilePointer();
      copy(log, out); // after a rotation, too: the old file may have more lines
      if (replaced) {
        return;
      }
      Pause.of(POLL_MILLIS);
    }
  }

  private Object identity() {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      return key == null ? path : key;
    } catch (IOException e) {
      return "gone";
    }
  }

  private static void copy(RandomAccessFile log, OutputStream out) throws IOException {
    byte[] block = new byte[BLOCK];
    for (int count = log.read(block); count > 0; count = log.read(block)) {
      try {
        out.write(block, 0, count);
      } catch (IOException e) {
        Runtime.getRuntime().halt(Main.OK); // the reader has closed the pipe
      }
    }
  }

  private static long positionOfLast(int lines, RandomAccessFile log) throws IOException {
    byte[] block = new byte[BLOCK];
    long end = log.length();
    long from = lines == 0 ? 0 : end;
    int breaks = 0;
    while (from > 0) {
      int count = (int) Math.min(BLOCK, from);
      from -= count;
      log.seek(from);
      log.readFully(block, 0, count);
      for (int i = count - 1; i >= 0; i--) {
        boolean endsTheLog = from + i == end - 1;
        if (block[i] == '\n' && !endsTheLog && ++breaks == lines) {
          return from + i + 1;
        }
      }
    }
    return lines == 0 ? end : 0;
  }
}
