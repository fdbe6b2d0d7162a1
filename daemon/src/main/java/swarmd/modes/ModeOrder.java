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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Recognises the sentences that order one mode. */
final class ModeOrder {
  private static final Pattern CLAUSE =
      Pattern.compile(
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

  private static final Pattern TALKING = Pattern.compile(TALK);
  private static final Pattern REPORTING = Pattern.compile(REPORTED);
  private static final Pattern IMPERATIVE_HEAD =
      Pattern.compile(
          POLITE + "(?:" + IMPERATIVE + "|" + WORK + "\\b|think\\b|ultrathink\\b|name )");
  private static final Pattern INFINITIVE = Pattern.compile(" to [a-z]+(?:,? [a-z]+)*$");
  private static final Pattern BELONGS = Pattern.compile(BELONGING);
  private static final Pattern HAPPENS = Pattern.compile(HAPPENING);
  private static final Pattern WORKS = Pattern.compile(POLITE + WORK + "\\b");
  private static final Pattern WORKS_SOMEHOW =
      Pattern.compile(POLITE + "(?:" + WORK + "|" + OTHER_WORK + ")\\b");
  private static final Pattern DONE_ALONE =
      Pattern.compile(
          POLITE
              + "(?:(?:do|run|put|finish|complete) (?:this|it|that|them|everything|all of"
              + " (?:it|them)|the rest)|go|work)$");
  private static final Pattern PERSONAL = Pattern.compile(PERSON);
  private static final Pattern POLITELY = Pattern.compile(POLITE_QUESTION);

  private final ModeTrigger trigger;
  private final Pattern alone;
  private final Pattern titled;
  private final Pattern vocativeQuestion;
  private final List<Pattern> sentences;
  private final Pattern clause;
  private final Pattern trailing;

  ModeOrder(ModeTrigger trigger) {
    String name = "(?:" + trigger.names() + ")" + NAME_END + "(?:[ -]mode\\b)?";
    String names = joined(name);
    String orders = trigger.orders().isEmpty() ? "(?!)" : "(?:" + trigger.orders() + ")";
    String started = started(names);
    this.trigger = trigger;
    alone =
        pattern(
            "^(?!swarm|pipeline)(?:(?:please|ok|okay|now|then)[,:]? )?",
            names,
            "(?: please| now)?$");
    titled = pattern(POLITE, names, " ?: ?(?!", TITLE, ")\\S");
    vocativeQuestion = pattern(POLITE, names, "[,:]? (?:can|could|will|would) you\\b");
    sentences =
        List.of(
            pattern(POLITE, orders),
            pattern(POLITE, started),
            pattern(POLITE, names, "(?: please)?(?:, ?| [-–—] )", ADDRESS),
            pattern(POLITE, names, " (?:(?:please|now|just) )*+", IMPERATIVE),
            pattern(POLITE, names, SOMETHING),
            pattern(POLITE, names, ",? ", UNTIL_DONE),
            pattern(
                POLITE,
                "(?:(?:with|using|via) (?:the )?",
                names,
                "|(?:in|on) (?:the )?",
                names,
                "(?<=mode)|on auto[ -]?pilot)(?:,|:| [-–—]) ?",
                ADDRESS),
            pattern(POLITE, "(?:let|have) ", name, " ", DELEGATED, " ", OBJECT, SHORTLY),
            pattern(ForeignOrderWords.orders(name)));
    clause = pattern("(?:", orders, "|", started, ")");
    trailing = pattern(" (with|using|via|in|on) (?:the )?(", name, ")", TRAILING);
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

  private static Pattern pattern(String... parts) {
    return Pattern.compile(String.join("", parts));
  }

  /** The rest of the sentence behind the words that order the mode; empty if none do. */
  Optional<String> restAfterOrder(Sentence sentence) {
    String text = sentence.text();
    if (!trigger.maybeIn(text)
        || sentence.title()
        || REPORTING.matcher(text).find()
        || PERSONAL.matcher(text).find()) {
      return Optional.empty();
    }
    if (sentence.question()
        && !POLITELY.matcher(text).find()
        && !vocativeQuestion.matcher(text).find()) {
      return Optional.empty();
    }
    Stream<Pattern> forms = sentences.stream();
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
          && !TALKING.matcher(head).find()
          && (connector.group().startsWith(",") || continues(head))) {
        return Optional.of(ordered.end());
      }
    }
    return Optional.empty();
  }

  /** "fix the login and use ralph", but not "add a button to start and use ralph" */
  private static boolean continues(String head) {
    return IMPERATIVE_HEAD.matcher(head + " x").find() && !INFINITIVE.matcher(head).find();
  }

  /** "fix the login with ralph" */
  private Optional<Integer> endOfTrailing(String text) {
    Matcher found = trailing.matcher(text);
    while (found.find()) {
      String head = text.substring(0, found.start());
      if (!TALKING.matcher(head).find() && says(found.group(1), found.group(2), head)) {
        return Optional.of(found.end());
      }
    }
    return Optional.empty();
  }

  /** Whether the words before the mode say that it is how the work is to be done. */
  private static boolean says(String how, String name, String head) {
    return switch (how) {
      case "with" -> WORKS.matcher(head).find() && !BELONGS.matcher(head).find();
      case "using", "via" -> WORKS_SOMEHOW.matcher(head).find();
      case "in" ->
          name.endsWith("mode")
              ? WORKS.matcher(head).find() && !HAPPENS.matcher(head).find()
              : DONE_ALONE.matcher(head).find();
      case "on" -> DONE_ALONE.matcher(head).find();
      default -> throw new IllegalStateException(how);
    };
  }
}
