package swarmd.builtin.shell;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Follows a command line through changes of the current folder and assignments, into the commands
 * that its commands run.
 */
final class ShellSteps {
  /** Stands for `git rev-parse --show-toplevel`; no shell has a variable of this name. */
  static final String WORK_TREE = "work tree";

  private static final int MAX_DEPTH = 5;
  private static final int MAX_STEPS = 2_000;
  private static final String UNKNOWN = String.valueOf(ShellWord.UNKNOWN);

  private final List<Step> steps = new ArrayList<>();
  private final Map<Scope, State> states = new HashMap<>();

  private ShellSteps() {}

  /**
   * A simple command where and with what it runs.
   *
   * @param folder the current folder; empty if only the shell knows it
   * @param runner the command that runs it, if it is not the shell itself
   */
  record Step(
      ShellPart part,
      Optional<String> folder,
      Map<String, List<String>> variables,
      Optional<Step> runner) {

    /** The forms that a word stands for. */
    List<String> expand(ShellWord word) {
      return Expansion.of(word, this::values);
    }

    private List<String> values(String name) {
      List<String> known = variables.getOrDefault(name, List.of());
      List<String> values =
          known.isEmpty() && name.startsWith("$(") && name.endsWith(")")
              ? output(name.substring(2, name.length() - 1))
              : known;
      return values.isEmpty() ? List.of(UNKNOWN) : values;
    }

    /** The files that a command prints; empty if they are unknown. */
    private List<String> output(String command) {
      if (command.contains("$(")) { // reading each level again would take forever
        return List.of();
      }
      List<ShellPart> parts = ShellParts.of(command, ShellParts.MAX_ADVICE, part.scope().inner());
      return parts.isEmpty()
          ? List.of()
          : FoundFiles.forms(FoundFiles.byProgram(this, parts.get(parts.size() - 1)));
    }

    /** The program's name without its folder, even if a variable holds it. */
    String program() {
      String name = part.program();
      if (!name.startsWith("$")) {
        return name;
      }
      ShellWord word = part.all().get(Wrappers.programIndex(part.all()));
      List<String> values = expand(word);
      return values.size() == 1 ? ShellPart.nameOf(values.get(0)) : name;
    }
  }

  private record State(
      Optional<String> folder, Optional<String> before, Map<String, List<String>> variables) {

    State in(Optional<String> other) {
      Map<String, List<String>> changed = new HashMap<>(variables);
      changed.put("PWD", List.of(other.map(ShellSteps::quoted).orElse(UNKNOWN)));
      return new State(other, folder, changed);
    }

    State with(String name, List<String> values) {
      Map<String, List<String>> changed = new HashMap<>(variables);
      changed.put(name, values);
      return new State(folder, before, changed);
    }
  }

  /**
   * Reads a command.
   *
   * @param folder where it starts
   * @param variables what is known of its environment, as forms
   */
  static List<Step> of(
      String command, int maxLength, Optional<String> folder, Map<String, List<String>> variables) {
    ShellSteps reader = new ShellSteps();
    Scope scope = Scope.outermost();
    reader.states.put(scope, new State(Optional.empty(), Optional.empty(), variables).in(folder));
    reader.follow(ShellParts.of(command, maxLength, scope), Optional.empty(), 0);
    return reader.steps;
  }

  /** The simple commands of a command line, and those that they run; for advice. */
  static List<ShellPart> partsOf(String command) {
    ShellSteps reader = new ShellSteps();
    Scope scope = Scope.outermost();
    reader.states.put(scope, new State(Optional.empty(), Optional.empty(), Map.of()));
    reader.follow(ShellParts.of(command, ShellParts.MAX_ADVICE, scope), Optional.empty(), 0);
    return reader.steps.stream().map(Step::part).toList();
  }

  private static String quoted(String folder) {
    return ShellWord.literal(folder).form();
  }

