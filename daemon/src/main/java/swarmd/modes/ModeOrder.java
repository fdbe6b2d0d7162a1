package swarmd.modes;

import static swarmd.modes.OrderWords.ADDRESS;
import static swarmd.modes.OrderWords.BELONGING;
import static swarmd.modes.OrderWords.HAPPENING;
import static swarmd.modes.OrderWords.IMPERATIVE;
import static swarmd.modes.OrderWords.NAMES;
import static swarmd.modes.OrderWords.NAME_END;
import static swarmd.modes.OrderWords.OBJECT;
import static swarmd.modes.OrderWords.ORDERED;
import static swarmd.modes.OrderWords.OTHER_WORK;
import static swarmd.modes.OrderWords.PERSON;
import static swarmd.modes.OrderWords.POLITE;
import static swarmd.modes.OrderWords.POLITE_QUESTION;
import static swarmd.modes.OrderWords.REPORTED;
import static swarmd.modes.OrderWords.START;
import static swarmd.modes.OrderWords.STATEMENT;
import static swarmd.modes.OrderWords.SWITCHED_ON;
import static swarmd.modes.OrderWords.SWITCH_ON;
import static swarmd.modes.OrderWords.TALK;
import static swarmd.modes.OrderWords.TITLE;
import static swarmd.modes.OrderWords.TRAILING;
import static swarmd.modes.OrderWords.UNTIL_DONE;
import static swarmd.modes.OrderWords.WORK;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** Recognises the sentences that order one mode. */
final class ModeOrder {
  private static final LazyPattern CLAUSE =
      LazyPattern.of(
          "(?:, (?:and |then |but |so )?(?:then )?|(?: -| –| —) | (?:and|then|but) (?:then )?|"
              + " \\()(?:please |now |just )*+");

  /** "ralph this", "ralph on the login", but not "ralph this is broken" */
  private static final String SOMETHING =
      " (?:on |through |for (?=this|it|that|these|those|all|everything))?"
          + OBJECT
          + "(?:$| (?!"
          + STATEMENT
          + "))";

  private static final String DELEGATED =
      "(?:fix|do|handle|finish|solve|implement|build|take|refactor)";

  /** A few words more, but no time: "have ralph do the review on Monday". */
  private static final String SHORTLY = "(?: (?!(?:on|at|by|after|before)\\b)[^\\s,:]++){0,4}$";

  private static final LazyPattern TALKING = LazyPattern.of(TALK);
  private static final LazyPattern REPORTING = LazyPattern.of(REPORTED);
  private static final LazyPattern IMPERATIVE_HEAD =
      LazyPattern.of(
          POLITE + "(?:" + IMPERATIVE + "|" + WORK + "\\b|think\\b|ultrathink\\b|name )");
  private static final LazyPattern INFINITIVE = LazyPattern.of(" to [a-z]+(?:,? [a-z]+)*$");
  private static final LazyPattern BELONGS = LazyPattern.of(BELONGING);
  private static final LazyPattern HAPPENS = LazyPattern.of(HAPPENING);
  private static final LazyPattern WORKS = LazyPattern.of(POLITE + WORK + "\\b");
  private static final LazyPattern WORKS_SOMEHOW =
      LazyPattern.of(POLITE + "(?:" + WORK + "|" + OTHER_WORK + ")\\b");
  private static final LazyPattern DONE_ALONE =
      LazyPattern.of(
          POLITE
              + "(?:(?:do|run|put|finish|complete) (?:this|it|that|them|everything|all of"
              + " (?:it|them)|the rest)|go|work)$");
  private static final LazyPattern PERSONAL = LazyPattern.of(PERSON);
  private static final LazyPattern POLITELY = LazyPattern.of(POLITE_QUESTION);

  private final LazyPattern alone;
  private final LazyPattern titled;
  private final LazyPattern vocativeQuestion;
  private final List<LazyPattern> sentences;
  private final LazyPattern clause;
  private final LazyPattern trailing;

