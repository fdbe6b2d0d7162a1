package swarmd.builtin.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/** A host's record of a conversation, one line per step; reads only its end. */
final class Transcript {
  private static final int MAX_BYTES = 1 << 20;
  private static final int CHARACTERS_PER_TOKEN = 4;

  private final String end;
  private final boolean whole;

  /**
   * How much of a model's context is in use.
   *
   * @param counted whether the host counted the tokens; otherwise they are an estimate
   */
  record Use(long tokens, boolean counted) {}

  private Transcript(String end, boolean whole) {
    this.end = end;
    this.whole = whole;
  }

  /**
   * Reads the disk. Empty unless the file reports the usage.
   *
   * @param userFile a file of the user, who must also own the transcript
   */
  static Optional<Use> use(String path, Path userFile) {
    return read(path, userFile).flatMap(Transcript::use);
  }

  /** Reads the disk. Empty unless it is a file that the user owns. */
  static Optional<Transcript> read(String path, Path userFile) {
    try {
      return read(Path.of(path), userFile);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static Optional<Transcript> read(Path file, Path userFile) throws IOException {
    if (!file.isAbsolute()
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        || !Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(userFile))) {
      return Optional.empty();
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long size = channel.size(); // read once: the host keeps writing
      long start = Math.max(0, size - MAX_BYTES);
      ByteBuffer buffer = ByteBuffer.allocate((int) (size - start));
      int read = 0;
      while (read >= 0 && buffer.hasRemaining()) {
        read = channel.read(buffer, start + buffer.position());
      }
      String end = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
      return Optional.of(new Transcript(end, start == 0));
    }
  }

  /**
   * The host's last count. If it does not count, an estimate from the characters since the last
   * compaction, if that is in the part that was read.
   */
  private Optional<Use> use() {
    int lineEnd = end.length();
    while (lineEnd > 0) {
      int lineStart = end.lastIndexOf('\n', lineEnd - 1) + 1;
      if (lineStart == 0 && !whole) {
        return Optional.empty();
      }
      Optional<TranscriptLine> line = TranscriptLine.of(end.substring(lineStart, lineEnd));
      if (line.isPresent()) {
        return Optional.of(
            line.get().compacted() ? estimate(end.length() - lineEnd) : counted(line.get()));
      }
      lineEnd = lineStart - 1;
    }
    return Optional.of(estimate(end.length()));
  }

  /** Those of the part that was read, the last one first. */
  Stream<String> linesFromEnd() {
    return Stream.iterate(
            end.length(), lineEnd -> lineEnd > 0, lineEnd -> end.lastIndexOf('\n', lineEnd - 1))
        .map(lineEnd -> end.substring(end.lastIndexOf('\n', lineEnd - 1) + 1, lineEnd));
  }

  private static Use counted(TranscriptLine line) {
    return new Use(line.tokens(), true);
  }

  private static Use estimate(int characters) {
    return new Use(characters / CHARACTERS_PER_TOKEN, false);
  }
}
