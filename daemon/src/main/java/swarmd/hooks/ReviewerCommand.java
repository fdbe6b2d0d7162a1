package swarmd.hooks;

import swarmd.catalogue.EventKind;

/** Recognises a subagent's command that may be its verdict on the work of others. */
public final class ReviewerCommand {
  /** In every form that `swarm mode set ralph` takes. */
  private static final String VERDICT = "--verif";

  private ReviewerCommand() {}

  /** Whether the subagent will have to prove that the command is its own. */
  public static boolean isIn(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL)
        && event.agent().isPresent()
        && switch (event.tool()) {
          case SHELL ->
              event.object("tool_input").get("command") instanceof String command
                  && command.contains(VERDICT);
          case SWARM ->
              event.object("tool_input").keySet().stream()
                  .anyMatch(argument -> ("--" + argument).startsWith(VERDICT));
          default -> false;
        };
  }
}
