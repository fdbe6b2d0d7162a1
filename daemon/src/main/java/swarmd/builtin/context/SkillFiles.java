package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import swarmd.catalogue.HostCatalogue;
import swarmd.files.Listing;
import swarmd.files.TextFiles;
import swarmd.time.Time;

/** The skills of the user and of a project. */
final class SkillFiles implements Function<String, List<SkillFiles.Found>> {
  private static final int MAX_FILES = 64;
  private static final int MAX_BYTES = 32 * 1024;

  private final List<Path> users;
  private final TextFiles<Optional<SkillText>> skills;

  SkillFiles(Path userHome, Time time) {
    users = folders(userHome.toAbsolutePath());
    skills = new TextFiles<>(MAX_BYTES, SkillText::of, time);
  }

  /** Beside the skills that hosts read themselves. */
  private static List<Path> folders(Path userHome) {
    return HostCatalogue.STANDARD.hosts().stream()
        .flatMap(host -> host.ownFiles().stream())
        .map(own -> userHome.resolve(own.skills()).resolveSibling("local-skills"))
        .toList();
  }

  /**
   * @param origin tells the model who wrote the skill
   */
  record Found(SkillText skill, Path file, String origin) {}

  /** Reads the disk. */
  @Override
  public List<Found> apply(String directory) {
    Path project = Path.of(directory);
    return Stream.concat(
            in(project, project.resolve(".swarmd/skills"), "written in this repository"),
            // the user's own links may lead anywhere
            users.stream().flatMap(user -> in(user.getRoot(), user, "written by the user")))
        .toList();
  }

  private Stream<Found> in(Path within, Path folder, String origin) {
    return Listing.of(within, folder, MAX_FILES, name -> name.endsWith(".md")).stream()
        .flatMap(
            file ->
                skills
                    .of(within, file)
                    .flatMap(Function.identity())
                    .map(skill -> new Found(skill, file, origin))
                    .stream());
  }
}
