package swarmd.sessions;

import java.util.List;

/**
 * The files that an agent has edited.
 *
 * @param latest the last few of them, newest first
 */
public record EditedFiles(int count, List<String> latest) {
  public static final EditedFiles NONE = new EditedFiles(0, List.of());
}
