package swarmd.text;

import java.util.regex.Pattern;

/** The beginning of a long id, which is enough for people to tell sessions apart. */
public final class ShortId {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{4,27}");
  private static final int LENGTH = 8;

  private ShortId() {}

  /** The first 8 characters of a UUID; any other id is as short as its host could make it. */
  public static String of(String id) {
    return isLong(id) ? id.substring(0, LENGTH) : id;
  }

  /** Whether this may be the beginning of a longer id. */
  public static boolean isShort(String id) {
    return id.length() >= LENGTH && id.matches("[0-9a-fA-F-]+") && !isLong(id);
  }

  private static boolean isLong(String id) {
    return UUID.matcher(id).matches();
  }
}
