package swarmd.userhooks;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.PatternSyntaxException;
import swarmd.files.Glob;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ObjectValue;

/** Reads a group's matcher, which is a string or an object with up to three parts. */
final class MatcherReader {
  private static final Set<String> PARTS = Set.of("tools", "paths", "commands");

  private final Problems problems;

  MatcherReader(Problems problems) {
    this.problems = problems;
  }

  /**
   * @throws InvalidEntry if it is not a matcher
   */
  HookMatcher read(Value matcher) {
    if (matcher instanceof ObjectValue) {
      return parts(new ObjectReader(matcher, "'matcher'", problems));
    }
    String text =
        matcher
            .text()
            .orElseThrow(() -> ObjectReader.mustBe("matcher", "a string or an object", matcher));
    try {
      return HookMatcher.of(text);
    } catch (PatternSyntaxException e) {
      throw notARegex(matcher, text, e);
    }
  }

  private HookMatcher parts(ObjectReader fields) {
    fields.reportUnknown(PARTS);
    Optional<HookMatcher.Tools> tools = part(fields, "tools", this::tools);
    Optional<HookMatcher.Paths> paths = part(fields, "paths", MatcherReader::paths);
    Optional<HookMatcher.Commands> commands = part(fields, "commands", MatcherReader::commands);
    return tools.isEmpty() && paths.isEmpty() && commands.isEmpty()
        ? HookMatcher.ALL
        : new HookMatcher.Parts(tools, paths, commands);
  }

  /** An empty part counts as absent. */
  private static <T> Optional<T> part(
      ObjectReader fields, String name, BiFunction<Value, String, T> reading) {
    return fields
        .field(name)
        .flatMap(
            value ->
                Optional.of(ObjectReader.text(name, value))
                    .filter(text -> !text.isEmpty())
                    .map(text -> reading.apply(value, text)));
  }

  private HookMatcher.Tools tools(Value value, String text) {
    HookMatcher.Tools tools = HookMatcher.Tools.of(text);
    if (tools.pattern().isEmpty()) {
      problems.report(
          value, "'tools' is not a regular expression, so it matches only the tool of that name");
    }
    return tools;
  }

  private static HookMatcher.Paths paths(Value value, String text) {
    return Glob.inAnyFolder(text)
        .map(glob -> new HookMatcher.Paths(text, glob))
        .orElseThrow(() -> new InvalidEntry(value, "'" + text + "' is not a valid glob"));
  }

  private static HookMatcher.Commands commands(Value value, String text) {
    try {
      return HookMatcher.Commands.of(text);
    } catch (PatternSyntaxException e) {
      throw notARegex(value, text, e);
    }
  }

  private static InvalidEntry notARegex(Value value, String text, PatternSyntaxException e) {
    return new InvalidEntry(
        value, "'%s' is not a regular expression: %s".formatted(text, e.getDescription()));
  }
}
