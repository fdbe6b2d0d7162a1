package swarmd.builtin.shell;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.files.Glob;
import swarmd.text.Cut;
import swarmd.userhooks.MatchBudget;

/**
 * What a project asks of commit messages and says after edits.
 *
 * @param commit what a message's first line must hold
 * @param deny whether a commit with another message is denied
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

  /** What a message should look like, for people and for the machine. */
  record Commit(String shown, LinearPattern pattern) {

    boolean allows(String subject) {
      return pattern.isIn(subject);
    }
  }

  /** What is said when a file that matches has been changed. */
  record After(Glob files, String say) {

    boolean isAbout(String path, MatchBudget budget) {
      return budget.matches(files, path).orElse(false);
    }
  }

  /** What makes no sense is left out. */
  static ProjectPatterns in(JsonNode settings) {
    JsonNode patterns = settings.path("patterns");
    List<After> after = new ArrayList<>();
    for (JsonNode rule : patterns.path("after")) {
      String say = Cut.toLine(MAX_TEXT, rule.path("say").asText());
      String files = rule.path("files").asText();
      if (!say.isEmpty() && files.length() <= MAX_TEXT && after.size() < MAX_RULES) {
        Glob.inAnyFolder(files).ifPresent(glob -> after.add(new After(glob, say)));
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
