package swarmd.userhooks;

import java.util.List;

/**
 * A text for a model that cannot be shown yet.
 *
 * @param calls the tool calls whose results it waits for
 */
public record WaitingContext(
    String project, String session, String agent, long at, String text, List<String> calls) {}