  ModeOrder(ModeTrigger trigger) {
    String name = "(?:" + trigger.names() + ")" + NAME_END + "(?:[ -]mode\\b)?";
    String names = joined(name);
    String orders = trigger.orders().isEmpty() ? "(?!)" : "(?:" + trigger.orders() + ")";
    String started = started(names);
    alone =
        LazyPattern.of(
            "^(?!swarm|pipeline)(?:(?:please|ok|okay|now|then)[,:]? )?",
            names,
            "(?: please| now)?$");
    titled = LazyPattern.of(POLITE, names, " ?: ?(?!", TITLE, ")\\S");
    vocativeQuestion = LazyPattern.of(POLITE, names, "[,:]? (?:can|could|will|would) you\\b");
    sentences =
        List.of(
            LazyPattern.of(POLITE, orders),
            LazyPattern.of(POLITE, started),
            LazyPattern.of(POLITE, names, "(?: please)?(?:, ?| [-–—] )", ADDRESS),
            LazyPattern.of(POLITE, names, " (?:(?:please|now|just) )*+", IMPERATIVE),
            LazyPattern.of(POLITE, names, SOMETHING),
            LazyPattern.of(POLITE, names, ",? ", UNTIL_DONE),
            LazyPattern.of(
                POLITE,
                "(?:(?:with|using|via) (?:the )?",
                names,
                "|(?:in|on) (?:the )?",
                names,
                "(?<=mode)|on auto[ -]?pilot)(?:,|:| [-–—]) ?",
                ADDRESS),
            LazyPattern.of(POLITE, "(?:let|have) ", name, " ", DELEGATED, " ", OBJECT, SHORTLY),
            LazyPattern.of(ForeignOrderWords.orders(name)));
    clause = LazyPattern.of("(?:", orders, "|", started, ")");
    trailing = LazyPattern.of(" (with|using|via|in|on) (?:the )?(", name, ")", TRAILING);
  }

  /** The name, perhaps with others: "ralph and ultrawork" */
  private static String joined(String name) {
    String and = "(?: and | \\+ | & | )";
    return "(?:" + NAMES + and + "){0,3}?" + name + "(?:" + and + NAMES + NAME_END + "){0,3}+";
  }

  /** "use ralph", "turn on ralph mode" */
  private static String started(String names) {
    return "(?:%s (?:the |a |an |your |in )?%s(?: loop)?%s|%s (?:the |a |your )?%s%s)"
        .formatted(START, names, ORDERED, SWITCH_ON, names, SWITCHED_ON);
  }

  /** The rest of the sentence behind the words that order the mode; empty if none do. */
  Optional<String> restAfterOrder(Sentence sentence) {
    String text = sentence.text();
    if (sentence.title() || REPORTING.isIn(text) || PERSONAL.isIn(text)) {
      return Optional.empty();
    }
    if (sentence.question() && !POLITELY.isIn(text) && !vocativeQuestion.isIn(text)) {
      return Optional.empty();
    }
    Stream<LazyPattern> forms = sentences.stream();
    if (sentence.opens()) {
      forms = Stream.concat(Stream.of(titled), forms);
    }
    if (sentence.opens() || sentence.last()) {
      forms = Stream.concat(Stream.of(alone), forms);
    }
    return forms
        .map(form -> form.matcher(text))
        .filter(Matcher::find)
        .findFirst()
        .map(Matcher::end)
        .or(() -> endOfClause(text))
        .or(() -> endOfTrailing(text))
        .map(text::substring);
  }

  /** "fix the login, use ralph" */
  private Optional<Integer> endOfClause(String text) {
    Matcher connector = CLAUSE.matcher(text);
    Matcher ordered = clause.matcher(text);
    while (connector.find()) {
      String head = text.substring(0, connector.start());
      if (ordered.region(connector.end(), text.length()).lookingAt()
          && !TALKING.isIn(head)
          && (connector.group().startsWith(",") || continues(head))) {
        return Optional.of(ordered.end());
      }
    }
    return Optional.empty();
  }

  /** "fix the login and use ralph", but not "add a button to start and use ralph" */
  private static boolean continues(String head) {
    return IMPERATIVE_HEAD.isIn(head + " x") && !INFINITIVE.isIn(head);
  }

  /** "fix the login with ralph" */
  private Optional<Integer> endOfTrailing(String text) {
    Matcher found = trailing.matcher(text);
    while (found.find()) {
      String head = text.substring(0, found.start());
      if (!TALKING.isIn(head) && says(found.group(1), found.group(2), head)) {
        return Optional.of(found.end());
      }
    }
    return Optional.empty();
  }

  /** Whether the words before the mode say that it is how the work is to be done. */
  private static boolean says(String how, String name, String head) {
    return switch (how) {
      case "with" -> WORKS.isIn(head) && !BELONGS.isIn(head);
      case "using", "via" -> WORKS_SOMEHOW.isIn(head);
      case "in" ->
          name.endsWith("mode") ? WORKS.isIn(head) && !HAPPENS.isIn(head) : DONE_ALONE.isIn(head);
      case "on" -> DONE_ALONE.isIn(head);
      default -> throw new IllegalStateException(how);
    };
  }
}
