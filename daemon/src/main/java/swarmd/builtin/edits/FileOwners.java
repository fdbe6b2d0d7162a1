package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.hooks.HookEvent;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Snapshot;
import swarmd.swarm.Holder;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.worktrees.WorktreeQueries;

/**
 * The claimed tasks of a project that own files: the sender's or its main agent's, and others'. A
 * task whose holder works in a worktree owns all of that, and nothing elsewhere.
 */
final class FileOwners {
  private final List<Owner> own = new ArrayList<>();
  private final List<Owner> others = new ArrayList<>();
  private final List<Path> ownTrees = new ArrayList<>();
  private final List<Tree> otherTrees = new ArrayList<>();

  /** A worktree, and the task whose holder works in it. */
  record Tree(Path folder, Task task) {}

  private record Owner(Task task, Predicate<String> owns) {}

  private FileOwners() {}

  static FileOwners of(HookEvent event, Snapshot snapshot) {
    FileOwners owners = new FileOwners();
    SubagentQueries subagents = snapshot.get(SubagentQueries.class);
    for (Task task :
        snapshot.get(TaskQueries.class).claimedWithFiles(event.project().orElseThrow())) {
      if (!task.inWorktree()) {
        boolean mine = Holder.isOrWorksFor(event.session(), event.agent(), task, subagents);
        (mine ? owners.own : owners.others).add(new Owner(task, task.ownedFiles()));
      }
    }
    for (WorktreeQueries.Held held :
        snapshot.get(WorktreeQueries.class).held(event.project().orElseThrow())) {
      Path folder = Path.of(held.worktree().folder());
      if (Holder.isOrWorksFor(event.session(), event.agent(), held.task(), subagents)) {
        owners.ownTrees.add(folder);
      } else {
        owners.otherTrees.add(new Tree(folder, held.task()));
      }
    }
    return owners;
  }

  /** Whether no claimed task of the project owns files. */
  boolean none() {
    return own.isEmpty() && others.isEmpty() && ownTrees.isEmpty() && otherTrees.isEmpty();
  }

  /** Whether no other agent's task owns files. */
  boolean noOthers() {
    return others.isEmpty() && otherTrees.isEmpty();
  }

  /** Whether the path is in a worktree that the sender works in. */
  boolean isInOwnTree(Path path) {
    return ownTrees.stream().anyMatch(path::startsWith);
  }

  /** Another agent's worktree that the path is in. */
  Optional<Tree> treeAround(Path path) {
    return otherTrees.stream().filter(tree -> path.startsWith(tree.folder)).findFirst();
  }

  /** Another agent's worktree that the path is in, or that is in this folder. */
  Optional<Tree> treeAtOrBelow(Path path) {
    return otherTrees.stream()
        .filter(tree -> path.startsWith(tree.folder) || tree.folder.startsWith(path))
        .findFirst();
  }

  /** The worktrees of other agents. */
  List<Tree> otherTrees() {
    return List.copyOf(otherTrees);
  }

  /** The tasks of other agents. */
  List<Task> others() {
    return others.stream().map(Owner::task).toList();
  }

  /** Another agent's task that owns one of these names, unless the sender's own task does too. */
  Optional<Task> ownerOf(List<String> names) {
    return names.stream().flatMap(name -> ownerOf(name).stream()).findFirst();
  }

  /**
   * Another agent's task that owns this file, unless the sender's own task does too.
   *
   * @param name relative to the top of a work tree
   */
  Optional<Task> ownerOf(String name) {
    return own.stream().anyMatch(owner -> owner.owns.test(name))
        ? Optional.empty()
        : others.stream().filter(owner -> owner.owns.test(name)).map(Owner::task).findFirst();
  }
}
