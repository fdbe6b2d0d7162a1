package swarmd.builtin.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.builtin.shell.ShellSteps.Step;
import swarmd.builtin.shell.Written.Reach;
import swarmd.sessions.WorkTree;

/** Collects what one command writes. */
final class StepWrites {
  /** Stands for names that only the program knows. */
  private static final ShellWord ANY_NAME = new ShellWord("x", String.valueOf(ShellWord.UNKNOWN));

  private final Step step;
  private final Found found;
  private final Optional<String> folder;

  /** What is known of the writes of a whole command line. */
  static final class Found {
    private final List<Written> files = new ArrayList<>();
    private boolean more;

    List<Written> files() {
      return files.stream().distinct().toList();
    }

    /** Whether it writes files whose names only the shell knows. */
    boolean more() {
      return more;
    }
  }

  StepWrites(Step step, Found found) {
    this(step, found, step.folder());
  }

  private StepWrites(Step step, Found found, Optional<String> folder) {
    this.step = step;
    this.found = found;
    this.folder = folder;
  }

  void read() {
    for (Redirection redirection : step.part().redirections()) {
      if (redirection.kind() == Redirection.Kind.WRITE) {
        file(redirection.target());
      }
    }
    WritingPrograms.read(this);
  }

  ShellPart part() {
    return step.part();
  }

  /** Where the program works, which `git -C` names; empty if only the shell knows. */
  Optional<String> programFolder() {
    return GitCommand.folder(part()).map(this::in).orElse(this).folder;
  }

  /** Braces stand for several operands, as in `cp a.txt{,.bak}`. */
  List<ShellWord> operands() {
    return step.part().operands().stream().flatMap(Expansion::ofBraces).toList();
  }

  /** The same command as if it ran in another folder. */
  StepWrites in(ShellWord other) {
    List<String> paths = CommandPaths.absolute(step, folder, other);
    return new StepWrites(
        step, found, paths.size() == 1 ? PathForm.literal(paths.get(0)) : Optional.empty());
  }

  /** The same command as if it ran at the top of the work tree. Reads the disk. */
  StepWrites inWorkTree() {
    return in(
        folder
            .flatMap(StepWrites::linkedTree)
            .map(ShellWord::literal)
            .orElse(
                new ShellWord(
                    "", ShellWord.VARIABLE + ShellSteps.WORK_TREE + ShellWord.VARIABLE_END)));
  }

  /** The command may have changed to another worktree than the one it started in. */
  private static Optional<String> linkedTree(String folder) {
    return WorkTree.around(Path.of(folder))
        .filter(tree -> !tree.top().equals(tree.main()))
        .map(tree -> tree.top().toString());
  }

  void file(ShellWord word) {
    add(word, Reach.FILE, List.of(), Optional.empty());
  }

  void files(List<ShellWord> words) {
    words.forEach(this::file);
  }

  /** A file whose name stands in a program's code or in a patch. */
  void file(String name) {
    file(ShellWord.literal(name));
  }

  void tree(ShellWord word) {
    tree(word, List.of());
  }

  void tree(ShellWord word, List<String> names) {
    add(word, Reach.TREE, names, Optional.empty());
  }

  /** New files in a folder, under names that only the program knows. */
  void into(ShellWord directory) {
    file(directory.child(ANY_NAME));
  }

  /** Everything in one folder to the same place in another. */
  void copy(ShellWord from, ShellWord to) {
    into(to);
    for (String source : CommandPaths.absolute(step, folder, from)) {
      add(to, Reach.COPY, List.of(), Optional.of(source));
    }
  }

  /** What has been changed in a folder of a work tree. */
  void changes(ShellWord directory) {
    changes(directory, List.of());
  }

  void changes(ShellWord directory, List<String> names) {
    add(directory, Reach.CHANGES, names, Optional.empty());
  }

  /**
   * What a patch in a file changes.
   *
   * @param reader the command, in the folder where it finds the patch
   */
  void patch(ShellWord patch, StepWrites reader) {
    for (String source : CommandPaths.absolute(step, reader.folder, patch)) {
      add(new ShellWord(".", "."), Reach.PATCH, List.of(), Optional.of(source));
    }
  }

  private void add(ShellWord word, Reach reach, List<String> names, Optional<String> from) {
    if (word.text().equals(NestedCommands.INSERTED.text())) {
      FoundFiles.insertedInto(step).stream()
          .filter(each -> reach == Reach.FILE || reach == Reach.TREE)
          .forEach(found.files::add);
      found.more = true;
      return;
    }
    found.more |= CommandPaths.areUnknown(step, folder, word);
    for (String path : CommandPaths.absolute(step, folder, word)) {
      found.files.add(new Written(path, reach, names, from));
    }
  }

  /** What find deletes. */
  void find() {
    if (step.part().hasArgument("-delete")) {
      found.files.addAll(FoundFiles.byFind(step, step.part()));
      found.more = true;
    }
  }
}
