package swarmd.modes;

/** Regular expressions for "think hard" in several languages, in lower case. */
final class ThinkWords {

  static final String SPACED =
      String.join(
          "|",
          "ultrathink",
          "think\\s++(?:(?:really|very|extra|super)\\s++)?(?:hard|harder|deeply|deep)",
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

  static final String UNSPACED =
      String.join(
          "|",
          "深度思考|深入思考|仔细思考|认真思考|深思熟虑|好好想|仔细想|认真想",
          "仔細思考|認真思考|深思熟慮|仔細想|認真想",
          "(?:よく|深く|じっくり|しっかり|真剣に)考え|熟考",
          "(?:깊이|깊게|신중히|신중하게|곰곰이|열심히|잘)\\s?생각",
          "गहराई\\s++से\\s++सोच|ध्यान\\s++से\\s++सोच",
          "(?:فكر|فكّر)\\s++(?:بعمق|جيدا|جيدًا|مليا|مليًا)");

  private ThinkWords() {}
}
