package swarmd.builtin.context;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.files.TextFile;

/** The files in which people write down commands. */
final class CommandFiles {
  private static final int MAX_BYTES = 32 * 1024;

  private final Path userHome;
  private final Path swarmdHome;

  CommandFiles(Path userHome, Path swarmdHome) {
    this.userHome = userHome.toAbsolutePath();
    this.swarmdHome = swarmdHome;
  }

  /**
   * @param within what the file may not lead out of; the user's own links may lead anywhere
   */
  private record Candidate(Path within, Path file) {}

  /** Empty if there is none, or the host has one of this name. Looks at the disk. */
  Optional<TextFile> find(String host, Optional<Path> project, String name) {
    Path file = Path.of(name.replace(':', '/') + ".md");
    List<Candidate> claudes =
        candidates(project, userHome, Path.of(".claude/commands").resolve(file)).toList();
    List<Candidate> skills =
        name.indexOf(':') >= 0
            ? List.of()
            : candidates(project, userHome, Path.of(".claude/skills", name, "SKILL.md")).toList();
    Stream<Candidate> ours =
        Stream.concat(
            candidates(project, userHome, Path.of(".swarmd/commands").resolve(file)),
            Stream.of(new Candidate(root(), swarmdHome.resolve("commands").resolve(file))));
    if (host.equals("claude")) {
      return Stream.concat(claudes.stream(), skills.stream())
              .anyMatch(candidate -> Files.exists(candidate.file))
          ? Optional.empty()
          : first(ours);
    }
    return first(Stream.of(claudes.stream(), ours, skills.stream()).flatMap(each -> each));
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
