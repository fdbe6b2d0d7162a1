package swarmd.messages;

import java.util.Optional;
import swarmd.sessions.MainAgent;
import swarmd.swarm.Actor;
import swarmd.text.QuotedText;

/**
 * The sender of a message as the daemon has found it; nothing in it is the caller's own claim.
 *
 * @param workstation empty if nothing is shared with a team
 */
public record Sender(Actor actor, Optional<String> workstation) {

  /**
   * The rate limit is kept by this key: one for each agent, one for all other callers of a kind.
   */
  public String key() {
    String name = actor.session().flatMap(session -> actor.name()).orElse("");
    return String.join(
        " ", workstation.orElse(""), actor.kind().label(), actor.session().orElse(""), name);
  }

  /** For people, on one line. */
  public String title() {
    String name =
        switch (actor.kind()) {
          case AGENT -> QuotedText.name(actor.name().orElseThrow());
          case PERSON -> QuotedText.name(actor.name().orElse("somebody"));
          case UNKNOWN -> "an unknown process";
        };
    return name + workstation.map(where -> " on " + QuotedText.name(where)).orElse("");
  }

  /** The address of an agent that has a session. */
  public Address address() {
    String session = actor.session().orElseThrow();
    return new Address(
        Optional.of(session),
        actor.name().filter(name -> !name.equals(MainAgent.nameIn(session))),
        workstation);
  }

  boolean is(Address address) {
    return actor.session().isPresent()
        && actor.session().equals(address.session())
        && actor.name().equals(Optional.of(address.name()));
  }
}
