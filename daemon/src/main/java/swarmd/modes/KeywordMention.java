package swarmd.modes;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A keyword in its sentence, all in lower case. A question about a mode, a report on one and a
 * refusal of one do not start it. When in doubt, it is no request: a mode that nobody wanted costs
 * more than a prompt that must be repeated.
 *
 * @param words the keyword
 * @param before the sentence up to the keyword
 * @param after the sentence from there on
 * @param question whether the sentence ends with a question mark
 * @param quoted whether the keyword is in quotation marks
 */
record KeywordMention(String words, String before, String after, boolean question, boolean quoted) {
  private static final int WINDOW = 200;
  private static final String SENTENCE_ENDS = ".!?;\n。！？；";

  private static final String FILLER =
      "^[^\\p{L}]*+(?:(?:please|hey|hi|hello|okay|ok|so|and|but|well|now|also|first|btw|hmm"
          + "|(?:quick\\s++)?question|(?:just\\s++)?curious|(?:i\\s++was\\s++)?wondering"
          + "|(?:can|could|would|will)\\s++(?:you|some(?:one|body)|any(?:one|body))|i\\s++wonder"
          + "|i\\s++want\\s++to\\s++know|tell\\s++me|remind\\s++me)\\b[\\s,:]*+)*+";

  private static final Pattern ASKED =
      Pattern.compile(
          FILLER
              + "(?:(?:how|why|who|whose|which|(?:what|how|who|where)s)\\b"
              + "|what\\b(?!\\s++(?:an?\\b|(?:i|we)\\s++(?:want|need)\\b))"
              + "|(?:when|where)\\s++(?:is|are|was|were|does|do|did|to|can|could|should|would|will"
              + "|has|have)\\b|where's\\b"
              + "|(?:more\\s++)?about\\b"
              + "|(?:show|teach)\\s++me\\s++how\\b|help\\s++me\\s++understand\\b"
              + "|(?:does|did|is|are|was|were|has|isn't|doesn't|aren't)\\b"
              + "|(?:do|have|had)\\s++(?:i|we|you|they)\\b"
              + "|(?:can|could|should|shall|would|will|may|might|must)\\s*+"
              + "(?:$|(?:i|we|it|they|one)\\b))");

  private static final Pattern TO_BE_EXPLAINED =
      Pattern.compile(
          FILLER
              + "(?:explain|describe|define|compare)(?:\\s++(?:to|me|us|the|what|how|why|when|is|are"
              + "|an?|mode|modes|difference|between|i|we|use|using|does|do|can|concept|idea|of|and|or"
              + "|vs|versus|with|ulw|"
              + Arrays.stream(Mode.values()).map(Mode::label).collect(Collectors.joining("|"))
              + ")\\b)*+\\s*+$");

  private static final Pattern TALKED_ABOUT =
      Pattern.compile(
          "\\b(?:what|how|why|whether|if|when|where|which|while|because|since|about|called|named)"
              + "\\s++(?:the\\s++)?$"
              + "|\\b(?:thoughts|opinions?|docs|documentation|section|chapter|article|information)"
              + "\\s++(?:on|of|for)\\s++(?:the\\s++)?$"
              + "|\\bdifferences?\\s++between\\b|\\b(?:vs|versus)\\s++$");

  private static final Pattern COMPARED = Pattern.compile("(?:\\s++mode)?\\s++(?:vs|versus)\\b");

  private static final Pattern OR_BEFORE = Pattern.compile("\\bor\\s++$");

  private static final Pattern OR_AFTER = Pattern.compile("(?:\\s++mode)?\\s++or\\b");

  private static final Pattern ALONE = Pattern.compile(FILLER + "(?:use|using|with)?\\s*+$");
  private static final Pattern NOTHING_MORE = Pattern.compile("(?:\\s++mode)?\\s*+");

  private static final Pattern THEN_ASKED =
      Pattern.compile(
          "(?:\\s++mode)?[\\s,:–—-]*+(?:(?:what|how|why)\\s++(?:is|does|do|can|should|would)"
              + "|what'?s)\\s++(?:it|that|this|i)\\b");

  private static final Pattern REPORTED =
      Pattern.compile(
          "(?:\\s++mode)?\\s++(?:off|disabled|is|was|were|has|had|does|did|isn't|wasn't|hasn't"
              + "|doesn't|didn't|can't|cannot|won't|shouldn't|should\\s++not|must\\s++not|says|said"
              + "|keeps|kept|seems|stopped|failed|crashed|ended|finished|works|worked"
              + "|fails|hangs|hung|breaks|broke|crashes|stops|runs|ran|takes|took|needs|never|always"
              + "|wrote|made|changed|deleted|removed|added|created|left|got|gave|told|reported)\\b");

  /** Keywords that people also use for other things. */
  private static final Pattern ORDINARY =
      Pattern.compile("parallel\\s.*|agent\\s.*|coordinated\\s.*|chain\\s.*|full.*");

  private static final Pattern KNOWN_THING =
      Pattern.compile(
          "(?<!\\b(?:use|using|with|start|launch)\\s)"
              + "\\b(?:the|this|that|these|those|my|our|your|their|its)\\s++$");

  private static final Pattern DONT_STOP = Pattern.compile("don.*");

