package swarmd.modes;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what a prompt orders: to start a mode, to cancel all, or to think hard. A word that only
 * mentions a mode orders nothing.
 */
public final class Keywords {
  private static final Pattern SLASH = Pattern.compile("^\\s*+/([a-z]++)(?=\\s|$)");
  private static final Pattern CANCEL_LINE =
      Pattern.compile("^[ \\t]*+/cancel(?:[ \\t]++[a-z]++)?[ \\t]*+$", Pattern.MULTILINE);
  private static final Pattern CANCEL_ORDER =
      Pattern.compile(
          OrderWords.POLITE
              + "/?(?:cancelomc|stopomc)(?=$|[,:]| (?:now|please|and|then|immediately|it|this|all"
              + "|everything|ralph|autopilot|ultra|swarm|pipeline))");
  private static final List<String> CANCEL_COMMANDS = List.of("cancel", "cancelomc", "stopomc");

  private record Entry(Mode mode, ModeTrigger trigger, Pattern command, ModeOrder order) {

    static Entry of(Mode mode) {
      ModeTrigger trigger = mode.initial().trigger();
      return new Entry(
          mode,
          trigger,
          Pattern.compile(mode.label() + "|" + trigger.names()),
          new ModeOrder(trigger));
    }

    Keyword.Start start(String order) {
      return new Keyword.Start(mode, trigger.fields().apply(order));
    }
  }

  /** In order: the first that is ordered wins. */
  private static final List<Entry> MODES = Mode.inKeywordOrder().map(Entry::of).toList();

  private Keywords() {}

  /** What the person orders by a slash command; empty if the prompt is none of ours. */
  public static Optional<Keyword> command(String prompt) {
    String lower = prompt.toLowerCase(Locale.ROOT);
    Matcher slash = SLASH.matcher(lower);
    if (!slash.find()) {
      return Optional.empty();
    }
    String name = slash.group(1);
    return CANCEL_COMMANDS.contains(name)
        ? Optional.of(new Keyword.Cancel())
        : MODES.stream()
            .filter(entry -> entry.command().matcher(name).matches())
            .findFirst()
            .map(entry -> entry.start(lower.strip()));
  }

  /** What the person orders in any form; empty where a mode is only talked about. */
  public static Optional<Keyword> in(String prompt) {
    return command(prompt).or(() -> inSentences(PromptText.typed(prompt)));
  }

  private static Optional<Keyword> inSentences(String typed) {
    List<Sentence> sentences = Sentence.in(typed);
    if (CANCEL_LINE.matcher(typed.toLowerCase(Locale.ROOT)).find()
        || sentences.stream().anyMatch(Keywords::cancels)) {
      return Optional.of(new Keyword.Cancel());
    }
    for (Entry entry : MODES) {
      for (Sentence sentence : sentences) {
        if (entry.order().isIn(sentence)) {
          return Optional.of(entry.start(sentence.text()));
        }
      }
    }
    return sentences.stream().anyMatch(ThinkWords::areIn)
        ? Optional.of(new Keyword.Think())
        : Optional.empty();
  }

  private static boolean cancels(Sentence sentence) {
    return !sentence.question() && CANCEL_ORDER.matcher(sentence.text()).find();
  }
}
