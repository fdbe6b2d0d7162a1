package swarmd.builtin.edits;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Detects comments that only repeat their code: they begin with a verb, and every word is a name in
 * the code or describes one of its operators or keywords. A single other word makes a comment
 * informative.
 */
final class Restatement {
  private static final int MAX_COMMENT = 80;
  private static final int MAX_CODE = 500;
  private static final int MIN_WORDS = 2;

  /** Directives, plans, reasons, references and licences. */
  private static final Pattern NOT_ABOUT_CODE =
      Pattern.compile(
          "\\b(?:eslint|prettier|tslint|jshint|biome|noqa|pylint|mypy|pyright|ruff|flake8|isort"
              + "|nolint|noinspection|nosec|nosonar|pragma|istanbul|c8|rubocop|shellcheck|checkstyle"
              + "|spotless|region|endregion|clang-format|codespell|todo|fixme|hack|xxx|note|because|why|since|workaround|see|so"
              + " that|otherwise|due to|copyright|licen[sc]ed?|spdx|issue|bug|ticket)\\b"
              + "|\\b(?:type|fmt|go|coding)[:=]|@\\w|://|#\\d|\\b[A-Z]{2,}-\\d",
          Pattern.CASE_INSENSITIVE);

  private static final Set<String> TEST_STEPS =
      Set.of("given", "when", "then", "arrange", "act", "assert", "expect", "setup", "teardown");

  /** A comment above a declaration is documentation, as in Go and C++. */
  private static final Pattern DECLARATION =
      Pattern.compile(
          "^(?:[a-z]++(?:\\([a-z]*+\\))?+"
              + " )*(?:func|fun|fn|function|def|defp|sub|class|struct|interface|trait|enum|type|module|object|protocol|record)\\b["
              + " (*]|^(?:export )?(?:const|let|var) .*=>["
              + " ({]*$|^(?!(?:if|for|foreach|while|until|unless|elif|switch|catch|with)\\b)\\w+"
              + " ?\\([^()]*+\\) ?\\{"
              + "|^(?!(?:return|throw|raise|new|await|yield|else|if|elif|while|for|switch|case|delete|del"
              + "|go|defer|assert|print|puts|echo|not|typeof|do|then|use|using|import|include|require)\\b)(?:[\\w:<>,*&\\[\\]?@]++"
              + " ++)+[\\w:*&~]+\\(");

  /** "Set of names" and "the return type" are not imperatives. */
  private static final Pattern NOUNS =
      Pattern.compile("^(?:the|an?|\\w+ of)\\b", Pattern.CASE_INSENSITIVE);

  /** Signs of commented-out code. */
  private static final Pattern CODE_SIGNS = Pattern.compile("[;={}()<>\\[\\]]");

  private static final Set<String> FILLERS =
      Set.of(
          "a",
          "an",
          "the",
          "this",
          "that",
          "these",
          "of",
          "to",
          "for",
          "in",
          "on",
          "is",
          "are",
          "and",
          "with",
          "from",
          "by",
          "it",
          "its",
          "if",
          "whether",
          "our",
          "we",
          "here",
          "now",
          "each",
          "every",
          "all",
          "over",
          "through",
          "into",
          "as",
          "new",
          "value",
          "variable",
          "function",
          "method",
          "class",
          "object",
          "constant",
          "field",
          "parameter",
          "one");

  /** Verbs that add nothing if the code contains the pattern. */
  private static final Map<String, Pattern> ACTIONS =
      Stream.of(
              action("increment increase bump", "\\+\\+|\\+=|\\+ ?1\\b"),
              action("decrement decrease", "--|-=|- ?1\\b"),
              action("set assign initialize initialise init store", "(?<![=!<>])=(?![=>])"),
              action("create make instantiate construct", "(?<![=!<>])=(?![=>])|\\bnew\\b"),
              action("get retrieve obtain", "(?<![=!<>])=(?![=>])"),
              action("define declare", "\\b(?:const|let|var|val)\\b"),
              action("call invoke", "\\w ?\\("),
              action("loop iterate", "\\b(?:for|while|forEach|each)\\b"),
              action("check", "\\b(?:if|unless|elif)\\b"),
              action("print log output", "\\b(?:print|println|printf|echo|puts|log)\\b"),
              action("import include", "\\b(?:import|include|require|use|using)\\b"),
              action("throw raise", "\\b(?:throw|raise)\\b"))
          .flatMap(action -> action)
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  /** A comment that does not start with one of these is a heading. */
  private static final Set<String> VERBS =
      Stream.concat(
              ACTIONS.keySet().stream(),
              Stream.of(
                      ("return parse save load read write send receive delete remove add update"
                           + " open close start stop run execute build convert validate install"
                           + " escape dump fetch find filter sort select handle register render"
                           + " append insert clear reset connect echo use apply compute calculate"
                           + " format encode decode process wait")
                          .split(" "))
                  .map(Restatement::stem))
          .collect(Collectors.toSet());

  private static final Pattern STRING_LITERALS =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{Nd}]+");
  private static final Pattern HUMPS =
      Pattern.compile("(?<=[\\p{Ll}\\p{Nd}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  private Restatement() {}

  private static Stream<Map.Entry<String, Pattern>> action(String words, String code) {
    Pattern pattern = Pattern.compile(code);
    return Stream.of(words.split(" ")).map(word -> Map.entry(stem(word), pattern));
  }

  static boolean matches(String comment, String code) {
    if (code.isEmpty() || comment.length() > MAX_COMMENT) {
      return false;
    }
    List<String> words = words(comment).toList();
    List<String> significant = words.stream().filter(word -> !FILLERS.contains(word)).toList();
    return significant.size() >= MIN_WORDS
        && !TEST_STEPS.contains(words.get(0))
        && VERBS.contains(stem(significant.get(0)))
        && allAppearIn(code.substring(0, Math.min(code.length(), MAX_CODE)), significant)
        && !CODE_SIGNS.matcher(comment).find()
        && !NOUNS.matcher(comment).find()
        && !DECLARATION.matcher(code).find()
        && !NOT_ABOUT_CODE.matcher(comment).find();
  }

  private static boolean allAppearIn(String line, List<String> significant) {
    String code = STRING_LITERALS.matcher(line).replaceAll("\"\"");
    Set<String> names = names(code);
    return significant.stream().anyMatch(word -> names.contains(stem(word)))
        && significant.stream()
            .allMatch(word -> names.contains(stem(word)) || describesAction(word, code));
  }

  private static boolean describesAction(String word, String code) {
    Pattern action = ACTIONS.get(stem(word));
    return action != null && action.matcher(code).find();
  }

  /** Whole names and their parts, as stems. */
  private static Set<String> names(String code) {
    Set<String> names = new HashSet<>();
    BETWEEN_WORDS
        .splitAsStream(code)
        .map(name -> stem(name.toLowerCase(Locale.ROOT)))
        .forEach(names::add);
    words(code).map(Restatement::stem).forEach(names::add);
    return names;
  }

  private static Stream<String> words(String text) {
    return BETWEEN_WORDS
        .splitAsStream(text)
        .flatMap(HUMPS::splitAsStream)
        .map(word -> word.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty());
  }

  private static String stem(String word) {
    for (String ending : List.of("ing", "es", "ed", "s", "e")) {
      if (word.length() > ending.length() + 2 && word.endsWith(ending)) {
        return word.substring(0, word.length() - ending.length());
      }
    }
    return word;
  }
}
