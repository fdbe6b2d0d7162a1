package swarmd.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The beginning of a text file.
 *
 * @param text with plain line feeds
 * @param whole whether this is the complete text
 */
public record TextFile(Path path, String text, boolean whole) {
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final String REPLACEMENT = "\uFFFD";

  /**
   * Empty if it is not a readable text file, or lies outside the folder once links are resolved.
   *
   * @param folder its real path
   */
  public static Optional<TextFile> read(Path folder, Path file, int maxBytes) {
    try {
      Path real = file.toRealPath();
      if (!real.startsWith(folder) || !Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = in.readNBytes(maxBytes + 1);
        boolean whole = bytes.length <= maxBytes;
        String text =
            new String(bytes, 0, Math.min(bytes.length, maxBytes), StandardCharsets.UTF_8);
        return text.indexOf('\0') >= 0
            ? Optional.empty()
            : Optional.of(new TextFile(file, plain(text, whole), whole));
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String plain(String text, boolean whole) {
    String unmarked = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    String complete = // the limit may have split a character
        !whole && unmarked.endsWith(REPLACEMENT)
            ? unmarked.substring(0, unmarked.length() - 1)
            : unmarked;
    return complete.replace("\r\n", "\n");
  }
}
