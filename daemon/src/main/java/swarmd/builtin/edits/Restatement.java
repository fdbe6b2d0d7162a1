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
 * Whether a comment says only what its code says: it begins with a verb, and each of its words is a
 * name in the code, or names what an operator or keyword there does. One word that is neither, and
 * it tells something.
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

  private static final Set<String> STEPS_OF_A_TEST =
      Set.of("given", "when", "then", "arrange", "act", "assert", "expect", "setup", "teardown");

  /** A comment above one is documentation, in the way of Go, C++ and others. */
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

  /** "Set of names" and "the return type" are no orders. */
  private static final Pattern NOUNS =
      Pattern.compile("^(?:the|an?|\\w+ of)\\b", Pattern.CASE_INSENSITIVE);

  /** What was code before it became a comment. */
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

  /** What the code must hold for the words to say nothing new. */
  private static final Map<String, Pattern> DEEDS =
      Stream.of(
              deed("increment increase bump", "\\+\\+|\\+=|\\+ ?1\\b"),
              deed("decrement decrease", "--|-=|- ?1\\b"),
              deed("set assign initialize initialise init store", "(?<![=!<>])=(?![=>])"),
              deed("create make instantiate construct", "(?<![=!<>])=(?![=>])|\\bnew\\b"),
              deed("get retrieve obtain", "(?<![=!<>])=(?![=>])"),
              deed("define declare", "\\b(?:const|let|var|val)\\b"),
              deed("call invoke", "\\w ?\\("),
              deed("loop iterate", "\\b(?:for|while|forEach|each)\\b"),
              deed("check", "\\b(?:if|unless|elif)\\b"),
              deed("print log output", "\\b(?:print|println|printf|echo|puts|log)\\b"),
              deed("import include", "\\b(?:import|include|require|use|using)\\b"),
              deed("throw raise", "\\b(?:throw|raise)\\b"))
          .flatMap(deed -> deed)
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  /** What a comment tells to be done, in its first word. One without is a heading. */
  private static final Set<String> VERBS =
      Stream.concat(
              DEEDS.keySet().stream(),
              Stream.of(
                      ("return parse save load read write send receive delete remove add update"
                           + " open close start stop run execute build convert validate install"
                           + " escape dump fetch find filter sort select handle register render"
                           + " append insert clear reset connect echo use apply compute calculate"
                           + " format encode decode process wait")
                          .split(" "))
                  .map(Restatement::stem))
          .collect(Collectors.toSet());

  private static final Pattern TEXTS =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{Nd}]+");
  private static final Pattern HUMPS =
      Pattern.compile("(?<=[\\p{Ll}\\p{Nd}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})");

  private Restatement() {}

  private static Stream<Map.Entry<String, Pattern>> deed(String words, String code) {
    Pattern pattern = Pattern.compile(code);
    return Stream.of(words.split(" ")).map(word -> Map.entry(stem(word), pattern));
  }

  static boolean is(String comment, String code) {
    if (code.isEmpty() || comment.length() > MAX_COMMENT) {
      return false;
    }
    List<String> said = words(comment).toList();
    List<String> telling = said.stream().filter(word -> !FILLERS.contains(word)).toList();
    return telling.size() >= MIN_WORDS
        && !STEPS_OF_A_TEST.contains(said.get(0))
        && VERBS.contains(stem(telling.get(0)))
        && areAllIn(code.substring(0, Math.min(code.length(), MAX_CODE)), telling)
        && !CODE_SIGNS.matcher(comment).find()
        && !NOUNS.matcher(comment).find()
        && !DECLARATION.matcher(code).find()
        && !NOT_ABOUT_CODE.matcher(comment).find();
  }

  private static boolean areAllIn(String line, List<String> telling) {
    String code = TEXTS.matcher(line).replaceAll("\"\"");
    Set<String> names = names(code);
    return telling.stream().anyMatch(word -> names.contains(stem(word)))
        && telling.stream().allMatch(word -> names.contains(stem(word)) || isDone(word, code));
  }

  private static boolean isDone(String word, String code) {
    Pattern deed = DEEDS.get(stem(word));
    return deed != null && deed.matcher(code).find();
  }

  /** Whole, and in their parts. */
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
