package swarmd.builtin.context;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.files.Glob;
import swarmd.files.TextFile;
import swarmd.userhooks.MatchBudget;

/**
 * A file of rules.
 *
 * @param text cut to what can be shown
 * @param everywhere whether it applies to every file
 * @param globs the files it applies to otherwise
 */
record Rule(String hash, String text, boolean whole, boolean everywhere, List<Glob> globs) {
  private static final int MAX_GLOBS = 50;
  private static final int MAX_GLOB_LENGTH = 300;
  private static final Pattern WILD = Pattern.compile("[*?\\[{]");

  static Rule of(TextFile file) {
    FrontMatter front = FrontMatter.of(file.text());
    int kept = Math.min(front.body().length(), RulesInjector.MAX_CHARACTERS);
    List<String> globs =
        Stream.of("paths", "globs", "applyTo")
            .filter(front::has)
            .findFirst()
            .map(front::list)
            .orElse(List.of());
    Optional<String> always = front.text("alwaysApply");
    return new Rule(
        ContentHash.of(file.text()),
        front.body().substring(0, kept),
        file.whole() && kept == front.body().length(),
        always.filter("true"::equalsIgnoreCase).isPresent() || globs.isEmpty() && always.isEmpty(),
        globs.stream()
            .limit(MAX_GLOBS)
            .filter(glob -> glob.length() <= MAX_GLOB_LENGTH)
            .flatMap(Rule::patterns)
            .toList());
  }

  /** A folder's name covers everything in it. */
  private static Stream<Glob> patterns(String written) {
    String glob = written.startsWith("./") ? written.substring(2) : written;
    String relative = glob.startsWith("/") ? glob.substring(1) : glob;
    if (relative.endsWith("/")) {
      return Glob.inAnyFolder(relative + "**").stream();
    }
    return WILD.matcher(relative).find()
        ? Glob.inAnyFolder(relative).stream()
        : Stream.of(relative, relative + "/**").flatMap(each -> Glob.inAnyFolder(each).stream());
  }

  /**
   * A glob that cannot be matched in time does not match.
   *
   * @param names the file's paths relative to the rule's folder and to the project
   */
  boolean covers(List<String> names, MatchBudget budget) {
    return everywhere
        || globs.stream()
            .anyMatch(
                glob -> names.stream().anyMatch(name -> budget.matches(glob, name).orElse(false)));
  }
}
