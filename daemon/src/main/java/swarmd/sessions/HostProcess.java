package swarmd.sessions;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The process of a host. Its id alone may be given to another process later.
 *
 * @param started when it started, in the system's own terms; empty if the client could not tell
 */
public record HostProcess(long pid, String started) {
  private static final Pattern HEADER = Pattern.compile("([1-9]\\d{0,9})(?: (\\d{1,20}))?");

  /** As the client sends it: the id and, where it could be found, the start. */
  public static Optional<HostProcess> parse(String header) {
    Matcher parts = HEADER.matcher(header.strip());
    return parts.matches()
        ? Optional.of(
            new HostProcess(
                Long.parseLong(parts.group(1)), parts.group(2) == null ? "" : parts.group(2)))
        : Optional.empty();
  }
}
