package swarmd.modes;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.hooks.HostPrompt;
import swarmd.hooks.StopMarker;

/** Finds what a prompt asks for: to start a mode, to cancel all, or to think hard. */
public final class Keywords {

  private static final String END =
      "(?![\\p{IsLatin}\\p{IsCyrillic}\\p{Nd}_(=]|-(?!mode)[\\p{L}\\p{Nd}]|'s)";

  private static final Pattern CANCEL_COMMAND =
      Pattern.compile("^[ \\t]*+/cancel(?=\\s|$)", Pattern.MULTILINE);

  /** In order: the first that is a request wins. */
  private static final List<Trigger> TRIGGERS =
      Stream.of(
              Stream.of(new Trigger("/?(?:cancelomc|stopomc)", found -> new Keyword.Cancel())),
              Mode.inKeywordOrder().flatMap(mode -> trigger(mode).stream()),
              Stream.of(
                  new Trigger(ThinkWords.SPACED, found -> new Keyword.Think()),
                  new Trigger(Pattern.compile(ThinkWords.UNSPACED), found -> new Keyword.Think())))
          .flatMap(triggers -> triggers)
          .toList();

  /** Judging a mention takes far longer than finding it; a text with more is about the mode. */
  private static final int MAX_MENTIONS = 50;

  /**
   * Words that request something.
   *
   * @param initials the letters they may begin with, so that nearly all words of a long prompt are
   *     passed over quickly
   */
  private record Trigger(Pattern words, BitSet initials, Function<MatchResult, Keyword> keyword) {

    Trigger(String words, Function<MatchResult, Keyword> keyword) {
      this(Pattern.compile("(?:" + words + ")" + END), keyword);
    }

    Trigger(Pattern words, Function<MatchResult, Keyword> keyword) {
      this(words, initials(words), keyword);
    }

    /** Those characters of the pattern that begin a match and leave it waiting for more. */
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

  /** What the person asks for; empty where a mode is only talked about. */
  public static Optional<Keyword> in(String prompt) {
    if (StopMarker.isOn(prompt) || HostPrompt.matches(prompt)) {
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
        if (KeywordMention.at(text, start, matcher.end()).isRequest()) {
          return Optional.of(trigger.keyword().apply(matcher));
        }
        if (++mentions == MAX_MENTIONS) {
          break;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Trigger> trigger(Mode mode) {
    return mode.initial()
        .trigger()
        .map(
            start ->
                new Trigger(
                    start.words(), found -> new Keyword.Start(mode, start.fields().apply(found))));
  }
}
