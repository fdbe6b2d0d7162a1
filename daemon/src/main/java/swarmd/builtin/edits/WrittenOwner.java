package swarmd.builtin.edits;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.builtin.edits.OwnedFiles.OwnedFile;
import swarmd.builtin.payload.ToolFile;
import swarmd.builtin.shell.PatchText;
import swarmd.builtin.shell.Written;
import swarmd.files.Glob;
import swarmd.sessions.WorkTree;
import swarmd.swarm.Task;

/** Finds the owner of what a command would write. Reads the disk. */
final class WrittenOwner {
  private static final int MAX_PATCH = 1 << 20;

  private final Path project;
  private final FileOwners owners;
  private final Supplier<OwnedFiles> owned;

  /**
   * @param project its main work tree
   * @param owned called only if a command writes more than single files
   */
  WrittenOwner(Path project, FileOwners owners, Supplier<OwnedFiles> owned) {
    this.project = project;
    this.owners = owners;
    this.owned = owned;
  }

  /** A file, and another agent's task that owns it. */
  record Owned(Path path, Task task) {}

  Optional<Owned> of(List<Written> files) {
    return files.stream().flatMap(file -> of(file).stream()).findFirst();
  }

  private Optional<Owned> of(Written written) {
    try {
      Optional<Path> path = written.literal().map(name -> Path.of(name).normalize());
      Optional<Owned> inTree = inWorktree(written, path);
      if (inTree.isPresent()) {
        return inTree;
      }
      return switch (written.reach()) {
        case FILE -> path.isPresent() ? ofFile(path.get()) : ofPattern(written.path());
        case TREE ->
            path.isPresent()
                ? ofFile(path.get()).or(() -> below(written, path.get(), file -> true))
                : ofPattern(written.path()).or(() -> ofPattern(written.path() + "/**"));
        case CHILDREN ->
            path.flatMap(
                root -> below(written, root, file -> real(root).equals(file.path().getParent())));
        case COPY -> path.flatMap(root -> ofCopy(written, root));
        case CHANGES -> path.flatMap(root -> ofChanges(written, root));
        case PATCH -> path.flatMap(root -> ofPatch(written, root));
      };
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  Optional<Owned> ofFile(Path path) {
    ToolFile file = new ToolFile(path);
    List<Path> real = file.realNames().stream().map(Path::of).toList();
    Optional<Owned> inTree =
        Stream.concat(Stream.of(path), real.stream())
            .flatMap(name -> owners.treeAround(name).stream())
            .findFirst()
            .map(tree -> new Owned(path, tree.task()));
    if (inTree.isPresent()) {
      return inTree;
    }
    return !real.isEmpty() && real.stream().allMatch(owners::isInOwnTree)
        ? Optional.empty()
        : owners.ownerOf(names(file)).map(task -> new Owned(path, task));
  }

  /** Whatever a command does to a folder, it must not reach into the worktree of another agent. */
  private Optional<Owned> inWorktree(Written written, Optional<Path> path) {
    if (owners.otherTrees().isEmpty()) {
      return Optional.empty();
    }
    if (path.isPresent()) {
      Path root = real(path.get());
      return switch (written.reach()) {
        case FILE, PATCH -> Optional.empty(); // by the files themselves
        case TREE -> owners.treeAtOrBelow(root).map(tree -> new Owned(tree.folder(), tree.task()));
        case CHILDREN, COPY, CHANGES ->
            owners.treeAround(root).map(tree -> new Owned(tree.folder(), tree.task()));
      };
    }
    String pattern = Path.of(written.path()).normalize().toString();
    Optional<Glob> glob = Glob.of(pattern);
    Path fixed = real(Path.of(folderOf(pattern)));
    return owners.otherTrees().stream()
        .filter(
            tree ->
                fixed.startsWith(tree.folder())
                    || glob.filter(names -> names.matches(tree.folder().toString())).isPresent())
        .findFirst()
        .map(tree -> new Owned(tree.folder(), tree.task()));
  }

  /** The folder before the first wildcard, with the slash at its end. */
  static String folderOf(String pattern) {
    int wildcard = 0;
    while (wildcard < pattern.length() && "*?[\\".indexOf(pattern.charAt(wildcard)) < 0) {
      wildcard++;
    }
    return pattern.substring(0, pattern.lastIndexOf('/', wildcard) + 1);
  }

  /** Includes the name that the command used: a task may own a file by a link's name. */
  private List<String> names(ToolFile file) {
    return Stream.concat(Stream.of(file.path().toString()), file.realNames().stream())
        .distinct()
        .map(name -> WorkTree.relative(Path.of(name), project).toString())
        .distinct()
        .toList();
  }

  /** The shell expands wildcards to the files there are. */
  private Optional<Owned> ofPattern(String form) {
    String pattern = Path.of(form).normalize().toString();
    String folder = folderOf(pattern);
    String real = real(Path.of(folder)) + "/" + pattern.substring(folder.length());
    Optional<Glob> glob = Glob.of(real);
    return glob.isEmpty()
        ? Optional.empty()
        : owned.get().all().stream()
            .filter(file -> glob.get().matches(file.path().toString()))
            .findFirst()
            .map(WrittenOwner::found);
  }

  private static Owned found(OwnedFile file) {
    return new Owned(file.path(), file.task());
  }

  private Optional<Owned> below(Written written, Path root, Predicate<OwnedFile> also) {
    Path real = real(root);
    List<Glob> names =
        written.names().stream().flatMap(name -> Glob.inAnyFolder(name).stream()).toList();
    return owned.get().all().stream()
        .filter(file -> file.path().startsWith(real))
        .filter(
            file ->
                written.names().isEmpty()
                    || names.stream().anyMatch(name -> name.matches(file.path().toString())))
        .filter(also)
        .findFirst()
        .map(WrittenOwner::found);
  }

  private Optional<Owned> ofCopy(Written written, Path root) {
    Optional<Path> from = written.source().map(Path::of).map(Path::normalize);
    Path real = real(root);
    return from.isEmpty()
        ? Optional.empty()
        : below(
            written,
            root,
            file -> Files.exists(from.get().resolve(real.relativize(file.path()).toString())));
  }

  /**
   * Git only discards what has been changed, and a file that was not changed since its task was
   * claimed is not its agent's work. A linked work tree is the sender's own.
   */
  private Optional<Owned> ofChanges(Written written, Path root) {
    boolean shared =
        WorkTree.around(root).filter(tree -> tree.top().equals(tree.main())).isPresent();
    return shared ? below(written, root, WrittenOwner::changedSinceClaim) : Optional.empty();
  }

  private static boolean changedSinceClaim(OwnedFile file) {
    return file.stamp().modified().toMillis() >= file.task().claimedAt().orElse(Long.MAX_VALUE);
  }

  private Optional<Owned> ofPatch(Written written, Path root) {
    Optional<Path> patch = written.source().map(Path::of);
    if (patch.isEmpty() || !Files.isRegularFile(patch.get())) {
      return Optional.empty();
    }
    try (var in = Files.newInputStream(patch.get())) {
      String text = new String(in.readNBytes(MAX_PATCH), StandardCharsets.UTF_8);
      return PatchText.files(text).stream()
          .flatMap(name -> ofFile(root.resolve(name).normalize()).stream())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path real(Path path) {
    List<String> names = new ToolFile(path).realNames();
    return Path.of(names.get(names.size() - 1));
  }
}
