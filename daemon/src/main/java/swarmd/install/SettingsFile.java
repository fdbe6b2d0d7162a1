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

/** What a file holds, and who may read it. */
record SettingsFile(byte[] bytes, Set<PosixFilePermission> mode) {
  static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
  static final Set<PosixFilePermission> USUAL = PosixFilePermissions.fromString("rw-r--r--");
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final int MOST_LINKS = 40; // as in Linux

  static Optional<SettingsFile> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(file)) {
      throw new FileSystemException(file.toString(), null, "it is no file");
    }
    return Optional.of(
        new SettingsFile(Files.readAllBytes(file), Files.getPosixFilePermissions(file)));
  }

  /** Without the mark that some editors put first. */
  String text() throws CharacterCodingException {
    return JsonReader.decode(bytes);
  }

  /** The same file with another text. */
  SettingsFile with(String text) {
    boolean marked =
        new String(bytes, StandardCharsets.UTF_8).startsWith(BYTE_ORDER_MARK); // as text() took it
    String whole = marked ? BYTE_ORDER_MARK + text : text;
    return new SettingsFile(whole.getBytes(StandardCharsets.UTF_8), mode);
  }

  SettingsFile withMode(Set<PosixFilePermission> other) {
    return new SettingsFile(bytes, other);
  }

  String sha256() {
    return Sha256.hex(bytes);
  }

  /** Whole or not at all, also when the machine stops in between; a link stays a link. */
  void write(Path file) throws IOException {
    write(target(file), () -> {});
  }

  /**
   * Writes it unless somebody else, such as the host, has written there meanwhile.
   *
   * @param read what was there
   */
  void replace(Optional<SettingsFile> read, Path file) throws IOException, InstallRefused {
    write(
        target(file),
        () -> {
          if (!read(file).map(SettingsFile::sha256).equals(read.map(SettingsFile::sha256))) {
            throw new InstallRefused(file + " was changed by somebody else just now; run it again");
          }
        });
  }

  /** A last look before the new file takes the place of the old. */
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

  /** Where a link leads to, also if nothing is there yet. */
  static Path target(Path file) throws IOException {
    if (Files.exists(file)) {
      return file.toRealPath();
    }
    Path target = file;
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MOST_LINKS) {
        throw new FileSystemException(file.toString(), null, "too many links");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }
}
