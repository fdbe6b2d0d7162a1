package swarmd.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * What comes back on the connection: lines of the head first, then the body without its framing.
 */
final class ResponseBody extends InputStream {
  private static final int LONGEST_LINE = 8192;
  private static final long TO_THE_END = Long.MAX_VALUE;

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024).flip();
  private boolean chunked;
  private boolean insideChunks;
  private boolean lastChunkSeen;
  private long left = TO_THE_END;

  ResponseBody(SocketChannel channel) {
    this.channel = channel;
  }

  String line() throws IOException {
    byte[] line = new byte[LONGEST_LINE];
    int length = 0;
    for (int next = nextByte(); next != '\n'; next = nextByte()) {
      if (next < 0) {
        throw new EOFException("the daemon closed the connection without an answer");
      }
      if (length == LONGEST_LINE) {
        throw new IOException("the daemon's answer has a line that is too long");
      }
      line[length++] = (byte) next;
    }
    int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, end, StandardCharsets.ISO_8859_1);
  }

  /** Reads the head to its end; the framing of the body follows from it. */
  void headers() throws IOException {
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (isNamed(line, "content-length:")) {
        left = Long.parseLong(line.substring("content-length:".length()).trim());
      } else if (isNamed(line, "transfer-encoding:")) {
        chunked = true;
        left = 0;
      }
    }
  }

  private static boolean isNamed(String header, String name) {
    return header.regionMatches(true, 0, name, 0, name.length());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (chunked && left == 0 && !lastChunkSeen) {
      nextChunk();
    }
    if (left == 0) {
      return -1;
    }
    if (!buffer.hasRemaining() && !fill()) {
      if (left == TO_THE_END) {
        return -1;
      }
      throw new EOFException("the daemon's answer ended early");
    }
    int count = (int) Math.min(Math.min(length, buffer.remaining()), left);
    buffer.get(target, offset, count);
    if (left != TO_THE_END) {
      left -= count;
    }
    return count;
  }

  private void nextChunk() throws IOException {
    if (insideChunks) {
      line(); // the line break after the chunk before
    }
    insideChunks = true;
    String size = line();
    int end = size.indexOf(';');
    left = Long.parseLong((end < 0 ? size : size.substring(0, end)).trim(), 16);
    lastChunkSeen = left == 0;
  }

  private int nextByte() throws IOException {
    return buffer.hasRemaining() || fill() ? buffer.get() & 0xff : -1;
  }

  private boolean fill() throws IOException {
    buffer.clear();
    int count = channel.read(buffer);
    buffer.flip();
    return count > 0;
  }
}
