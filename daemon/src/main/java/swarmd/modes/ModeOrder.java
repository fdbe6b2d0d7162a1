package swarmd.modes;

import static swarmd.modes.OrderWords.ADDRESS;
import static swarmd.modes.OrderWords.BELONGING;
import static swarmd.modes.OrderWords.HAPPENING;
import static swarmd.modes.OrderWords.IMPERATIVE;
import static swarmd.modes.OrderWords.NAME_END;
import static swarmd.modes.OrderWords.NAMES;
import static swarmd.modes.OrderWords.OBJECT;
import static swarmd.modes.OrderWords.ORDERED;
import static swarmd.modes.OrderWords.OTHER_WORK;
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
import static swarmd.modes.OrderWords.WORK;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises the sentences that order one mode. */
final class ModeOrder {
  private static final Pattern CLAUSE =
      Pattern.compile("(?:, (?:and |then |but |so )?(?:then )?|(?: -| –| —|:) | (?:and|then|but) (?:then )?| \\()"
          + "(?:please |now |just )*+");
  private static final Pattern TALKING = Pattern.compile(TALK);
  private static final Pattern REPORTING = Pattern.compile(REPORTED);
  private static final Pattern IMPERATIVE_HEAD =
      Pattern.compile(POLITE + "(?:" + IMPERATIVE + "|" + WORK + "\\b|think\\b|ultrathink\\b|name )");
  private static final Pattern INFINITIVE = Pattern.compile(" to [a-z]+(?:,? [a-z]+)*$");
  private static final Pattern BELONGS = Pattern.compile(BELONGING);
  private static final Pattern HAPPENS = Pattern.compile(HAPPENING);
  private static final Pattern WORKS = Pattern.compile(POLITE + WORK + "\\b");
  private static final Pattern WORKS_SOMEHOW =
      Pattern.compile(POLITE + "(?:" + WORK + "|" + OTHER_WORK + ")\\b");
  private static final Pattern DONE_ALONE =
      Pattern.compile(POLITE + "(?:(?:do|run|put|finish|complete) " + OBJECT + "|go$|work$)");
  private static final Pattern POLITELY = Pattern.compile(POLITE_QUESTION);

  private final Pattern mention;
  private final Pattern alone;
  private final Pattern titled;
  private final Pattern vocativeQuestion;
  private final List<Pattern> sentences;
  private final Pattern clause;
  private final Pattern trailing;

  ModeOrder(ModeTrigger trigger) {
    String name = "(?:" + trigger.names() + ")" + NAME_END + "(?:[ -]mode\\b)?";
    String joined = "(?: and | \\+ | & | )";
    String names =
        "(?:" + NAMES + joined + "){0,3}?" + name + "(?:" + joined + NAMES + NAME_END + "){0,3}+";
    String orders = trigger.orders().isEmpty() ? "(?!)" : "(?:" + trigger.orders() + ")";
    String started =
        "(?:" + START + " (?:the |a |an |your |in )?" + names + "(?: loop)?" + ORDERED
            + "|" + SWITCH_ON + " (?:the |a |your )?" + name + SWITCHED_ON + ")";
    mention = Pattern.compile(trigger.names() + "|" + orders);
    alone =
        Pattern.compile("^(?!swarm|pipeline)(?:(?:please|ok|okay|now|then)[,:]? )?" + names + "(?: please| now)?$");
    titled = Pattern.compile(POLITE + names + " ?: ?(?!" + TITLE + ")\\S");
    vocativeQuestion =
        Pattern.compile(POLITE + names + "[,:]? (?:can|could|will|would) you\\b");
    sentences =
        List.of(
            Pattern.compile(POLITE + orders),
            Pattern.compile(POLITE + started),
            Pattern.compile(
                POLITE + names + "(?:(?:, ?| [-–—] )" + ADDRESS + "| " + IMPERATIVE + "|"
                    + " (?:on |through |for (?=this|it|that|these|those|all|everything))?" + OBJECT
                    + "(?:$| (?!" + STATEMENT + "))"
                    + "| (?:until|till) )"),
            Pattern.compile(
                POLITE + "(?:in|with|using|via|under|on) (?:the )?" + names
                    + "(?:,|:| [-–—]) ?" + ADDRESS),
            Pattern.compile(ForeignOrderWords.orders(name)),
            Pattern.compile(
                POLITE + "(?:let|have) " + name
                    + " (?:fix|do|handle|finish|solve|implement|build|take|refactor) " + OBJECT));
    clause = Pattern.compile("(?:" + orders + "|" + started + ")");
    trailing =
        Pattern.compile(
            " (with|using|via|in|on) (?:the )?(" + name + ")" + TRAILING);
  }

  boolean isIn(Sentence sentence) {
    String text = sentence.text();
    if (!mention.matcher(text).find()) {
      return false;
    }
    if (sentence.question()
        && !POLITELY.matcher(text).find()
        && !vocativeQuestion.matcher(text).find()) {
      return false;
    }
    if (REPORTING.matcher(text).find()) {
      return false;
    }
    return sentence.opens() && titled.matcher(text).find()
        || (sentence.opens() || sentence.last()) && alone.matcher(text).find()
        || sentences.stream().anyMatch(form -> form.matcher(text).find())
        || isInClause(text)
        || isAtEnd(text);
  }

  /** "fix the login, use ralph" */
  private boolean isInClause(String text) {
    Matcher connector = CLAUSE.matcher(text);
    Matcher ordered = clause.matcher(text);
    while (connector.find()) {
      String head = text.substring(0, connector.start());
      if (ordered.region(connector.end(), text.length()).lookingAt()
          && !TALKING.matcher(head).find()
          && (connector.group().startsWith(",") || continues(head))) {
        return true;
      }
    }
    return false;
  }

  /** "fix the login and use ralph", but not "add a button to start and use ralph" */
  private static boolean continues(String head) {
    return IMPERATIVE_HEAD.matcher(head + " x").find() && !INFINITIVE.matcher(head).find();
  }

  /** "fix the login with ralph" */
  private boolean isAtEnd(String text) {
    Matcher found = trailing.matcher(text);
    while (found.find()) {
      String head = text.substring(0, found.start());
      if (!TALKING.matcher(head).find() && says(found.group(1), found.group(2), head)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the words before the mode say that it is how the work is to be done. */
  private static boolean says(String how, String name, String head) {
    return switch (how) {
      case "with" -> WORKS.matcher(head).find() && !BELONGS.matcher(head).find();
      case "using", "via" -> WORKS_SOMEHOW.matcher(head).find();
      case "in" ->
          name.endsWith("mode") && WORKS.matcher(head).find() && !HAPPENS.matcher(head).find();
      case "on" -> DONE_ALONE.matcher(head).find();
      default -> throw new IllegalStateException(how);
    };
  }
}
