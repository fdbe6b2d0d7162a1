package swarmd.modes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognises orders to think hard, in several languages. */
final class ThinkWords {
  private static final String ENGLISH =
      "(?:think (?:(?:really|very|extra|super|long and) )?(?:hard|harder|deeply|deep)\\b"
          + "|ultrathink\\b(?=$|[,:]| [-–—]| (?:about|on|before|and|then|please|this|it|the|through|how"
          + "|why|what|first|now|here)\\b| "
          + OrderWords.IMPERATIVE
          + "))";

  private static final Pattern ORDER =
      Pattern.compile(
          OrderWords.POLITE + ENGLISH + "|(?:,| -| –| —| and| then) (?:please )?" + ENGLISH);
  private static final Pattern AT_END = Pattern.compile("[ ,]ultrathink$");
  private static final Pattern TALKING = Pattern.compile(OrderWords.TALK);
  private static final Pattern INSTRUCTION =
      Pattern.compile(OrderWords.POLITE + OrderWords.IMPERATIVE);

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
  private static final Pattern FOREIGN =
      Pattern.compile("(?<![\\p{L}_@/\\\\$#-])(?:" + SPACED + ")(?![\\p{L}\\p{Nd}_])|" + UNSPACED);

  private static final Pattern NOT_WANTED =
      Pattern.compile(
          "(?<!\\p{L})(?:nicht|kein\\p{L}*+|ohne|ne|pas|sans|jamais|no|sin|nunca|sem|não|non|senza"
              + "|niet|inte|ikke|nie|без|не)(?!\\p{L})|不|别|別|勿|ない|지\\s?마");

  private ThinkWords() {}

  static boolean areIn(Sentence sentence) {
    return english(sentence)
        || FOREIGN.matcher(sentence.text()).find()
            && !NOT_WANTED.matcher(sentence.text()).find();
  }

  private static boolean english(Sentence sentence) {
    Matcher found = ORDER.matcher(sentence.text());
    while (found.find()) {
      if (!TALKING.matcher(sentence.text().substring(0, found.start())).find()
          && !(sentence.question() && found.end() == sentence.text().length())) {
        return true;
      }
    }
    return AT_END.matcher(sentence.text()).find()
        && !sentence.question()
        && INSTRUCTION.matcher(sentence.text()).find();
  }
}
