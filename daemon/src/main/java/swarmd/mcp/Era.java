package swarmd.mcp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The two ways in which versions of the protocol begin a conversation. */
enum Era {
  /** It begins with initialize. */
  SESSIONS("2025-11-25", "2025-06-18"),

  /** Every request stands for itself, and names its version. */
  STATELESS("2026-07-28");

  /** Clients without the header use this version, which has nothing that later ones lack. */
  private static final String WITHOUT_HEADER = "2025-03-26";

  @SuppressWarnings("ImmutableEnumChecker") // it is a list that cannot change
  private final List<String> versions;

  Era(String... versions) {
    this.versions = List.of(versions);
  }

  /** The version that initialize agrees on: the client's if it is known, else the newest. */
  static String agreed(String offered) {
    return SESSIONS.versions.contains(offered) ? offered : SESSIONS.versions.get(0);
  }

  /** Newest first. */
  static List<String> supported() {
    return Stream.of(STATELESS, SESSIONS).flatMap(era -> era.versions.stream()).toList();
  }

  /** The era of a request by the version that it names. */
  static Era of(Optional<String> version) {
    String named = version.orElse(WITHOUT_HEADER);
    if (STATELESS.versions.contains(named)) {
      return STATELESS;
    }
    if (SESSIONS.versions.contains(named) || named.equals(WITHOUT_HEADER)) {
      return SESSIONS;
    }
    throw RpcError.unsupportedVersion(named, supported());
  }
}
