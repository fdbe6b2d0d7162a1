package swarmd.realhosts;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One request of a host: the conversation so far.
 *
 * @param lane the conversation; a marker in the prompt names that of a subagent
 * @param tools the names of the tools that the model may call
 * @param atNanos when it arrived
 */
public record ModelInput(String lane, List<Message> messages, Set<String> tools, long atNanos) {
  public static final String MAIN = "main";

  /** A request without tools: a title, a probe. */
  static final String SIDE = "side";

  private static final Pattern MARKER = Pattern.compile("\\[\\[lane:(\\w+)]]");
  private static final int SHOWN = 1_500;

  static ModelInput of(List<Message> messages, Set<String> tools) {
    String lane = tools.isEmpty() ? SIDE : markedLane(messages);
    return new ModelInput(lane, messages, tools, System.nanoTime());
  }

  static String marker(String lane) {
    return "[[lane:" + lane + "]]";
  }

  /** Skips the model's own messages, because the one that starts a subagent contains its marker. */
  private static String markedLane(List<Message> messages) {
    return messages.stream()
        .filter(message -> !message.byModel())
        .map(message -> MARKER.matcher(message.text()))
        .filter(Matcher::find)
        .findFirst()
        .map(matcher -> matcher.group(1))
        .orElse(MAIN);
  }

  public String everything() {
    return text(messages);
  }

  /** The text since the model's last answer: prompts, tool results, and texts of hooks. */
  public String news() {
    int first = messages.size();
    while (first > 0 && !messages.get(first - 1).byModel()) {
      first--;
    }
    return text(messages.subList(first, messages.size()));
  }

  /** The first group of this pattern in {@link #news}. */
  public String find(String pattern) {
    return Pattern.compile(pattern)
        .matcher(news())
        .results()
        .findFirst()
        .map((MatchResult found) -> found.group(1))
        .orElseThrow(() -> new AssertionError("no " + pattern + " in: " + news()));
  }

  private static String text(List<Message> messages) {
    return messages.stream().map(Message::text).collect(Collectors.joining("\n"));
  }

  @Override
  public String toString() {
    String news = news();
    return "-> " + lane + ": " + news.substring(Math.max(0, news.length() - SHOWN));
  }

  /** A message as the model reads it. */
  public record Message(boolean byModel, String text) {}
}
