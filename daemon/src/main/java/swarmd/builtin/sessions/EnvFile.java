package swarmd.builtin.sessions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;
import java.util.Set;

/**
 * The script that a host runs before its shell's commands. Its name comes from the event, so it
 * must be this user's file, or a new file in a folder that only this user can write to.
 */
record EnvFile(Path path) {
  private static final int MAX_LENGTH = 4096; // as in Linux
  private static final Set<PosixFilePermission> OTHERS_WRITE =
      Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  static Optional<EnvFile> named(String name) {
    try {
      return Optional.of(name)
          .filter(given -> given.length() <= MAX_LENGTH)
          .map(Path::of)
          .filter(Path::isAbsolute)
          .map(EnvFile::new);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Appends to the file without following links; returns whether that was allowed. */
  boolean export(String variable, String value, UserPrincipal owner) throws IOException {
    if (!mayBeWritten(owner)) {
      return false;
    }
    Set<OpenOption> append =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND,
            LinkOption.NOFOLLOW_LINKS);
    String line = "export %s='%s'\n".formatted(variable, value.replace("'", "'\\''"));
    try (ByteChannel channel =
        Files.newByteChannel(
            path,
            append,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    }
    return true;
  }

  private boolean mayBeWritten(UserPrincipal owner) throws IOException {
    try {
      PosixFileAttributes file = attributes(path);
      return file.isRegularFile() && file.owner().equals(owner);
    } catch (NoSuchFileException missing) {
      return isPrivate(path.getParent(), owner);
    }
  }

  private static boolean isPrivate(Path folder, UserPrincipal owner) throws IOException {
    try {
      PosixFileAttributes found = attributes(folder);
      return found.isDirectory()
          && found.owner().equals(owner)
          && found.permissions().stream().noneMatch(OTHERS_WRITE::contains);
    } catch (NoSuchFileException missing) {
      return false;
    }
  }

  private static PosixFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
