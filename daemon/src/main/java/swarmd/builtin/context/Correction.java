package swarmd.builtin.context;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a person asks for at the beginning of a prompt instead of what the agent did: one thing
 * instead of another, or something always or never.
 *
 * @param subject the same for corrections that ask for the same
 * @param text the person's words
 * @param triggers what it is about; empty if no words tell
 */
record Correction(String subject, String text, List<String> triggers) {
  private static final int MAX_LENGTH = 200;
  private static final int MAX_TRIGGER = 60;
  private static final Pattern MARKS = Pattern.compile("[`\"“”*]");
  private static final Pattern SPACE = Pattern.compile("\\s++");

  private static final String OPENING =
      "^(?:(?:no+|nope|wrong|again|please|actually|remember|sorry|but|and|hey|i (?:already"
          + " )?(?:said|told you)(?: to| that)?|as i said|once more|for the last time|we|you"
          + " (?:should|must))[,.:;! –—-]++)*+";

  private static final String THING =
      "((?:the |a |an )?[\\p{L}\\p{Nd}@][\\p{L}\\p{Nd}@._/+#-]*+(?:"
          + " (?!not\\b|instead\\b|rather\\b|here\\b"
          + "|and\\b|for\\b|in\\b|please\\b)[\\p{L}\\p{Nd}@._/+#-]++){0,2}?)";

  private static final String END =
      "(?=$|[.,;:!)]| (?:here|please|again|everywhere|always|in|for|when|as|because|this|and)\\b)";

  private static final String NOT = "(?:not|never|don'?t use|do not use|no)";

  /** What is wanted first. */
  private static final Pattern THIS_NOT_THAT =
      Pattern.compile(
          OPENING
              + "use "
              + THING
              + "(?:(?:,| and| -| –)? "
              + NOT
              + "| (?:instead of|rather than)) "
              + THING
              + END);

  /** "no, pnpm, not npm" */
  private static final Pattern BARE =
      Pattern.compile("^(?:no+|nope|wrong)[,.:;! ]++" + THING + ", " + NOT + " " + THING + END);

  /** What is wanted last. */
  private static final Pattern NOT_THAT_BUT_THIS =
      Pattern.compile(
          OPENING
              + "(?:(?:don'?t|do not|never) use|stop using|not) "
              + THING
              + "(?:[,.;]| -| –)? (?:but )?(?:use |we use |take )"
              + THING
              + END);

  /** "never commit to main", "don't add comments"; not for this moment only */
  private static final Pattern RULE =
      Pattern.compile(
          OPENING
              + "((?:don'?t|do not|never|always|stop)"
              + " (?!.*\\b(?:yet|now|today|until|till|this|that|it"
              + "|here|there)\\b)[^.!;?]{8,120}+)[.!;]?$");

  private static final Pattern FRINGE = Pattern.compile("^(?:the|an?) |[._/-]++$");

  /** Empty if the prompt does not begin with one. */
  static Optional<Correction> in(String prompt) {
    String line = prompt.strip().lines().findFirst().orElse("");
    String text = SPACE.matcher(line).replaceAll(" ").strip();
    if (text.isEmpty() || text.length() > MAX_LENGTH || text.endsWith("?")) {
      return Optional.empty();
    }
    String words = MARKS.matcher(text).replaceAll("").toLowerCase(Locale.ROOT).replace('’', '\'');
    return Stream.of(THIS_NOT_THAT, BARE)
        .map(form -> form.matcher(words))
        .filter(Matcher::find)
        .map(found -> preference(text, found.group(1), found.group(2)))
        .findFirst()
        .or(
            () ->
                found(NOT_THAT_BUT_THIS, words)
                    .map(found -> preference(text, found.group(2), found.group(1))))
        .or(() -> found(RULE, words).map(found -> rule(text, found.group(1))));
  }

  private static Optional<Matcher> found(Pattern form, String words) {
    return Optional.of(form.matcher(words)).filter(Matcher::find);
  }

  private static Correction preference(String text, String wanted, String unwanted) {
    String right = FRINGE.matcher(wanted).replaceAll("");
    String wrong = FRINGE.matcher(unwanted).replaceAll("");
    return new Correction(
        "use " + right + ", not " + wrong,
        text,
        Stream.of(right, wrong)
            .filter(word -> word.length() > 1 && word.length() <= MAX_TRIGGER)
            .toList());
  }

  private static Correction rule(String text, String rule) {
    String same = rule.replace("do not", "don't").replace("dont", "don't").strip();
    return new Correction(same, text, List.of());
  }
}
