package swarmd.modes;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.common.Lazy;

/**
 * Finds what a prompt orders: to start a mode, to cancel all, or to think hard. A word that only
 * mentions a mode orders nothing.
 */
public final class Keywords {
  private static final Pattern SLASH =
      Pattern.compile("^\\s*+/([a-z]++)(?=[\\s:,]|$)[\\s:,]*+([a-z]*+)");
  private static final Pattern SPACE = Pattern.compile("\\s++");
  private static final Pattern CANCEL_LINE =
      Pattern.compile("^[ \\t]*+/cancel(?:[ \\t]++([a-z]++))?[ \\t]*+$", Pattern.MULTILINE);
  private static final List<String> CANCEL_WORDS = List.of("cancelomc", "stopomc");
  private static final LazyPattern CANCEL_ORDER =
      LazyPattern.of(
          OrderWords.POLITE
              + "/?(?:cancelomc|stopomc)(?=$|[,:]| (?:now|please|and|then|immediately|it|this|all"
              + "|everything)\\b| "
              + OrderWords.NAMES
              + ")");
  private static final List<String> CANCEL_COMMANDS = List.of("cancel", "cancelomc", "stopomc");

  private static final LazyPattern POLITELY = LazyPattern.of(OrderWords.POLITE_QUESTION);

  private record Entry(
      Mode mode, ModeTrigger trigger, String names, Lazy<ModeOrder> order, LazyPattern ending) {

    static Entry of(Mode mode) {
      ModeTrigger trigger = mode.initial().trigger();
      String names = mode.label() + "|" + trigger.names();
      return new Entry(
          mode,
          trigger,
          names,
          Lazy.of(() -> new ModeOrder(trigger)),
          LazyPattern.of(OrderWords.ending(names)));
    }

    boolean isNamed(String word) {
      return Pattern.matches(names, word);
    }

    boolean isOrderedIn(List<Sentence> sentences, int at) {
      Sentence sentence = sentences.get(at);
      return trigger.maybeIn(sentence.text())
          && order
              .get()
              .restAfterOrder(sentence)
              .filter(rest -> !TakenBack.by(rest, sentences.subList(at + 1, sentences.size())))
              .isPresent();
    }

    boolean isEndedIn(List<Sentence> sentences, int at) {
      Sentence sentence = sentences.get(at);
      return trigger.maybeIn(sentence.text())
          && ending.isIn(sentence.text())
          && !(sentence.question() && !POLITELY.isIn(sentence.text()))
          && !TakenBack.by("", sentences.subList(at + 1, sentences.size()));
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
        ? Optional.of(cancel(slash.group(2)))
        : MODES.stream()
            .filter(entry -> entry.isNamed(name))
            .findFirst()
            .map(entry -> entry.start(SPACE.matcher(lower.strip()).replaceAll(" ")));
  }

  /** Of the mode with this name, or else of all. */
  private static Keyword cancel(String name) {
    return new Keyword.Cancel(
        MODES.stream().filter(entry -> entry.isNamed(name)).findFirst().map(Entry::mode));
  }

  /** What the person orders in any form; empty where a mode is only talked about. */
  public static Optional<Keyword> in(String prompt) {
    Optional<Keyword> command = command(prompt);
    return command.isEmpty() && maybeIn(prompt) ? inSentences(PromptText.typed(prompt)) : command;
  }

  /** Most prompts have none of the words, and cost next to nothing. */
  private static boolean maybeIn(String prompt) {
    String lower = PromptText.beginning(prompt).toLowerCase(Locale.ROOT).replace('\n', ' ');
    return CANCEL_COMMANDS.stream().anyMatch(lower::contains)
        || MODES.stream().anyMatch(entry -> entry.trigger().maybeIn(lower))
        || ThinkWords.maybeIn(lower);
  }

  private static Optional<Keyword> inSentences(String typed) {
    List<Sentence> sentences = Sentence.in(typed);
    Matcher line = CANCEL_LINE.matcher(typed.toLowerCase(Locale.ROOT));
    if (line.find()) {
      return Optional.of(cancel(Objects.requireNonNullElse(line.group(1), "")));
    }
    if (sentences.stream().anyMatch(Keywords::cancels)) {
      return Optional.of(new Keyword.Cancel(Optional.empty()));
    }
    return first(sentences, Entry::isEndedIn)
        .<Keyword>map(found -> new Keyword.Cancel(Optional.of(found.entry.mode())))
        .or(() -> first(sentences, Entry::isOrderedIn).map(Found::start))
        .or(
            () ->
                sentences.stream().anyMatch(ThinkWords::areIn)
                    ? Optional.of(new Keyword.Think())
                    : Optional.empty());
  }

  private record Found(Entry entry, Sentence sentence) {

    Keyword start() {
      return entry.start(sentence.text());
    }
  }

  private interface Form {
    boolean isIn(Entry entry, List<Sentence> sentences, int at);
  }

  private static Optional<Found> first(List<Sentence> sentences, Form form) {
    for (Entry entry : MODES) {
      for (int at = 0; at < sentences.size(); at++) {
        if (form.isIn(entry, sentences, at)) {
          return Optional.of(new Found(entry, sentences.get(at)));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean cancels(Sentence sentence) {
    return !sentence.question()
        && CANCEL_WORDS.stream().anyMatch(sentence.text()::contains)
        && CANCEL_ORDER.isIn(sentence.text());
  }
}
