package swarmd.userhooks;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.files.Glob;
import swarmd.hooks.HookEvent;

/** The parts of one event that matchers are compared with, and the budget for that. */
final class MatchSubject {
  private static final List<String> PATH_FIELDS =
      List.of("file_path", "notebook_path", "absolute_path", "path");

  private final HookEvent event;
  private final EventKey key;
  private final MatchBudget budget;
  private final Optional<String> field;
  private final List<String> undecided = new ArrayList<>();
  private Optional<List<String>> paths = Optional.empty();

  MatchSubject(HookEvent event, EventKey key, MatchBudget budget) {
    this.event = event;
    this.key = key;
    this.budget = budget;
    field = key.matchedField();
  }

  /** Whether string matchers apply to this kind of event. */
  boolean hasValue() {
    return field.isPresent();
  }

  Optional<String> value() {
    return field
        .flatMap(event::text)
        .map(text -> key.name().equals("FileChanged") ? fileName(text) : text);
  }

  Optional<String> tool() {
    return event.text("tool_name");
  }

  Optional<String> command() {
    return event.object("tool_input").get("command") instanceof String command
        ? Optional.of(command)
        : Optional.empty();
  }

  /** Each path as it was sent, as an absolute path and, if possible, relative to the project. */
  List<String> paths() {
    if (paths.isEmpty()) {
      paths = Optional.of(foundPaths());
    }
    return paths.get();
  }

  private List<String> foundPaths() {
    return Stream.concat(
            PATH_FIELDS.stream().map(event.object("tool_input")::get),
            Stream.ofNullable(event.fields().get("file_path")))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .flatMap(this::forms)
        .distinct()
        .toList();
  }

  private Stream<String> forms(String text) {
    try {
      Path sent = Path.of(text).normalize();
      Path absolute =
          event.directory().map(here -> Path.of(here).resolve(sent).normalize()).orElse(sent);
      Stream<Path> relative =
          event
              .folder()
              .or(event::directory)
              .map(Path::of)
              .filter(absolute::startsWith)
              .map(project -> project.relativize(absolute))
              .stream();
      return Stream.concat(Stream.of(sent, absolute), relative).map(Path::toString);
    } catch (InvalidPathException e) {
      return Stream.of(text);
    }
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  boolean finds(Pattern pattern, String text) {
    return decided(pattern.pattern(), budget.finds(pattern, text));
  }

  boolean matches(Pattern pattern, String text) {
    return decided(pattern.pattern(), budget.matches(pattern, text));
  }

  boolean matches(Glob glob, String path) {
    return decided(glob.text(), budget.matches(glob, path));
  }

  /** In doubt a matcher matches, so that a slow pattern does not let anything past a guard. */
  private boolean decided(String pattern, Optional<Boolean> answer) {
    if (answer.isEmpty()) {
      undecided.add(pattern);
    }
    return answer.orElse(true);
  }

  /** The patterns that took too long. */
  List<String> undecided() {
    return undecided;
  }
}
