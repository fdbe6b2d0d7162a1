package swarmd.builtin.context;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfile.OwnFiles;
import swarmd.files.TextFile;

/** Finds the files that define slash commands. */
final class CommandFiles {
  private static final int MAX_BYTES = 32 * 1024;

  private final Path userHome;
  private final Path swarmdHome;

  CommandFiles(Path userHome, Path swarmdHome) {
    this.userHome = userHome.toAbsolutePath();
    this.swarmdHome = swarmdHome;
  }

  /**
   * @param within the folder that the file must be in after resolving links; the root for the
   *     user's own files
   */
  private record Candidate(Path within, Path file) {}

  /** Empty if there is none, or if the host has its own of that name. Reads the disk. */
  Optional<TextFile> find(HostProfile host, Optional<Path> project, String name) {
    Path file = Path.of(name.replace(':', '/') + ".md");
    if (host.ownFiles().isPresent() && existsForHost(host.ownFiles().get(), project, name, file)) {
      return Optional.empty();
    }
    List<OwnFiles> others =
        HostCatalogue.STANDARD.hosts().stream()
            .filter(other -> !other.id().equals(host.id()))
            .flatMap(other -> other.ownFiles().stream())
            .toList();
    Stream<Candidate> ours =
        Stream.concat(
            candidates(project, userHome, Path.of(".swarmd/commands").resolve(file)),
            Stream.of(new Candidate(root(), swarmdHome.resolve("commands").resolve(file))));
    return first(
        Stream.of(
                others.stream().flatMap(own -> commands(own, project, file)),
                ours,
                others.stream().flatMap(own -> skills(own, project, name)))
            .flatMap(each -> each));
  }

  /** Whether the host itself would find the command. */
  private boolean existsForHost(OwnFiles own, Optional<Path> project, String name, Path file) {
    return Stream.concat(commands(own, project, file), skills(own, project, name))
        .anyMatch(candidate -> Files.exists(candidate.file));
  }

  private Stream<Candidate> commands(OwnFiles own, Optional<Path> project, Path file) {
    return candidates(project, userHome, Path.of(own.commands()).resolve(file));
  }

  private Stream<Candidate> skills(OwnFiles own, Optional<Path> project, String name) {
    return name.indexOf(':') >= 0
        ? Stream.empty()
        : candidates(project, userHome, Path.of(own.skills(), name, "SKILL.md"));
  }

  private Stream<Candidate> candidates(Optional<Path> project, Path user, Path file) {
    return Stream.concat(
        project.map(folder -> new Candidate(folder, folder.resolve(file))).stream(),
        Stream.of(new Candidate(root(), user.resolve(file))));
  }

  private Path root() {
    return userHome.getRoot();
  }

  private static Optional<TextFile> first(Stream<Candidate> candidates) {
    return candidates
        .flatMap(candidate -> TextFile.read(candidate.within, candidate.file, MAX_BYTES).stream())
        .findFirst();
  }
}
