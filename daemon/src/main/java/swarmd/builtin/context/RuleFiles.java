package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import swarmd.files.Listing;
import swarmd.files.TextFiles;

/** The rules in a folder and in those above it. */
final class RuleFiles implements Function<Place, Nearby> {
  private static final int MAX_FILES = 64;
  private static final int MAX_BYTES = 32 * 1024;

  private final TextFiles<Rule> rules = new TextFiles<>(MAX_BYTES, Rule::of);

  /** Where rules are kept, and how their names end. */
  private record Source(String folder, List<String> endings) {
    static final Source CLAUDE = new Source(".claude/rules", List.of(".md"));
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

  /** Looks at the disk. */
  @Override
  public Nearby apply(Place place) {
    Ancestors folders = Ancestors.of(place);
    List<Nearby.Text> texts = new ArrayList<>();
    for (Path folder : folders.all()) {
      sources(place)
          .flatMap(source -> source.files(place.root(), folder).stream())
          .flatMap(file -> text(place.root(), folder, file).stream())
          .forEach(texts::add);
    }
    return new Nearby(folders.folder(), texts);
  }

  /** Claude Code follows its own rules itself, also those of folders below. */
  private static Stream<Source> sources(Place place) {
    return place.isClaudeCode()
        ? Stream.of(Source.CURSOR, Source.GITHUB)
        : Stream.of(Source.CLAUDE, Source.CURSOR, Source.GITHUB);
  }

  private Optional<Nearby.Text> text(Path project, Path base, Path file) {
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
                    (touched, budget) -> rule.covers(project, base, touched, budget)));
  }
}
