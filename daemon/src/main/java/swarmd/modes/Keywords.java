package swarmd.modes;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the words of a prompt that start or cancel modes. */
public final class Keywords {

  private static final String END =
      "(?![\\p{IsLatin}\\p{IsCyrillic}\\p{Nd}_(=]|-(?!mode)[\\p{L}\\p{Nd}]|'s)";

  private static final Pattern CANCEL_COMMAND =
      Pattern.compile("^[ \\t]*+/cancel(?=\\s|$)", Pattern.MULTILINE);

  /** The order decides: the first that is meant wins. */
  private static final List<Trigger> TRIGGERS =
      List.of(
          new Trigger("/?(?:cancelomc|stopomc)", found -> new Keyword.Cancel()),
          start(
              Mode.RALPH,
              "ralph|don'?t\\s++stop"
                  + "(?!\\s++(?:the|my|our|any|an?|these|those|it|them|at|on|after)\\b)"),
          start(Mode.AUTOPILOT, "autopilot|auto(?:\\s++|-)pilot|build\\s++me|full(?:\\s++|-)auto"),
          start(Mode.ULTRAPILOT, "ultrapilot|parallel\\s++build"),
          start(Mode.ULTRAWORK, "ultrawork|ulw"),
          new Trigger(
              "swarm\\s++(?:(?:of|with|using)\\s++)?(?:(\\d++)\\s++agents?|agents)"
                  + "|coordinated\\s++agents",
              Keywords::swarm),
          start(Mode.PIPELINE, "agent\\s++pipeline|chain\\s++agents"),
          new Trigger(ThinkWords.SPACED, found -> new Keyword.Think()),
          new Trigger(Pattern.compile(ThinkWords.UNSPACED), found -> new Keyword.Think()));

  /** To look at a mention takes far longer than to find it; a text with more is about the mode. */
  private static final int MAX_MENTIONS = 50;

  /**
   * Words that ask for something.
   *
   * @param initials what they may begin with: nearly no word of a long prompt needs a closer look
   */
  private record Trigger(Pattern words, BitSet initials, Function<MatchResult, Keyword> keyword) {

    Trigger(String words, Function<MatchResult, Keyword> keyword) {
      this(Pattern.compile("(?:" + words + ")" + END), keyword);
    }

    Trigger(Pattern words, Function<MatchResult, Keyword> keyword) {
      this(words, initials(words), keyword);
    }

    /** Each of them is written in the pattern, and leaves it waiting for more. */
    private static BitSet initials(Pattern words) {
      BitSet initials = new BitSet();
      words
          .pattern()
          .chars()
          .filter(
              c -> {
                Matcher one = words.matcher(Character.toString(c));
                return !one.lookingAt() && one.hitEnd();
              })
          .forEach(initials::set);
      return initials;
    }
  }

  private Keywords() {}

  /** What the person asks for; nothing where a mode is only talked about. */
  public static Optional<Keyword> in(String prompt) {
    if (Marker.isOurs(prompt) || Marker.isOfHost(prompt)) {
      return Optional.empty();
    }
    String text = PromptText.withoutQuotations(prompt).toLowerCase(Locale.ROOT).replace('’', '\'');
    if (CANCEL_COMMAND.matcher(text).find()) {
      return Optional.of(new Keyword.Cancel());
    }
    int[] starts = WordStarts.in(text).toArray();
    return TRIGGERS.stream().flatMap(trigger -> find(trigger, text, starts).stream()).findFirst();
  }

  private static Optional<Keyword> find(Trigger trigger, String text, int[] starts) {
    Matcher matcher = trigger.words().matcher(text);
    int mentions = 0;
    for (int start : starts) {
      if (trigger.initials().get(text.charAt(start))
          && matcher.region(start, text.length()).lookingAt()) {
        if (Mention.at(text, start, matcher.end()).isMeant()) {
          return Optional.of(trigger.keyword().apply(matcher));
        }
        if (++mentions == MAX_MENTIONS) {
          break;
        }
      }
    }
    return Optional.empty();
  }

  private static Trigger start(Mode mode, String words) {
    return new Trigger(words, found -> new Keyword.Start(mode, Map.of()));
  }

  private static Keyword swarm(MatchResult found) {
    return new Keyword.Start(
        Mode.SWARM,
        Optional.ofNullable(found.group(1))
            .map(number -> Map.<String, Object>of("agents", agents(number)))
            .orElse(Map.of()));
  }

  private static int agents(String digits) {
    int number = digits.length() > 6 ? SwarmState.MAX_AGENTS : Integer.parseInt(digits);
    return Math.max(1, Math.min(number, SwarmState.MAX_AGENTS));
  }
}
