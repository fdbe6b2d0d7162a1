package swarmd.builtin.shell;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.files.Glob;
import swarmd.text.Cut;
import swarmd.userhooks.MatchBudget;

/**
 * A project's rules for commit messages and its reminders after edits.
 *
 * @param commit what a message's first line must match
 * @param deny whether to deny a commit whose message does not match
 */
record ProjectPatterns(Optional<Commit> commit, boolean deny, List<After> after) {
  static final ProjectPatterns NONE = new ProjectPatterns(Optional.empty(), false, List.of());

  private static final int MAX_RULES = 50;
  private static final int MAX_TEXT = 300;

  private static final Commit CONVENTIONAL =
      new Commit(
          "type(scope): what changes, where the type is build, chore, ci, docs, feat, fix, perf,"
              + " refactor, revert, style or test",
          LinearPattern.of(
                  "^(?:(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)"
                      + "(?:\\([^()]+\\))?!?: \\S|Merge |Revert \"|(?:fixup|squash|amend)! )")
              .orElseThrow());

  /** The required form of a message, as text for the model and as a pattern. */
  record Commit(String description, LinearPattern pattern) {

    boolean allows(String subject) {
      return pattern.isFoundIn(subject);
    }
  }

  /** A reminder for edits of matching files. */
  record After(Glob files, String message) {

    boolean matches(String path, MatchBudget budget) {
      return budget.matches(files, path).orElse(false);
    }
  }

  /** Skips invalid entries. */
  static ProjectPatterns in(JsonNode settings) {
    JsonNode patterns = settings.path("patterns");
    List<After> after = new ArrayList<>();
    for (JsonNode rule : patterns.path("after")) {
      String message = Cut.toLine(MAX_TEXT, rule.path("say").asText());
      String files = rule.path("files").asText();
      if (!message.isEmpty() && files.length() <= MAX_TEXT && after.size() < MAX_RULES) {
        Glob.inAnyFolder(files).ifPresent(glob -> after.add(new After(glob, message)));
      }
    }
    return new ProjectPatterns(
        commit(patterns.path("commit").asText()),
        patterns.path("onViolation").asText().equals("deny"),
        List.copyOf(after));
  }

  private static Optional<Commit> commit(String text) {
    if (text.equals("conventional")) {
      return Optional.of(CONVENTIONAL);
    }
    return text.isBlank()
        ? Optional.empty()
        : LinearPattern.of(text).map(pattern -> new Commit(Cut.toLine(MAX_TEXT, text), pattern));
  }
}
