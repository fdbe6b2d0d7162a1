package swarmd.userhooks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The bytes of a settings file. A repository is anybody's, so its files may not lead elsewhere. */
final class HookFileBytes {
  private static final int MAX_BYTES = 1 << 20;

  private HookFileBytes() {}

  /**
   * @param project which it must not lead out of; empty for the user's own files
   */
  static byte[] read(Path file, Optional<Path> project) throws IOException, Refused {
    Path real = file.toRealPath();
    if (project.isPresent()) {
      requireInside(real, project.get());
    }
    if (!Files.isRegularFile(real)) { // a pipe would keep us waiting
      throw new Refused("it is no file");
    }
    try (InputStream in = Files.newInputStream(real)) {
      byte[] text = in.readNBytes(MAX_BYTES + 1);
      if (text.length > MAX_BYTES) {
        throw new Refused("it is larger than 1 MiB");
      }
      return text;
    }
  }

  static void requireInside(Path file, Path project) throws IOException, Refused {
    if (!file.toRealPath().startsWith(project.toRealPath())) {
      throw new Refused("it is a link that leads out of the project");
    }
  }

  /** It is not to be read, or written. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message, null, false, false);
    }
  }
}
