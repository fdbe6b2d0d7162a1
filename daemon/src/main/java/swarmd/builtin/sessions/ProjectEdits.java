package swarmd.builtin.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import swarmd.common.LruMap;
import swarmd.sessions.FileEdit;

/** Who has edited which file of one project. The files longest untouched are forgotten first. */
final class ProjectEdits {
  static final int MAX_FILES = 2_000;
  private static final int MAX_EDITORS = 20;

  private final Map<String, List<FileEdit>> byFile = new LruMap<>(MAX_FILES);

  ProjectEdits(List<FileEdit> known) {
    known.forEach(this::add);
  }

  /**
   * Returns the other agents' last edits of the file if this agent edits it for the first time: two
   * agents meet in a file only once.
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
