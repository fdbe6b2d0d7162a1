package swarmd.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Reads a response: first the lines of its head, then the body without its framing. */
final class ResponseBody extends InputStream {
  private static final int MAX_LINE_BYTES = 8192;
  private static final long UNTIL_CLOSED = Long.MAX_VALUE;

  private final SocketChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024).flip();
  private boolean chunked;
  private boolean insideChunks;
  private boolean lastChunkSeen;
  private long remaining = UNTIL_CLOSED;

  ResponseBody(SocketChannel channel) {
    this.channel = channel;
  }

  String line() throws IOException {
    byte[] line = new byte[MAX_LINE_BYTES];
    int length = 0;
    for (int next = nextByte(); next != '\n'; next = nextByte()) {
      if (next < 0) {
        throw new EOFException("the daemon closed the connection without an answer");
      }
      if (length == MAX_LINE_BYTES) {
        throw new IOException("the daemon's answer has a line that is too long");
      }
      line[length++] = (byte) next;
    }
    int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, end, StandardCharsets.ISO_8859_1);
  }

  /** Reads the rest of the head, which determines the framing of the body. */
  void headers() throws IOException {
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (isNamed(line, "content-length:")) {
        remaining = Long.parseLong(line.substring("content-length:".length()).trim());
      } else if (isNamed(line, "transfer-encoding:")) {
        chunked = true;
        remaining = 0;
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
    if (chunked && remaining == 0 && !lastChunkSeen) {
      nextChunk();
    }
    if (remaining == 0) {
      return -1;
    }
    if (!buffer.hasRemaining() && !fill()) {
      if (remaining == UNTIL_CLOSED) {
        return -1;
      }
      throw new EOFException("the daemon's answer ended early");
    }
    int count = (int) Math.min(Math.min(length, buffer.remaining()), remaining);
    buffer.get(target, offset, count);
    if (remaining != UNTIL_CLOSED) {
      remaining -= count;
    }
    return count;
  }

  private void nextChunk() throws IOException {
    if (insideChunks) {
      line(); // the line break after the previous chunk
    }
    insideChunks = true;
    String size = line();
    int end = size.indexOf(';');
    remaining = Long.parseLong((end < 0 ? size : size.substring(0, end)).trim(), 16);
    lastChunkSeen = remaining == 0;
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
