package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * The answer to a client's message.
 *
 * @param status of the HTTP response
 * @param body empty if there is nothing to say, as for a notification
 * @param unsent runs if the client does not get all of it
 */
public record Answer(int status, Optional<ObjectNode> body, Runnable unsent) {
  static final Answer ACCEPTED = new Answer(202, Optional.empty(), () -> {});

  static Answer of(ObjectNode body) {
    return new Answer(200, Optional.of(body), () -> {});
  }
}
