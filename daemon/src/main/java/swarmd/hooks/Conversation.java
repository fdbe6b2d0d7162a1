package swarmd.hooks;

import java.util.Optional;

/**
 * What one model remembers: a session's main agent has one, and each of its subagents has its own.
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
