package swarmd.userhooks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/**
 * A settings file that must not be a link out of its project: the repository is not trusted, and a
 * link in it could point to the user's own settings, whose hooks need no trust.
 *
 * @param project empty for the user's own files, which may be anywhere
 */
public record ConfinedFile(Path file, Optional<Path> project) {
  private static final int MAX_BYTES = 1 << 20;

  public byte[] read() throws IOException, Refused {
    Path real = file.toRealPath();
    requireInside(real);
    if (!Files.isRegularFile(real)) { // reading a pipe would block
      throw new Refused("it is not a file");
    }
    try (InputStream in = Files.newInputStream(real)) {
      byte[] text = in.readNBytes(MAX_BYTES + 1);
      if (text.length > MAX_BYTES) {
        throw new Refused("it is larger than 1 MiB");
      }
      return text;
    }
  }

  /** Writes all of the text or nothing; creates the folder if necessary. */
  public void replace(String text) throws IOException, Refused {
    requireInside(existing());
    if (Files.exists(file)) {
      Path real = file.toRealPath(); // a link stays one
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
      PrivateFile.replace(real, text);
      Files.setPosixFilePermissions(real, permissions);
    } else {
      Files.createDirectories(file.toAbsolutePath().getParent());
      PrivateFile.replace(file, text);
    }
  }

  /** The file, or the innermost of its folders that exists. */
  private Path existing() {
    Path existing = file.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  private void requireInside(Path existing) throws IOException, Refused {
    if (project.isPresent() && !existing.toRealPath().startsWith(project.get().toRealPath())) {
      throw new Refused("it is a link that leads out of the project");
    }
  }

  /** Thrown for a file that must not be read or written. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message, null, false, false);
    }
  }
}