  /** "The tests don't stop" is a report; "you" is the model itself. */
  private static final Pattern SUBJECT =
      Pattern.compile(
          "(?:\\b(?:i|we|they|who|that|which|these|those)"
              + "|\\b(?:the|my|our|your|their|its|these|those|some|most|many)"
              + "\\s++(?:[\\p{L}\\p{Nd}_-]++\\s++){0,2}?(?!this\\b)[\\p{L}_-]+s"
              + "|(?:\\b(?:where|because|why|that|sure|if|when)\\s++|"
              + FILLER
              + ")(?!this\\b)[\\p{L}_-]+s)\\s++$");

  private static final Pattern UNTIL = Pattern.compile("\\s++(?:un)?till?\\b");

  private static final Pattern NOT_WANTED =
      Pattern.compile(
          "(?<![\\p{L}'])(?:don't|dont|do\\s++not|doesn't|does\\s++not|never|not|without|avoid"
              + "|shouldn't|mustn't|can't|cannot|won't|instead\\s++of|rather\\s++than|no\\s++longer"
              + "|no\\s++need\\s++(?:for|of|to)|stop|quit)"
              + "(?:\\s++(?!(?:and|then|but|or|forget|hesitate|only|just|until|till|unless|before)\\b)"
              + "[\\p{L}'-]++){0,3}\\s++$");

  private static final Pattern ENDED =
      Pattern.compile(
          "\\b(?:disable|deactivate|end|exit|leave|kill|skip|cancel|remove|drop|abort|pause|except"
              + "|turn\\s++off|switch\\s++off|shut\\s++down|no)\\s++"
              + "(?:(?:the|this|that|my|our|any|all|using|running)\\s++)?$");

  private static final Pattern FOREIGN_BEFORE =
      Pattern.compile(
          "(?<!\\p{L})(?:was\\s++(?:ist|sind|macht|bedeutet)|wie\\s++(?:benutze|verwende|nutze|geht"
              + "|funktioniert)|wozu|warum|erkläre?|qu'est-ce\\s++que?|c'est\\s++quoi"
              + "|comment\\s++(?:utiliser|fonctionne)|pourquoi|explique|qu[eé]\\s++(?:es|hace)"
              + "|c[oó]mo\\s++(?:uso|usar|funciona)|explica|o\\s++que\\s++[eé]|(?:che\\s++)?cos'[eè]"
              + "|come\\s++(?:uso|usare|funziona)|spiega(?:mi)?|что\\s++такое"
              + "|как\\s++(?:использовать|работает)|объясни)(?!\\p{L})"
              + "|什么是|什麼是|如何使用|怎么用|怎麼用|解释|解釋|介绍"
              + "|(?<!\\p{L})(?:kein(?:en|e|em)?|ohne|nicht|sans|pas\\s++(?:de|d')|jamais|sin|nunca|sem"
              + "|não|senza|non|без|не|no\\s++us(?:e|es|a|ar))\\s*+(?:\\p{L}++\\s++)?$"
              + "|(?:不要|不|别|別|停止|勿)再?(?:使用|用|启动|開啟|开启|进入)?\\s*+$");

  private static final Pattern FOREIGN_AFTER =
      Pattern.compile(
          "\\s*+(?:模式)?(?:是什么|是什麼|怎么用|怎麼用|とは|って何|って何ですか|の使い方|は何|を使わない|をやめ"
              + "|이란|란\\s|(?:이|가|은|는)\\s?(?:뭐|무엇)|\\s?사용법|(?:을|를)?\\s?(?:쓰지|사용하지))");

  static KeywordMention at(String text, int start, int end) {
    int from = start;
    while (from > 0 && start - from < WINDOW && SENTENCE_ENDS.indexOf(text.charAt(from - 1)) < 0) {
      from--;
    }
    int to = end;
    while (to < text.length() && to - end < WINDOW && SENTENCE_ENDS.indexOf(text.charAt(to)) < 0) {
      to++;
    }
    boolean fromStart = from == 0 || SENTENCE_ENDS.indexOf(text.charAt(from - 1)) >= 0;
    return new KeywordMention(
        text.substring(start, end),
        (fromStart ? "" : "x ") + text.substring(from, start),
        text.substring(end, to),
        to < text.length() && "?？".indexOf(text.charAt(to)) >= 0,
        QuotationMarks.surround(text, start, end));
  }

  /** Whether the person wants what the keyword stands for. */
  boolean isRequest() {
    return !quoted && !askedAbout() && !talkedAbout() && !unwanted();
  }

  private boolean askedAbout() {
    return ASKED.matcher(before).find()
        || TO_BE_EXPLAINED.matcher(before).find()
        || THEN_ASKED.matcher(after).lookingAt()
        || question && ALONE.matcher(before).find() && NOTHING_MORE.matcher(after).matches()
        || question && (OR_BEFORE.matcher(before).find() || OR_AFTER.matcher(after).lookingAt());
  }

  private boolean talkedAbout() {
    return TALKED_ABOUT.matcher(before).find()
        || COMPARED.matcher(after).lookingAt()
        || REPORTED.matcher(after).lookingAt()
        || ofSomethingElse()
        || FOREIGN_BEFORE.matcher(before).find()
        || FOREIGN_AFTER.matcher(after).lookingAt();
  }

  private boolean ofSomethingElse() {
    return ORDINARY.matcher(words).matches() && KNOWN_THING.matcher(before).find()
        || DONT_STOP.matcher(words).matches()
            && SUBJECT.matcher(before).find()
            && !UNTIL.matcher(after).lookingAt();
  }

  private boolean unwanted() {
    return NOT_WANTED.matcher(before).find() || ENDED.matcher(before).find();
  }
}
