package swarmd.install;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import swarmd.files.Sha256;
import swarmd.hostfile.JsonReader;

/** The content and permissions of a file. */
record SettingsFile(byte[] bytes, Set<PosixFilePermission> mode) {
  static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
  static final Set<PosixFilePermission> DEFAULT = PosixFilePermissions.fromString("rw-r--r--");
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final int MAX_LINKS = 40; // as in Linux

  static Optional<SettingsFile> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(file)) {
      throw new FileSystemException(file.toString(), null, "it is not a file");
    }
    return Optional.of(
        new SettingsFile(Files.readAllBytes(file), Files.getPosixFilePermissions(file)));
  }

  /** The text without a byte order mark. */
  String text() throws CharacterCodingException {
    return JsonReader.decode(bytes);
  }

  /** This file with another text; a byte order mark is kept. */
  SettingsFile with(String text) {
    boolean marked = new String(bytes, StandardCharsets.UTF_8).startsWith(BYTE_ORDER_MARK);
    String whole = marked ? BYTE_ORDER_MARK + text : text;
    return new SettingsFile(whole.getBytes(StandardCharsets.UTF_8), mode);
  }

  SettingsFile withMode(Set<PosixFilePermission> other) {
    return new SettingsFile(bytes, other);
  }

  String sha256() {
    return Sha256.hex(bytes);
  }

  /** Writes all or nothing, even if the machine crashes meanwhile; a link stays a link. */
  void write(Path file) throws IOException {
    write(target(file), () -> {});
  }

  /**
   * Writes the file unless another program, such as the host, has changed it meanwhile.
   *
   * @param read the file as it was read
   */
  void replace(Optional<SettingsFile> read, Path file) throws IOException, InstallRefused {
    write(
        target(file),
        () -> {
          if (!read(file).map(SettingsFile::sha256).equals(read.map(SettingsFile::sha256))) {
            throw new InstallRefused(
                file + " was changed by another program just now; run the command again");
          }
        });
  }

  /** Runs right before the new file replaces the old one. */
  private interface Check<E extends Exception> {
    void run() throws IOException, E;
  }

  private <E extends Exception> void write(Path target, Check<E> check) throws IOException, E {
    Path folder = target.toAbsolutePath().getParent();
    Path next =
        Files.createTempFile(
            folder,
            target.getFileName() + ".",
            ".new",
            PosixFilePermissions.asFileAttribute(PRIVATE));
    try {
      try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        Files.setPosixFilePermissions(next, mode);
        channel.force(true);
      }
      check.run();
      Files.move(next, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(next);
    }
    try (FileChannel renamed = FileChannel.open(folder)) {
      renamed.force(true);
    }
  }

  /** The target of a link, even if it does not exist yet. */
  static Path target(Path file) throws IOException {
    if (Files.exists(file)) {
      return file.toRealPath();
    }
    Path target = file;
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MAX_LINKS) {
        throw new FileSystemException(file.toString(), null, "too many links");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }
}
