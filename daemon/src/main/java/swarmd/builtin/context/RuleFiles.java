package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import swarmd.catalogue.HostCatalogue;
import swarmd.files.Listing;
import swarmd.files.TextFiles;
import swarmd.time.Time;

/** The rules in a folder and its parents. */
final class RuleFiles implements Function<TouchedFolder, Nearby> {
  private static final int MAX_FILES = 64;
  private static final int MAX_BYTES = 32 * 1024;

  private final TextFiles<Rule> rules;

  RuleFiles(Time time) {
    rules = new TextFiles<>(MAX_BYTES, Rule::of, time);
  }

  /** A folder of rules, and the endings of their file names. */
  private record Source(String folder, List<String> endings) {
    static final Source CURSOR = new Source(".cursor/rules", List.of(".md", ".mdc"));
    static final Source GITHUB = new Source(".github/instructions", List.of(".instructions.md"));

    List<Path> files(Path project, Path parent) {
      return Listing.of(
          project,
          parent.resolve(folder),
          MAX_FILES,
          name -> endings.stream().anyMatch(name::endsWith));
    }
  }

  /** Reads the disk. */
  @Override
  public Nearby apply(TouchedFolder place) {
    Ancestors folders = Ancestors.of(place);
    List<Nearby.Text> texts = new ArrayList<>();
    for (Path base : folders.all()) {
      List<String> prefixes =
          Stream.of(base, place.root())
              .map(folder -> prefix(folder, folders.folder()))
              .distinct()
              .toList();
      sources(place)
          .flatMap(source -> source.files(place.root(), base).stream())
          .flatMap(file -> text(place.root(), prefixes, file).stream())
          .forEach(texts::add);
    }
    return new Nearby(folders.folder(), texts);
  }

  /** Globs may be relative to the project or to the rule's folder. */
  private static String prefix(Path from, Path folder) {
    return from.equals(folder) ? "" : from.relativize(folder) + "/";
  }

  /** Skips the host's own rules, which it loads itself, even from subfolders. */
  private static Stream<Source> sources(TouchedFolder place) {
    Stream<Source> otherHosts =
        HostCatalogue.STANDARD.hosts().stream()
            .filter(host -> !host.id().equals(place.host().id()))
            .flatMap(host -> host.ownFiles().stream())
            .map(own -> new Source(own.rules(), List.of(".md")));
    return Stream.concat(otherHosts, Stream.of(Source.CURSOR, Source.GITHUB));
  }

  private Optional<Nearby.Text> text(Path project, List<String> prefixes, Path file) {
    return rules
        .of(project, file)
        .filter(rule -> !rule.text().isEmpty())
        .map(
            rule ->
                new Nearby.Text(
                    "rule " + rule.hash(),
                    file,
                    project.relativize(file).toString(),
                    rule.text(),
                    rule.whole(),
                    (touched, budget) -> rule.covers(names(prefixes, touched), budget)));
  }

  private static List<String> names(List<String> prefixes, Path file) {
    String name = file.getFileName().toString();
    return prefixes.size() == 1
        ? List.of(prefixes.get(0) + name)
        : prefixes.stream().map(prefix -> prefix + name).toList();
  }
}