  private void follow(List<ShellPart> parts, Optional<Step> runner, int depth) {
    for (ShellPart part : parts) {
      if (steps.size() >= MAX_STEPS) {
        return;
      }
      State state = state(part.scope());
      Step step = step(part, state, runner);
      steps.add(step);
      if (depth < MAX_DEPTH) {
        follow(nested(step), Optional.of(step), depth + 1);
      }
      states.put(part.scope(), after(step, state));
    }
  }

  private static Step step(ShellPart part, State state, Optional<Step> runner) {
    Step step = new Step(part, state.folder, state.variables, runner);
    Optional<ShellWord> elsewhere = Wrappers.folder(part.prefix());
    return elsewhere.isEmpty()
        ? step
        : new Step(part, changed(step, state, List.of(elsewhere.get())), state.variables, runner);
  }

  private static List<ShellPart> nested(Step step) {
    ShellPart part = step.part;
    if (part.program().startsWith("$")) { // RUN="sh -c"; $RUN 'code'
      List<ShellWord> words = new ArrayList<>(part.prefix());
      step.expand(part.all().get(words.size())).stream()
          .limit(1)
          .flatMap(value -> Stream.of(value.split(" ")))
          .forEach(value -> words.add(new ShellWord(value, value)));
      words.addAll(part.operands());
      ShellPart meant = part.withWords(words);
      return meant.program().startsWith(UNKNOWN) ? List.of() : List.of(meant);
    }
    return NestedCommands.of(part);
  }

  private State state(Scope scope) {
    State known = states.get(scope);
    if (known == null) {
      known = state(scope.parent().orElseThrow());
      states.put(scope, known);
    }
    return known;
  }

  private State after(Step step, State state) {
    List<ShellWord> operands = step.part.operands();
    return switch (step.part.program()) {
      case "" -> assigned(step, state, step.part.prefix());
      case "export", "declare", "local", "readonly", "typeset" -> assigned(step, state, operands);
      case "for", "select" -> loop(step, state, operands);
      case "read" -> read(step, state, operands);
      case "cd", "pushd" -> state.in(changed(step, state, operands));
      case "popd" -> state.in(state.before);
      default -> state;
    };
  }

  private static State assigned(Step step, State state, List<ShellWord> words) {
    State result = state;
    for (ShellWord word : words) {
      int equals = word.text().indexOf('=');
      if (Wrappers.isAssignment(word.text()) && word.text().charAt(equals - 1) != '+') {
        String name = word.text().substring(0, equals);
        result = result.with(name, step.expand(word.from(equals + 1)));
      }
    }
    return result;
  }

  private static State loop(Step step, State state, List<ShellWord> operands) {
    return operands.size() < 3
        ? state
        : state.with(
            operands.get(0).text(),
            operands.stream().skip(2).flatMap(word -> step.expand(word).stream()).toList());
  }

  private static State read(Step step, State state, List<ShellWord> operands) {
    List<String> lines =
        step.part
            .source()
            .map(source -> FoundFiles.forms(FoundFiles.byProgram(step, source)))
            .orElse(List.of());
    State result = state;
    for (ShellWord word : operands) {
      result = word.isOption() ? result : result.with(word.text(), lines);
    }
    return result;
  }

  private static Optional<String> changed(Step step, State state, List<ShellWord> operands) {
    Optional<ShellWord> to =
        operands.stream().filter(word -> !word.text().matches("-[LPe@]+|--")).findFirst();
    if (to.isPresent() && to.get().text().equals("-")) {
      return state.before;
    }
    List<String> values =
        step.expand(to.orElse(new ShellWord("~", "~"))); // without a folder, cd goes home
    return values.size() == 1
        ? PathForm.literal(values.get(0)).flatMap(path -> in(state, path))
        : Optional.empty();
  }

  private static Optional<String> in(State state, String path) {
    try {
      if (path.startsWith("/")) {
        return Optional.of(Path.of(path).normalize().toString());
      }
      return state.folder.map(folder -> Path.of(folder).resolve(path).normalize().toString());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
