package swarmd.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;

/** The user this process runs as. */
public final class CurrentUser {
  private static final Path PROCESS = Path.of("/proc/self");
  private static final Path USER_MAP = Path.of("/proc/self/uid_map");

  /** What Linux shows for users that have no number in a container. */
  private static final int UNMAPPED = 65_534;

  /** The length of a map that contains every user. */
  private static final String ALL = "4294967295";

  private CurrentUser() {}

  /** The owner of /proc/self is the current user, even one without a name. */
  public static UserPrincipal principal() throws IOException {
    return Files.exists(PROCESS)
        ? Files.getOwner(PROCESS)
        : FileSystems.getDefault()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
  }

  /**
   * Whether this number stands for the users outside a container or sandbox, to whom its system
   * folders belong. Elsewhere it is an ordinary user, usually called nobody.
   */
  static boolean isUnmapped(int uid) throws IOException {
    return uid == UNMAPPED
        && Files.exists(USER_MAP)
        && !Files.readString(USER_MAP, StandardCharsets.US_ASCII).contains(ALL);
  }
}
