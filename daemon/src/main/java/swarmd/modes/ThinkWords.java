package swarmd.modes;

import java.util.List;
import java.util.regex.Matcher;

/** Recognises orders to think hard, in several languages. */
final class ThinkWords {
  private static final String ENGLISH =
      "(?:think (?:(?:really|very|extra|super|long and)"
          + " )?(?:hard|harder|deeply|deep)\\b|ultrathink\\b(?=$|[,:]| [-–—]|"
          + " (?:about|on|before|and|then|please|this|it|the|through|how|why|what|first|now|here)\\b|"
          + " "
          + OrderWords.IMPERATIVE
          + "))";

  private static final LazyPattern ORDER =
      LazyPattern.of(
          OrderWords.POLITE + ENGLISH + "|(?:,| -| –| —| and| then) (?:please )?" + ENGLISH);
  private static final LazyPattern AT_END = LazyPattern.of("[ ,]ultrathink$");
  private static final LazyPattern TALKING = LazyPattern.of(OrderWords.TALK);
  private static final LazyPattern INSTRUCTION =
      LazyPattern.of(OrderWords.POLITE + OrderWords.IMPERATIVE);

  private static final String SPACED =
      String.join(
          "|",
          "denke?n?\\s++(?:sie\\s++)?(?:gründlich|scharf|genau|tief|intensiv|angestrengt)(?:\\s++nach)?",
          "(?:gründlich|intensiv|scharf|tief)\\s++nachdenken",
          "(?:überlege?|überlegen\\s++sie)\\s++(?:gut|gründlich|genau)",
          "r[ée]fl[ée]chi(?:s|ssez|r)\\s++(?:bien|profond[ée]ment|longuement|en\\s++profondeur)",
          "pense[zr]?\\s++(?:fort|profond[ée]ment)",
          "(?:piensa|piense|pensar)\\s++(?:bien|mucho|profundamente|detenidamente|a\\s++fondo)",
          "(?:pense|pensa|pensar)\\s++(?:bem|muito|profundamente|a\\s++fundo)",
          "(?:pensa|pensaci|pensare|rifletti|riflettere)\\s++"
              + "(?:bene|a\\s++fondo|profondamente|attentamente)",
          "denk\\s++(?:goed|diep|hard)\\s++na",
          "(?:tänk|tenk|tænk)\\s++(?:noga|djupt|dypt|dybt|hårt|hardt|grundigt)",
          "(?:pomyśl|przemyśl|zastanów\\s++się)\\s++(?:dobrze|głęboko|dokładnie)",
          "(?:derin|derinlemesine|iyi)\\s++düşün",
          "suy\\s++nghĩ\\s++(?:kỹ|sâu)",
          "(?:хорошо|хорошенько|глубоко|тщательно)\\s++(?:подумай|подумайте|обдумай)",
          "(?:подумай|подумайте|обдумай)\\s++(?:хорошо|хорошенько|глубоко|тщательно|добре|як\\s++слід)");

  private static final String UNSPACED =
      String.join(
          "|",
          "深度思考|深入思考|仔细思考|认真思考|深思熟虑|好好想|仔细想|认真想",
          "仔細思考|認真思考|深思熟慮|仔細想|認真想",
          "(?:よく|深く|じっくり|しっかり|真剣に)考え|熟考",
          "(?:깊이|깊게|신중히|신중하게|곰곰이|열심히|잘)\\s?생각",
          "गहराई\\s++से\\s++सोच|ध्यान\\s++से\\s++सोच",
          "(?:فكر|فكّر)\\s++(?:بعمق|جيدا|جيدًا|مليا|مليًا)");

  /** Other languages put the words elsewhere in the sentence. */
  private static final LazyPattern FOREIGN =
      LazyPattern.of("(?<![\\p{L}_@/\\\\$#-])(?:" + SPACED + ")(?![\\p{L}\\p{Nd}_])|" + UNSPACED);

  private static final LazyPattern NOT_WANTED =
      LazyPattern.of(
          "(?<!\\p{L})(?:nicht|kein\\p{L}*+|ohne|ne|pas|sans|jamais|no|sin|nunca|sem|não|non|senza"
              + "|niet|inte|ikke|nie|без|не)(?!\\p{L})|不|别|別|勿|ない|지\\s?마");

  private ThinkWords() {}

  private static final List<String> STEMS =
      List.of("think", "denk", "reflechi", "pens", "piens", "riflett", "tenk", "suy ");

  /** A quick look, right for all but a few prompts. */
  static boolean maybeIn(String lowerCase) {
    return hasStem(lowerCase) || !isAscii(lowerCase) && FOREIGN.isIn(lowerCase);
  }

  private static boolean hasStem(String lowerCase) {
    return STEMS.stream().anyMatch(lowerCase::contains);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 128);
  }

  static boolean areIn(Sentence sentence) {
    return english(sentence) || foreign(sentence.text());
  }

  private static boolean foreign(String text) {
    return (hasStem(text) || !isAscii(text)) && FOREIGN.isIn(text) && !NOT_WANTED.isIn(text);
  }

  private static boolean english(Sentence sentence) {
    if (!sentence.text().contains("think")) {
      return false;
    }
    Matcher found = ORDER.matcher(sentence.text());
    while (found.find()) {
      if (!TALKING.isIn(sentence.text().substring(0, found.start()))
          && !(sentence.question() && found.end() == sentence.text().length())) {
        return true;
      }
    }
    return AT_END.isIn(sentence.text())
        && !sentence.question()
        && INSTRUCTION.isIn(sentence.text());
  }
}
