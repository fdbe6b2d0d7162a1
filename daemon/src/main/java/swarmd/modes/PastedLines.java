package swarmd.modes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes lines that were pasted rather than typed: lists, tables, diffs, logs, commit subjects. */
final class PastedLines {
  private static final Pattern MARKED =
      Pattern.compile(
          "\\s*+(?:[-*+•]\\s|\\(?\\d{1,3}[.)]\\s|#{1,6}\\s|\\||@@|[$%]\\s)" // Markdown, a prompt
              + "|[-+]\\S" // a diff
              + "|(?: {4}|\\t)" // code
              + "|\\s*+(?:\\[?\\d{4}-\\d\\d-\\d\\d|\\[?\\d\\d:\\d\\d(?::\\d\\d)?\\b)" // a log
              + "|\\s*+\\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\\b"
              + "|\\s*+[0-9a-f]{7,40}\\s" // git log --oneline
              + "|\\s*+at \\S+\\(");

  private static final Pattern INTRODUCTION =
      Pattern.compile(
          "(?i)\\b(?:messages?|commits?|titles?|logs?|output|errors?|issues?|tickets?|says?|said"
              + "|wrote|reads?|changelog|notes|texts?|prompts?|e-?mails?|comments?|reviews?|readme"
              + "|docs|documentation|examples?|quotes?|snippets?|lines?|sentences?|commands?|todos?"
              + "|branches|list|files?|keywords?|phrases?|words|strings?|transcript|chat|history)\\b"
              + ".*[:：]\\s*+$");

  /** On the same line, only words for a text introduce one. */
  private static final Pattern INLINE =
      Pattern.compile(
          "(?i)\\b(?:messages?|titles?|readme|docs|changelog|says?|said|wrote|reads?|texts?|prompts?"
              + "|comments?|sentences?|phrases?|quotes?|e-?mails?|logs?|output|strings?|labels?|subject"
              + "|body|description|captions?|heading)\\b[^:：]{0,40}+[:：](?=\\s)");

  private static final Pattern COMMIT_SUBJECT =
      Pattern.compile(
          "(?i)(?:feat|fix|docs?|chore|tests?|refactor|perf|ci|build|style|revert|"
              + String.join("|", Mode.labels())
              + ")(?:\\([^)]*\\))?!?: .*");

  private PastedLines() {}

  static String removeFrom(String text) {
    List<String> lines = List.of(text.split("\n", -1));
    List<String> kept = new ArrayList<>();
    boolean introduced = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean blank = line.isBlank();
      boolean paragraphEnds = blank && !lastIsIntroduction(lines, i);
      introduced = introduced && !paragraphEnds;
      kept.add(introduced || MARKED.matcher(line).lookingAt() || isSubject(lines, i) ? "" : typed(line));
      introduced = introduced || isIntroduction(line);
    }
    return String.join("\n", kept);
  }

  private static String typed(String line) {
    Matcher introduction = INLINE.matcher(line);
    return introduction.find() ? line.substring(0, introduction.end()) : line;
  }

  private static boolean isIntroduction(String line) {
    return INTRODUCTION.matcher(line).find();
  }

  /** An empty line may separate the introduction from what it introduces. */
  private static boolean lastIsIntroduction(List<String> lines, int at) {
    return at > 0 && isIntroduction(lines.get(at - 1));
  }

  /** One line such as "autopilot: build a shop" is an order; several are commits. */
  private static boolean isSubject(List<String> lines, int at) {
    return COMMIT_SUBJECT.matcher(lines.get(at)).matches()
        && (at > 0 && COMMIT_SUBJECT.matcher(lines.get(at - 1)).matches()
            || at + 1 < lines.size() && COMMIT_SUBJECT.matcher(lines.get(at + 1)).matches());
  }
}
