package swarmd.sessions;

import java.util.Optional;

/**
 * The other end of a connection, as the system knows it.
 *
 * @param process of a client at the Unix socket
 * @param link of a client that came by way of 127.0.0.1
 */
public record Peer(Optional<Long> process, Optional<LoopbackLink> link) {
  public static final Peer UNKNOWN = new Peer(Optional.empty(), Optional.empty());
}
