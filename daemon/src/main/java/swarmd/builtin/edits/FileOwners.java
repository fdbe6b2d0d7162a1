package swarmd.builtin.edits;

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

/** The claimed tasks of a project that own files: the sender's or its main agent's, and others'. */
final class FileOwners {
  private final List<Owner> own = new ArrayList<>();
  private final List<Owner> others = new ArrayList<>();

  private record Owner(Task task, Predicate<String> owns) {}

  private FileOwners() {}

  static FileOwners of(HookEvent event, Snapshot snapshot) {
    FileOwners owners = new FileOwners();
    SubagentQueries subagents = snapshot.get(SubagentQueries.class);
    for (Task task :
        snapshot.get(TaskQueries.class).claimedWithFiles(event.project().orElseThrow())) {
      boolean mine = Holder.isOrWorksFor(event.session(), event.agent(), task, subagents);
      (mine ? owners.own : owners.others).add(new Owner(task, task.ownedFiles()));
    }
    return owners;
  }

  /** Whether no claimed task of the project owns files. */
  boolean none() {
    return own.isEmpty() && others.isEmpty();
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
