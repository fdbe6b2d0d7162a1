package swarmd.worktrees;

import java.text.Normalizer;
import java.util.Locale;
import swarmd.swarm.Task;

/** Names for a task's branch and folder, which git and every file system accept. */
final class BranchName {
  /** The first part of every branch's name. */
  static final String FOLDER = "swarm";

  private static final int MAX_TITLE = 40;

  private BranchName() {}

  /** "swarm/3-fix-the-login". */
  static String of(Task task) {
    return FOLDER + "/" + folder(task);
  }

  /** "3-fix-the-login"; of a title without plain letters only the number stays. */
  static String folder(Task task) {
    String plain =
        Normalizer.normalize(task.title(), Normalizer.Form.NFKD)
            .replaceAll("\\p{M}", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-");
    String cut = plain.substring(0, Math.min(MAX_TITLE, plain.length()));
    String slug = cut.replaceAll("^-+|-+$", "");
    return slug.isEmpty() ? String.valueOf(task.id()) : task.id() + "-" + slug;
  }
}
