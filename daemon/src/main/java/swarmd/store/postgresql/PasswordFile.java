package swarmd.store.postgresql;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A file of passwords as libpq reads it: {@code host:port:database:user:password} in each line,
 * where {@code *} stands for anything. A file that others may read is ignored.
 */
record PasswordFile(Path file) {
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  /** Why the file is not used although it is there. */
  Optional<String> problem() {
    try {
      return Files.isRegularFile(file)
              && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
              && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)
          ? Optional.of("others may read %s, so it is ignored; run: chmod 600 %1$s".formatted(file))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(file + " cannot be read");
    }
  }

  Optional<String> password(String host, int port, String database, String user) {
    if (!Files.isRegularFile(file) || problem().isPresent()) {
      return Optional.empty();
    }
    List<String> wanted = List.of(host, String.valueOf(port), database, user);
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> !line.startsWith("#"))
          .map(PasswordFile::fields)
          .filter(fields -> fields.size() > wanted.size() && matches(fields, wanted))
          .map(fields -> fields.get(wanted.size()))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // the server then says that there is no password
    }
  }

  private static boolean matches(List<String> fields, List<String> wanted) {
    for (int i = 0; i < wanted.size(); i++) {
      if (!fields.get(i).equals("*") && !fields.get(i).equals(wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Divided at colons; a backslash takes the next character as it is. */
  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && i + 1 < line.length()) {
        field.append(line.charAt(++i));
      } else if (c == ':') {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
