package swarmd.swarm;

import swarmd.common.TextLength;

/**
 * A named group of tasks within a project.
 *
 * @param row its key in the store
 * @param project the project's canonical directory
 */
public record SwarmId(long row, String project, String name) {

  /** The swarm of tasks that name none. */
  public static final String DEFAULT_NAME = "default";

  /** A blank name counts as none. */
  public static final TextLength NAME = TextLength.upTo(256, "swarm").onOneLine();
}
