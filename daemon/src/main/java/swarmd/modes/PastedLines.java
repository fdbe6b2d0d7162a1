package swarmd.modes;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes lines that were pasted rather than typed: lists, tables, diffs, logs, commit subjects.
 */
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

  /** What is done with a text. */
  private static final String TEXT_WORK =
      "|translat(?:e|ion)|paraphrase|rephrase|reword|summari[sz]e|classify|proofread|spell|explain"
          + "|analy[sz]e|correct|parse|tried|typed?";

  /** The words before a colon that introduce what follows on the next lines. */
  private static final Pattern INTRODUCTION =
      Pattern.compile(
          "(?i)\\b(?:messages?|commits?|titles?|logs?|output|errors?|issues?|tickets?|says?|said"
              + "|wrote|reads?|changelog|notes|texts?|prompts?|e-?mails?|comments?|reviews?|readme"
              + "|docs|documentation|examples?|quotes?|snippets?|lines?|sentences?|commands?|todos?"
              + "|branches|list|files?|keywords?|phrases?|words|strings?|transcript|chat|history"
              + TEXT_WORK
              + ")\\b");

  /** Those that introduce a text on the same line. */
  private static final Pattern INLINE =
      Pattern.compile(
          "(?i)\\b(?:messages?|titles?|readme|docs|changelog|says?|said|wrote|reads?|texts?|prompts?"
              + "|comments?|sentences?|phrases?|quotes?|e-?mails?|logs?|output|strings?|labels?|subject"
              + "|body|description|captions?|heading|spelling"
              + TEXT_WORK
              + ")\\b");

  /** How far before its colon an introduction is looked for. */
  private static final int REACH = 60;

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
      kept.add(
          introduced || MARKED.matcher(line).lookingAt() || isSubject(lines, i) ? "" : typed(line));
      introduced = introduced || isIntroduction(line);
    }
    return String.join("\n", kept);
  }

  private static String typed(String line) {
    for (int colon = line.indexOf(':'); colon >= 0; colon = line.indexOf(':', colon + 1)) {
      boolean ends = colon + 1 < line.length() && Character.isWhitespace(line.charAt(colon + 1));
      if (ends && INLINE.matcher(before(line, colon)).find()) {
        return line.substring(0, colon + 1);
      }
    }
    return line;
  }

  private static boolean isIntroduction(String line) {
    String text = line.stripTrailing();
    int last = text.length() - 1;
    return last > 0
        && (text.charAt(last) == ':' || text.charAt(last) == '：')
        && INTRODUCTION.matcher(before(text, last)).find();
  }

  private static String before(String line, int colon) {
    return line.substring(Math.max(0, colon - REACH), colon);
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
