package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * What a holder has left in its work tree.
 *
 * @param files those that it edited, newest first, relative to the work tree
 * @param branch the one that it last edited a file on
 */
public record Work(List<String> files, Optional<String> branch) {
  /** The number of files that are kept. */
  public static final int MAX_FILES = 20;
}
