package swarmd.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Strict UTF-8: no overlong forms, no surrogates, nothing cut off. */
public final class Utf8 {
  private static final int CHUNK = 4_096;

  private Utf8() {}

  /** Quick for ASCII, which nearly everything is. */
  public static boolean isValid(byte[] bytes) {
    int ascii = 0;
    while (ascii < bytes.length && bytes[ascii] >= 0) {
      ascii++;
    }
    if (ascii == bytes.length) {
      return true;
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer rest = ByteBuffer.wrap(bytes, ascii, bytes.length - ascii);
    CharBuffer chunk = CharBuffer.allocate(CHUNK);
    CoderResult result;
    do {
      chunk.clear();
      result = decoder.decode(rest, chunk, true);
    } while (result.isOverflow());
    return !result.isError();
  }

  /** Empty if the bytes are anything else. */
  public static Optional<String> decode(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
