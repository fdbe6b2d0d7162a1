package swarmd.builtin.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import swarmd.common.LruMap;
import swarmd.sessions.FileEdit;

/** Which agents edited which files of a project. Forgets the least recently edited files first. */
final class ProjectEdits {
  static final int MAX_FILES = 2_000;
  private static final int MAX_EDITORS = 20;

  private final Map<String, List<FileEdit>> byFile = new LruMap<>(MAX_FILES);

  ProjectEdits(List<FileEdit> known) {
    known.forEach(this::add);
  }

  /**
   * Returns the other agents' last edits of the file if this is the agent's first edit of it, so
   * that two agents hear of each other only once per file.
   */
  synchronized List<FileEdit> add(FileEdit edit) {
    List<FileEdit> editors = byFile.computeIfAbsent(edit.file(), file -> new ArrayList<>());
    boolean first = !editors.removeIf(edit::bySameAgent);
    List<FileEdit> others = first ? List.copyOf(editors) : List.of();
    editors.add(edit);
    if (editors.size() > MAX_EDITORS) {
      editors.remove(0);
    }
    return others;
  }

  synchronized void forget(String session) {
    byFile.values().forEach(edits -> edits.removeIf(edit -> edit.session().equals(session)));
    byFile.values().removeIf(List::isEmpty);
  }
}
