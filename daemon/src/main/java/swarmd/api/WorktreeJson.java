package swarmd.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import swarmd.json.Json;
import swarmd.worktrees.Worktree;

/** The worktrees of a workstation as JSON. */
public final class WorktreeJson {
  private WorktreeJson() {}

  /**
   * All worktrees.
   *
   * @param remaining those that were not removed although their tasks are finished
   */
  public static ObjectNode list(Collection<Worktree> all, Collection<Worktree> remaining) {
    Set<Long> finished = new HashSet<>();
    remaining.forEach(each -> finished.add(each.taskId()));
    ObjectNode json = Json.object();
    json.putArray("worktrees");
    for (Worktree worktree : all) {
      ObjectNode row = json.withArray("worktrees").addObject();
      row.put("task", worktree.taskId());
      row.put("project", worktree.project());
      row.put("folder", worktree.folder());
      row.put("branch", worktree.branch());
      row.put("finished", finished.contains(worktree.taskId()));
      if (finished.contains(worktree.taskId())) {
        worktree.kept().ifPresent(why -> row.put("kept", why));
      }
    }
    return json;
  }
}
