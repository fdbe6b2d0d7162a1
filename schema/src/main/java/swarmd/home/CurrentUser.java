package swarmd.home;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user this process runs as. */
public final class CurrentUser {
  private static final Path PROCESS = Path.of("/proc/self");
  private static final Path USER_MAP = Path.of("/proc/self/uid_map");

  /** What Linux shows for users that have no number in a container. */
  private static final int UNMAPPED = 65_534;

  /** The length of a map that contains every user. */
  private static final String ALL = "4294967295";

  private CurrentUser() {}

  /** From /proc where there is one, because Java's own way loads another library. */
  public static int uid() throws IOException {
    return Files.exists(PROCESS)
        ? (Integer) Files.getAttribute(PROCESS, "unix:uid")
        : (int) new UnixSystem().getUid();
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
