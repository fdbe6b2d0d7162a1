package swarmd.hooks;

import swarmd.catalogue.EventKind;
import swarmd.catalogue.ToolKind;

/** Recognises a subagent's command that may be its verdict on the work of others. */
public final class ReviewerCommand {
  /** In every form that `swarm mode set ralph` takes. */
  private static final String VERDICT = "--verif";

  private ReviewerCommand() {}

  /** Whether the subagent will have to prove that the command is its own. */
  public static boolean isIn(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL)
        && event.agent().isPresent()
        && event.tool() == ToolKind.SHELL
        && event.object("tool_input").get("command") instanceof String command
        && command.contains(VERDICT);
  }
}
