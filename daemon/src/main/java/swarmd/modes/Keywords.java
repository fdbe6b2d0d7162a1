package swarmd.modes;

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

  /** Chinese and its like have no spaces, so that only letters of other scripts make it longer. */
  private static final String BEGIN =
      "(?<![\\p{IsLatin}\\p{IsCyrillic}\\p{Nd}_@/\\\\$#-])(?<!^\\.)(?<!\\s\\.)";

  private static final String END =
      "(?![\\p{IsLatin}\\p{IsCyrillic}\\p{Nd}_(=]|-(?!mode)[\\p{L}\\p{Nd}]|'s)";

  private static final Pattern CANCEL_COMMAND =
      Pattern.compile("^[ \\t]*+/cancel(?=\\s|$)", Pattern.MULTILINE);

  /** The order decides: the first that is meant wins. */
  private static final List<Trigger> TRIGGERS =
      List.of(
          new Trigger("/?(?:cancelomc|stopomc)", found -> new Keyword.Cancel()),
          start(Mode.RALPH, "ralph|don'?t\\s++stop(?!\\s++(?:the|my|our|any|an?|these|those)\\b)"),
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

  private record Trigger(Pattern words, Function<MatchResult, Keyword> keyword) {
    Trigger(String words, Function<MatchResult, Keyword> keyword) {
      this(Pattern.compile(BEGIN + "(?:" + words + ")" + END), keyword);
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
    return TRIGGERS.stream().flatMap(trigger -> find(trigger, text).stream()).findFirst();
  }

  private static Optional<Keyword> find(Trigger trigger, String text) {
    Matcher matcher = trigger.words().matcher(text);
    while (matcher.find()) {
      if (Mention.at(text, matcher.start(), matcher.end()).isMeant()) {
        return Optional.of(trigger.keyword().apply(matcher));
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
