package swarmd.modes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A sentence of a prompt, in lower case and with single spaces.
 *
 * @param text without the mark at its end
 * @param question whether it asks something
 * @param title whether it is written like the title of a song or a page
 * @param opens whether it begins a paragraph
 * @param last whether it ends the prompt
 */
record Sentence(String text, boolean question, boolean title, boolean opens, boolean last) {
  private static final String ENDS = ".!?;。！？；…";
  private static final String QUESTIONS = "?？";

  /** In a text with more sentences than this, orders stand at its beginning or end. */
  private static final int MANY = 40;

  private static final int READ_OF_MANY = 10;

  /** Whatever stands further behind is not read. */
  private static final int MAX_LENGTH = 600;

  private static final Pattern SPACE = Pattern.compile("\\s++");
  private static final Pattern ABBREVIATION =
      Pattern.compile("(?i)(?:^|[\\s(])(?:e\\.g|i\\.e|etc|vs|cf|approx|fig|mr|mrs|ms|dr|st)$");
  private static final Pattern TAG =
      Pattern.compile(",? (?:ok|okay|please|right|yes|alright|will you|would you|could you)$");

  /** Only titles have such words, or all words, in upper case. */
  private static final Pattern TITLE =
      Pattern.compile(
          "\\S (?:Me|My|The|Of|And|Or|Until|Till|It|Is|This|That|For|With|On|To|In|An|A(?="
              + " [A-Z][a-z]))(?= |$)|^(?:[A-Z][a-z]++[,:]? ?+){3,}+$");

  private static final Pattern PARTICLE = Pattern.compile("(?:吗|呢|吧|嗎)$");

  /** The sentences of a text that {@link PromptText} has prepared. */
  static List<Sentence> in(String text) {
    List<Sentence> found = new ArrayList<>();
    boolean opens = true;
    int start = 0;
    for (int at = 0; at <= text.length(); at++) {
      if (at < text.length() && !endsAt(text, start, at)) {
        continue;
      }
      String words = SPACE.matcher(text.substring(start, at).strip()).replaceAll(" ");
      char end = at < text.length() ? text.charAt(at) : '\n';
      if (!words.isEmpty()) {
        found.add(of(words, QUESTIONS.indexOf(end) >= 0, opens));
        opens = false;
      } else if (end == '\n' && (at == 0 || text.charAt(at - 1) == '\n')) {
        opens = true;
      }
      start = at + 1;
    }
    return withoutMiddle(markLast(found));
  }

  private static List<Sentence> withoutMiddle(List<Sentence> found) {
    if (found.size() <= MANY) {
      return found;
    }
    List<Sentence> ends = new ArrayList<>(found.subList(0, READ_OF_MANY));
    ends.addAll(found.subList(found.size() - READ_OF_MANY, found.size()));
    return ends;
  }

  private static boolean endsAt(String text, int start, int at) {
    char c = text.charAt(at);
    if (c == '\n') {
      return true;
    }
    if (ENDS.indexOf(c) < 0) {
      return false;
    }
    boolean ascii = c < 128;
    boolean followed = at + 1 < text.length() && !Character.isWhitespace(text.charAt(at + 1));
    return !(ascii && followed && ENDS.indexOf(text.charAt(at + 1)) < 0)
        && !(c == '.'
            && at + 1 < text.length()
            && ABBREVIATION.matcher(tail(text, start, at)).find());
  }

  private static String tail(String text, int start, int at) {
    return text.substring(Math.max(start, at - 8), at);
  }

  private static Sentence of(String words, boolean marked, boolean opens) {
    String written = words.length() > MAX_LENGTH ? words.substring(0, MAX_LENGTH) : words;
    String text = written.toLowerCase(Locale.ROOT).replace('’', '\'');
    boolean question = marked && !TAG.matcher(text).find() || PARTICLE.matcher(text).find();
    return new Sentence(text, question, TITLE.matcher(written).find(), opens, false);
  }

  private static List<Sentence> markLast(List<Sentence> found) {
    if (!found.isEmpty()) {
      Sentence end = found.get(found.size() - 1);
      found.set(found.size() - 1, new Sentence(end.text, end.question, end.title, end.opens, true));
    }
    return found;
  }
}
