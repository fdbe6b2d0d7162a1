package swarmd.builtin.edits;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import swarmd.builtin.shell.CommandWrites;
import swarmd.builtin.shell.ShellCommand;
import swarmd.builtin.shell.Written;
import swarmd.files.FileLanes;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.Projects;
import swarmd.sessions.WorkTree;
import swarmd.store.RetriedWrites;
import swarmd.time.Time;

/**
 * Records the work trees in which an agent runs commands that may write, because the checks of its
 * task have to pass there. Records them before a command, which may complete the task itself, and
 * after it, because it may have claimed the task.
 */
public final class CommandTrees implements HookHandler {
  private final RetriedWrites writes;
  private final FileLanes files;
  private final String userHome;
  private final Time time;

  /**
   * @param files runs the code that reads the file system
   */
  public CommandTrees(RetriedWrites writes, FileLanes files, Path userHome, Time time) {
    this.writes = writes;
    this.files = files;
    this.userHome = userHome.toString();
    this.time = time;
  }

  @Override
  public String name() {
    return "subagent-tracker";
  }

  @Override
  public String description() {
    return "records the work trees in which agents run commands that may write";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<Conversation> agent = Conversation.of(event);
    if (agent.isEmpty() || event.folder().isEmpty() || ShellCommand.of(event).isEmpty()) {
      return HookResult.SILENCE;
    }
    return CompletableFuture.supplyAsync(() -> trees(event), files.of(event.folder()))
        .thenApply(
            trees -> {
              if (!trees.isEmpty()) {
                store(agent.get(), trees);
              }
              return HookResult.NOTHING;
            });
  }

  private void store(Conversation agent, List<Path> trees) {
    long now = time.millis();
    writes.submit(
        transaction -> {
          FileEditRepository edits = transaction.get(FileEditRepository.class);
          for (Path tree : trees) {
            edits.ranIn(agent.project(), agent.session(), agent.agent(), tree.toString(), now);
          }
        });
  }

  /** Reads the disk. */
  private List<Path> trees(HookEvent event) {
    CommandPlace place = CommandPlace.of(event, userHome);
    CommandWrites found = place.writesOf(ShellCommand.asWritten(event));
    return Stream.concat(
            found.folders().stream(), found.files().stream().flatMap(CommandTrees::path))
        .distinct()
        .flatMap(path -> treeAround(place.project(), path))
        .distinct()
        .toList();
  }

  /** Of a pattern, the folder that all its files are in. */
  private static Stream<String> path(Written written) {
    return Stream.of(written.literal().orElseGet(() -> WrittenOwner.folderOf(written.path())));
  }

  private static Stream<Path> treeAround(Path project, String path) {
    try {
      return WorkTree.ofProject(project, Projects.canonical(Path.of(path))).stream();
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }
}
