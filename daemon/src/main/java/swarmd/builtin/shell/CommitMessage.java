package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The message given to `git commit` on its command line. */
final class CommitMessage {
  /** Bounds matching time; a longer subject breaks every rule anyway. */
  private static final int MAX_SUBJECT = 200;

  /** The letters listed before the m take no value; any other would swallow the rest. */
  private static final Pattern FLAG =
      Pattern.compile("--message(?:=|$)(.*)|-[aeinopqsvz]*m(.*)", Pattern.DOTALL);

  /** The message in "$(cat <<'EOF' ... EOF )" starts after the first line. */
  private static final Pattern HEREDOC =
      Pattern.compile("^\\$\\(\\s*cat\\s*<<[^\\n]*\\n(.*)", Pattern.DOTALL);

  private CommitMessage() {}

  /** The first line of the first message; empty if the command has none. */
  static Optional<String> subject(ShellPart part) {
    return GitCommand.in(part)
        .filter(git -> git.program().equals("commit"))
        .flatMap(commit -> message(commit.arguments()))
        .flatMap(CommitMessage::firstLine);
  }

  private static Optional<String> message(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      Optional<String> value = valueOf(words.get(i));
      if (value.isPresent()) {
        return value.get().isEmpty() && i + 1 < words.size()
            ? Optional.of(words.get(i + 1))
            : value;
      }
    }
    return Optional.empty();
  }

  /** An empty string if the value is the next word. */
  private static Optional<String> valueOf(String flag) {
    Matcher found = FLAG.matcher(flag);
    return found.matches()
        ? Optional.of(found.group(1) == null ? found.group(2) : found.group(1))
        : Optional.empty();
  }

  /** Empty if the shell would expand the line to something else. */
  private static Optional<String> firstLine(String message) {
    Matcher heredoc = HEREDOC.matcher(message);
    String text = heredoc.matches() ? heredoc.group(1) : message;
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .filter(line -> !line.startsWith("$") && !line.startsWith("`"))
        .map(line -> line.substring(0, Math.min(line.length(), MAX_SUBJECT)));
  }
}
