package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.builtin.shell.ShellSteps.Step;

/** Makes the paths in a command absolute. */
final class CommandPaths {
  private static final Pattern DEVICE =
      Pattern.compile("/dev/(null|zero|full|tty|stdin|stdout|stderr|(fd|tcp|udp)/.*)");

  private CommandPaths() {}

  /** The forms of the paths that a word stands for, without those that only the shell knows. */
  static List<String> absolute(Step step, ShellWord word) {
    return absolute(step, step.folder(), word);
  }

  static List<String> absolute(Step step, Optional<String> folder, ShellWord word) {
    return step.expand(word).stream().flatMap(form -> absolute(folder, form)).toList();
  }

  /** Whether only the shell knows which paths a word stands for. */
  static boolean areUnknown(Step step, Optional<String> folder, ShellWord word) {
    return step.expand(word).stream()
        .anyMatch(
            form ->
                form.indexOf(ShellWord.UNKNOWN) == 0
                    || folder.isEmpty() && !form.startsWith("/") && !form.isEmpty());
  }

  private static Stream<String> absolute(Optional<String> folder, String form) {
    if (form.isEmpty() || form.equals("-") || form.indexOf(ShellWord.UNKNOWN) == 0) {
      return Stream.of();
    }
    if (form.startsWith("/")) {
      return DEVICE.matcher(form).matches() ? Stream.of() : Stream.of(form);
    }
    return folder.map(each -> ShellWord.literal(each).form() + "/" + form).stream();
  }
}
