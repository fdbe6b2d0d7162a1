package swarmd.hooks;

import java.util.Optional;

/**
 * The memory of one model: a session's main agent has one, and so has each of its subagents.
 *
 * @param agent empty for the main agent
 */
public record Conversation(String project, String session, String agent) {

  public static Optional<Conversation> of(HookEvent event) {
    return event.hasSession()
        ? Optional.of(
            new Conversation(
                event.project().get(), event.session().get(), event.agent().orElse("")))
        : Optional.empty();
  }
}
