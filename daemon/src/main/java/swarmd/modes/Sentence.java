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
 * @param opens whether it begins a paragraph
 * @param last whether it ends the prompt
 */
record Sentence(String text, boolean question, boolean opens, boolean last) {
  private static final String ENDS = ".!?;。！？；…";
  private static final String QUESTIONS = "?？";

  /** In a text with more sentences than this, orders stand at its beginning or end. */
  private static final int MANY = 40;

  private static final int READ_OF_MANY = 10;

  /** Whatever stands further behind is not read. */
  private static final int MAX_LENGTH = 600;

  private static final Pattern SPACE = Pattern.compile("\\s++");
  private static final Pattern ABBREVIATION =
      Pattern.compile("(?:^|[\\s(])(?:e\\.g|i\\.e|etc|vs|cf|approx|no|fig|mr|mrs|ms|dr|st)$");
  private static final Pattern TAG =
      Pattern.compile(",? (?:ok|okay|please|right|yes|alright|will you|would you|could you)$");
  private static final Pattern PARTICLE = Pattern.compile("(?:吗|呢|吧|嗎)$");

  /** The sentences of a text that {@link PromptText} has prepared. */
  static List<Sentence> in(String text) {
    String lower = text.toLowerCase(Locale.ROOT).replace('’', '\'');
    List<Sentence> found = new ArrayList<>();
    boolean opens = true;
    int start = 0;
    for (int at = 0; at <= lower.length(); at++) {
      if (at < lower.length() && !endsAt(lower, start, at)) {
        continue;
      }
      String words = SPACE.matcher(lower.substring(start, at).strip()).replaceAll(" ");
      char end = at < lower.length() ? lower.charAt(at) : '\n';
      if (!words.isEmpty()) {
        found.add(of(words, QUESTIONS.indexOf(end) >= 0, opens));
        opens = false;
      } else if (end == '\n' && (at == 0 || lower.charAt(at - 1) == '\n')) {
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
        && !(c == '.' && ABBREVIATION.matcher(tail(text, start, at)).find());
  }

  private static String tail(String text, int start, int at) {
    return text.substring(Math.max(start, at - 8), at);
  }

  private static Sentence of(String words, boolean marked, boolean opens) {
    String text = words.length() > MAX_LENGTH ? words.substring(0, MAX_LENGTH) : words;
    boolean question = marked && !TAG.matcher(text).find() || PARTICLE.matcher(text).find();
    return new Sentence(text, question, opens, false);
  }

  private static List<Sentence> markLast(List<Sentence> found) {
    if (!found.isEmpty()) {
      Sentence end = found.get(found.size() - 1);
      found.set(found.size() - 1, new Sentence(end.text, end.question, end.opens, true));
    }
    return found;
  }
}
