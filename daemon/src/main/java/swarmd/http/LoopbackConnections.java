package swarmd.http;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The connections on 127.0.0.1. Any user of the machine can open some, so those that have not sent
 * a valid token are few and short-lived, and all of them together leave enough file descriptors for
 * the socket.
 */
final class LoopbackConnections {
  private static final int MAX_STRANGERS = 1_024;
  private static final int MAX_OPEN = 4_096;

  /** Long enough for any client that has a token, even on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final int maxOpen;
  private final int maxStrangers;
  private final Duration patience;
  private final Set<Channel> open = new HashSet<>();

  /** The oldest first. */
  private final Set<Channel> strangers = new LinkedHashSet<>();

  /**
   * @param files how many files this process may open
   */
  LoopbackConnections(long files, Duration requestTimeout) {
    maxOpen = (int) Math.min(MAX_OPEN, files / 2);
    maxStrangers = Math.min(MAX_STRANGERS, maxOpen / 2);
    patience = requestTimeout.compareTo(PATIENCE) < 0 ? requestTimeout : PATIENCE;
  }

  /** How long after its accept a connection may take to send a valid token. */
  Duration patience() {
    return patience;
  }

  /** Closes a connection if there are too many. */
  void add(Channel connection) {
    surplusAfterAdding(connection).ifPresent(Channel::close);
  }

  /**
   * A client that has a token sends it at once, so the stranger that has been silent for the
   * longest is the least likely to have one.
   */
  private synchronized Optional<Channel> surplusAfterAdding(Channel connection) {
    open.add(connection);
    strangers.add(connection);
    if (strangers.size() <= maxStrangers && open.size() <= maxOpen) {
      return Optional.empty();
    }
    Iterator<Channel> oldest = strangers.iterator();
    Channel surplus = oldest.next();
    oldest.remove();
    return Optional.of(surplus);
  }

  /** The connection has sent a valid token. */
  synchronized void authenticated(Channel connection) {
    strangers.remove(connection);
  }

  synchronized void closed(Channel connection) {
    open.remove(connection);
    strangers.remove(connection);
  }
}
