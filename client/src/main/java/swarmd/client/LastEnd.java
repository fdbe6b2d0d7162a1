package swarmd.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import swarmd.home.Home;

/** Why a daemon of this home ended by itself: it leaves the reason, because its log may be gone. */
final class LastEnd {
  private static final long RECENT_MILLIS = 3_600_000;

  private final Path unread;
  private final Path read;

  LastEnd(Home home) {
    unread = home.lastEnd();
    read = unread.resolveSibling("last-end-shown.txt");
  }

  /** The reason, the first time that somebody asks for it. */
  Optional<String> take() throws IOException {
    Optional<String> reason = recent(unread);
    if (reason.isPresent()) {
      Files.move(unread, read, StandardCopyOption.REPLACE_EXISTING);
    }
    return reason;
  }

  /** The reason, whether it was shown before or not. */
  Optional<String> show() throws IOException {
    Optional<String> reason = recent(unread);
    return reason.isPresent() ? reason : recent(read);
  }

  private static Optional<String> recent(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    long age = System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
    return age < RECENT_MILLIS
        ? Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
        : Optional.empty();
  }
}
