package swarmd.modes;

import java.util.List;
import java.util.regex.Pattern;

/** Recognises that the words after an order take it back, or put it off. */
final class TakenBack {
  private static final String HESITATION =
      "(?:(?:but|or|and|then|oh|ah|haha|lol|hm++|well|actually|wait|sorry|hold"
          + " on|please|just|only|rather|better|then again|i'm|i was),? )*+";

  private static final String REFUSAL =
      "(?:(?:no|nope|nah|not|don'?t|do not|wait|hold on)(?=$|,|"
          + " (?:no|wait|now|yet|today|really|just yet|this time|actually|thanks|thank"
          + " you|bother)\\b| do (?:it|that|this)\\b| (?:use|run|start) (?:it|that|this|"
          + OrderWords.NAMES
          + ")\\b)"
          + "|(?:never ?mind|(?:scratch|strike|cancel|undo|ignore|forget) (?:it|that|this|about it)"
          + "|kidding|joking|a joke|maybe (?:not|later)|changed my mind"
          + "|i changed my mind|my mistake|wrong (?:window|chat|session|terminal))(?=$|,)"
          + "|(?:stop|cancel|end|quit) (?:it|that|again)(?=$|,)|on second thoughts?\\b)";

  private static final Pattern SENTENCE = Pattern.compile("^" + HESITATION + REFUSAL);

  /** "Don't stop until it is done! is our motto" */
  private static final Pattern PREDICATE = Pattern.compile("^(?:is|was|are|were|means|sounds)\\b");

  private static final Pattern CLAUSE =
      Pattern.compile(
          "(?:^ ?|[,:(] ?| [-–—]++ ?| (?=but |or |on second ))(?:or (?:better|rather)\\b|"
              + HESITATION
              + REFUSAL
              + ")");

  /** "use ralph if you get stuck" is for later, if at all. */
  private static final Pattern PUT_OFF =
      Pattern.compile(
          "^(?: (?:on|for) (?:this|it|that|them))?,? (?:but )?(?:only )?"
              + "(?:if|when|once|unless|after|as soon as|in case|later|tomorrow|tonight)\\b"
              + "|\\bnext time$");

  private TakenBack() {}

  /**
   * @param rest of the order's own sentence
   * @param following sentences
   */
  static boolean by(String rest, List<Sentence> following) {
    return CLAUSE.matcher(rest).find()
        || PUT_OFF.matcher(rest).find()
        || following.stream().limit(1).anyMatch(TakenBack::isPredicate)
        || following.stream().anyMatch(sentence -> SENTENCE.matcher(sentence.text()).find());
  }

  private static boolean isPredicate(Sentence sentence) {
    return !sentence.question() && PREDICATE.matcher(sentence.text()).find();
  }
}
