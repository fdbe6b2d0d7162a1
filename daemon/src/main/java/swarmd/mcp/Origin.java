package swarmd.mcp;

import java.util.List;
import java.util.Optional;
import swarmd.sessions.Peer;

/**
 * The origin of a message. A model has written nothing of it.
 *
 * @param client one run of the client, whose messages have ids of their own
 * @param sessions that the client's environment names, the likeliest first
 * @param agent that its environment names
 * @param directory in which it runs
 */
public record Origin(
    Peer peer,
    Optional<String> client,
    List<String> sessions,
    Optional<String> agent,
    Optional<String> directory) {

  public Origin {
    sessions = List.copyOf(sessions);
  }
}
