package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A place in the feed of a team's events.
 *
 * @param xid the transaction, as the database writes it
 */
public record Position(String xid, long id) {
  public static final Position START = new Position("0", 0);

  static Position of(JsonNode event) {
    return new Position(event.get("xid").asText(), event.get("id").asLong());
  }
}
