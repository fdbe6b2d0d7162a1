package swarmd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import swarmd.text.ByteOrderMark;

/** A file that a command reads for its client. */
final class InputFile {
  /** The same limit as for standard input. */
  private static final int MAX_FILE_BYTES = 16 << 20;

  private InputFile() {}

  /**
   * Reads a file where the client is.
   *
   * @param piped the command that reads the same from standard input
   */
  static String read(Context context, Path path, String piped) throws IOException {
    Path full = Path.of(context.invocation().directory()).resolve(path);
    if (!Files.exists(full)) {
      throw CommandFailed.because("there is no file '%s'".formatted(path));
    }
    if (!Files.isRegularFile(full)) { // the daemon would read its own pipe, not the client's
      throw CommandFailed.because(
          "'%s' is not a regular file; pipe it into: %s".formatted(path, piped));
    }
    try (InputStream in = Files.newInputStream(full)) {
      byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
      if (bytes.length > MAX_FILE_BYTES) {
        throw CommandFailed.because("'%s' is larger than 16 MiB; split it".formatted(path));
      }
      return ByteOrderMark.removedFrom(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw CommandFailed.because("'%s' is not UTF-8".formatted(path));
    } catch (AccessDeniedException e) {
      throw CommandFailed.because("'%s' is not readable; check its permissions".formatted(path));
    }
  }
}
