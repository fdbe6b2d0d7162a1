package swarmd.messages;

import java.util.List;

/**
 * The result of sending a message.
 *
 * @param stored one for each receiver that will get it
 * @param full receivers with too many messages waiting
 */
public record Sent(List<Message> stored, List<Address> full) {
  public Sent {
    stored = List.copyOf(stored);
    full = List.copyOf(full);
  }
}
