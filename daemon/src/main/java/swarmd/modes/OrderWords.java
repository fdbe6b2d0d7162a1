package swarmd.modes;

/**
 * The vocabulary of orders, as regular expressions over a {@link Sentence}. When in doubt, a
 * sentence is no order: a mode that nobody wanted costs more than a prompt that must be repeated.
 */
final class OrderWords {

  /** The end of a name, so that neither "ralphs", "ralph-loop", "ralph()" nor "ralph's" is one. */
  static final String NAME_END =
      "(?![\\p{IsLatin}\\p{IsCyrillic}\\p{Nd}_(=/@]|[-.](?!mode\\b)[\\p{L}\\p{Nd}]|')";

  /** Any mode, where several are named. */
  static final String NAMES =
      "(?:(?:ralph|autopilot|ultrapilot|ultrawork|ulw|ultraqa)(?:[ -]mode\\b)?"
          + "|(?:swarm|pipeline)[ -]mode\\b)";

  /** The speaker is somebody else. */
  static final String REPORTED =
      ",? (?:(?:he|she|they|it|i) )?(?:said|says|asked|wrote|shouted|told|tells|thinks)\\b[^,]*+$";

  /** Words that may come before an order. After a greeting, Ralph is a person. */
  private static final String OPENERS =
      "(?:(?:please|pls|ok|okay|alright|all right|right|now|then|so|well|(?:hey|hi|hello)(?!,?"
          + " ralph\\b)|yes|yep|yeah|sure|great|good|perfect|cool|thanks,|thank"
          + " you,|next|first|finally|also|again|just|simply|this time|instead|and|but|as i"
          + " said,|as before,|bitte|por favor|per favore|пожалуйста)[,:!]? )*+";

  private static final String ASKING =
      "(?:can|could|will|would) you(?: please| kindly| just| also| now)*+";

  private static final String REQUEST =
      "(?:let'?s|let us|go ahead and|go and|i (?:want|need) (?:you )?to|i(?:'d| would) like (?:you"
          + " )?to|make sure (?:to|you|that you)|be sure to|remember to|don'?t forget to|feel free"
          + " to|"
          + ASKING
          + ")";

  private static final String LABEL =
      "(?:(?:(?:your |my |the |new |next )?(?:task|goal|job|request|objective|mission|order)"
          + "|what i (?:want|need)|my wish)(?: is)?: ?)?+";

  /** All that may come before an order without making it something else. */
  static final String POLITE = "^" + LABEL + OPENERS + "(?:" + REQUEST + ",? " + OPENERS + ")?+";

  /** A question that is an order. */
  static final String POLITE_QUESTION =
      "^" + OPENERS + "(?:(?:can|could|will) you|would you(?: please| kindly))\\b";

  /** Ralph is a person where he is asked for what people do for each other, or owns something. */
  static final String PERSON =
      "^"
          + OPENERS
          + "ralph,? (?:(?:please|"
          + ASKING
          + ") )?(?:review|look|have an?|take"
          + " a|send|call|tell|ask|remind|approve|join|meet|show|give|let me)\\b|^"
          + OPENERS
          + "ralph\\b.*\\byour (?:branch|pr|pull"
          + " request|tickets?|commits?|code|changes|review|issues?"
          + "|fork|draft|notes|desk|laptop|machine|calendar|comments?|team|tests?)\\b";

  /** Words with which an object begins. */
  static final String OBJECT =
      "(?:(?:this|it|that|these|those|them|everything|all|the|my|our|a|an|every|each|both|any"
          + "|whatever|what|issues?|tickets?|tasks?|pr)\\b|#\\d|\\d++ (?=[a-z]{3})|"
          + PromptText.SOMETHING
          + ")";

  private static final String FINITE =
      "(?:is|are|was|were|has|had|does|did|isn't|aren't|wasn't|weren't|hasn't|doesn't|didn't|won't"
          + "|can't|cannot|couldn't|fails?|failed|crash(?:es|ed)|breaks|broke|broken|hangs"
          + "|hung|needs|needed|takes|took|returns|returned|throws|threw|shows|showed|seems|seemed"
          + "|looks|looked|works|worked|stops|stopped|ends|ended|keeps|kept|never|always|not|says"
          + "|said|runs|ran|gets|got|goes|went|became|becomes|loses|lost|drops|dropped|blocks"
          + "|blocked|ignores|ignored|causes|caused|produces|uses|used|merged|landed|reverted)\\b";

  private static final String CLAUSE =
      "(?:until|till|so|that|which|who|what|whatever|where|when|if|because|how|why|and|then|but|or"
          + "|sure|whether|while|it|they|everything|nothing|with|using)\\b";

  /** What follows is said about something, such as "the map is wrong". */
  static final String STATEMENT = "(?:(?!" + CLAUSE + ")[^\\s,:]++ ){0,12}?" + FINITE;

  /** Verbs that are no nouns. */
  private static final String VERBS =
      "(?:implement|refactor|rewrite|investigate|migrate|finish|complete|resolve|solve|debug|create"
          + "|generate|write|add|remove|delete|rename|convert|optimi[sz]e|improve|simplify|extract"
          + "|replace|continue|keep|do|make|find|ensure|handle|figure|explain|translate|tidy|extend"
          + "|develop|think|analy[sz]e|verify|validate|bring|try|install|configure|reproduce|give|show"
          + "|prepare|follow|modernize|harden)";

  /** Verbs that are nouns, too: "autopilot build fails". */
  private static final String AMBIGUOUS =
      "(?:build|test|update|design|run|change|release|review|start|plan|report|check|move|port|merge"
          + "|document|deploy|set|clean|work|help|use|call|cover|profile|log|search|upgrade|load"
          + "|process|sort|format|lint|scan|audit|benchmark|patch|polish|research|drive|read|sync"
          + "|loop|rework|redesign|rebuild|get|take|look|split|apply|address)";

  /** What a name is used for, and what people do for each other. */
  private static final String FOR_A_NAME =
      "(?:call|log|look|read|report|review|show|give|explain|follow|test|check|think|help)\\b";

  private static final String GOVERNED =
      "(?:for|in|of|to|from|by|with|that(?= "
          + FINITE
          + ")|which|when|after|before|should|must|will|would|could|can"
          + "|may|might|failing|pending|done|shipped|missing|red|green|"
          + FINITE
          + ")";

  private static final String COMPOUND =
      "(?:suites?|cases?|plans?|runners?|reports?|coverage|scripts?|steps?|errors?|failures?|logs?"
          + "|output|systems?|notes|branch|dates?|times?|buttons?|docs?|comments?|requests?|lists?"
          + "|box|pages?|tables?|sections?|jobs?|commands?|flags?|options?|settings|config|results?"
          + "|status|states?|modes?|events?|messages?|loops?|phases?|cycles?|stages?|paths?|targets?"
          + "|points?|texts?|items?|trees?|process|servers?|services?|functions?|methods?|class"
          + "|modules?|plugins?|guides?|tools?|data|install|tab|view|dialog|screen|endpoint)\\b";

  /** The beginning of an order to do something. */
  static final String IMPERATIVE =
      "(?:(?!"
          + STATEMENT
          + ")"
          + "(?:"
          + VERBS
          + "\\b(?!-)"
          + "|fix (?!(?!failing|pending|missing|red)"
          + GOVERNED
          + "\\b)\\S"
          + "|switch (?:to|over|from|off|on|"
          + OBJECT
          + ")"
          + "|go(?:$| (?:ahead|through|over|on|and|until|fix))"
          + "|work (?:on|through|until|your)\\b|help me\\b|clean up\\b"
          + "|don'?t stop\\b"
          + "|"
          + AMBIGUOUS
          + " (?!"
          + GOVERNED
          + "\\b|"
          + COMPOUND
          + ")\\S))";

  /** What is said to somebody who was named first: "ralph, can you fix this". */
  static final String ADDRESS =
      "(?:"
          + OPENERS
          + "(?:"
          + REQUEST
          + ",? |"
          + IMPERATIVE
          + "|until |till )"
          + "|please$|go$|now$)";

  /** What follows the colon of a title, not of an order: "autopilot: crash on resume". */
  static final String TITLE =
      "(?:"
          + FINITE
          + "|(?:what|why|how|who|which|when|where|is|are|does|should|can (?:i|we|it)|do"
          + " (?:i|we))\\b|\\d|command not"
          + " found|(?:cannot|unable|on|off|true|false|yes|none|tbd|see|enabled|disabled"
          + "|default|optional|unknown|beta)\\b|"
          + PromptText.SOMETHING
          + "$"
          + "|(?:no|not|wip|crash|bugs?|errors?|regression|typo|wrong|missing|problems?|issues?"
          + "|failures?|deadlock|race|leak|flaky|initial|proper|correct(?:ly)?|incorrect)\\b"
          + "|(?!(?:need|feed|embed|speed|seed)\\b)[a-z]{2,}ed\\b"
          + "|(?:add|fix|update|remove|use|make|allow|support|change|move|rename|improve|handle"
          + "|introduce|enable|disable|prevent|avoid|start|count|keep)(?:s|es)\\b)";

  /** Verbs that start a mode. */
  static final String START =
      "(?:use|run|start|launch|activate|engage|enter|begin|trigger|invoke|try|employ|spin up|fire"
          + " up|kick off|switch (?:over |back )?(?:in)?to|change to|go (?:back )?(?:in)?to|go|go"
          + " on|go with|do|work in|stay in|continue in|continue with|proceed with|proceed in)";

  /** Verbs that also switch features of the software on: little may follow. */
  static final String SWITCH_ON = "(?:enable|turn on|switch on|i want|i need|i'd like|give me)";

  /** Verbs of work that a mode can do: "fix the login with ralph". */
  static final String WORK =
      "(?:fix|implement|refactor|rewrite|finish|complete|build|solve|resolve|write|develop|migrate"
          + "|port|convert|clean up|handle|continue|go on|carry on|keep going|work|debug|improve"
          + "|optimi[sz]e|upgrade|(?:do|run|get) "
          + OBJECT
          + ")";

  /** Verbs of work that also take "with" for something else: "update the docs with ralph". */
  static final String OTHER_WORK =
      "(?:update|add|create|make|translate|document|review|check|remove|test|split|replace|change)";

  /** What may follow a mode that was ordered. */
  static final String ORDERED =
      "(?=$|, ?+(?!"
          + NAMES
          + ")|[:)]| [-–—]| for me\\b| to (?!"
          + FOR_A_NAME
          + ")(?:"
          + IMPERATIVE
          + "|(?:"
          + WORK
          + "|"
          + OTHER_WORK
          + ")\\b)"
          + "| (?:and|then) (?:then |please )?(?:"
          + IMPERATIVE
          + "|commit|push|open|do not|don'?t|please)"
          + "| then$| (?:until|till|please|now|here|again|so|but|too|as well|at"
          + " once|immediately|first|next|right away|right now|this time|from now on|in"
          + " (?:this|the) (?:session|repo|repository|project|folder|branch))\\b(?!-)| instead$|"
          + " instead of "
          + NAMES
          + "| with (?:\\d|max\\b|at most|up to|a (?:max|limit)\\b)"
          + "| (?:for|on) (?!"
          + STATEMENT
          + "|(?:[^\\s,:]++ ){1,3}?(?:user"
          + " ?names?|names?|alias|labels?|title|avatar|icon|placeholder"
          + "|variable|class|nickname|persona)\\b"
          + "|(?:[^\\s,:]++ ){1,3}?(?:command line|terminal|shell|server|cluster|laptop|machine)"
          + "(?=$|,| and\\b))"
          + OBJECT
          + ")";

  static final String SWITCHED_ON =
      "(?=$|[,:)]| (?:and|then|now|please|here|until|till|(?:for|on) (?:this|it|that|these))\\b)";

  /** Nothing more, or another order; not "is a keyword". */
  private static final String END =
      "(?=$|[,:(]| [-–—]| (?:and|then|please|but|so)\\b|"
          + " (?:in|on|with|for|without|under|again|locally)\\b(?! "
          + STATEMENT
          + "))";

  /** A state of the work that can be reached, such as "until all tests pass". */
  static final String UNTIL_DONE =
      "(?:until|till|before) (?:(?:[^\\s,:]++ ){0,14}?"
          + "(?:green|done|pass|passes|passed|passing|works?|working|compiles?|builds|clean|empty|gone"
          + "|left|finished|completed?|fixed|solved|resolved|implemented|verified|ready|succeeds?|stable|correct|perfect|deployed|migrated|happy|\\d++"
          + " ?%)"
          + END
          + "|you(?:'ve| have) (?:fixed|finished|done|solved|implemented|completed)\\b"
          + "|there (?:are|is) (?:no|nothing|zero)\\b"
          + "|i (?:say|tell you)\\b)";

  private static final String NOT_STOPPING =
      "(?:don'?t|do not|never) stop(?: (?:working|going|trying|fixing|coding))?";

  /** Orders to go on until the work is done. */
  static final String GO_ON =
      NOT_STOPPING
          + "(?:(?: please)?$|,? "
          + UNTIL_DONE
          + "|, (?="
          + IMPERATIVE
          + ")| and (?:ask|keep|go on|continue)\\b| for"
          + " (?:anything|questions|confirmation|approval|me|input)\\b)|(?:keep"
          + " (?:going|working|trying|fixing|iterating|at it)|carry on|go on|continue|work) "
          + UNTIL_DONE
          + "|"
          + WORK
          + "\\b(?:(?! (?:that|which|who|sure|so|if|when|how|why|where)\\b)[^,:])*? "
          + NOT_STOPPING
          + " "
          + UNTIL_DONE
          + "|(?:go on|keep going|carry on|continue)\\b[^,:]*? "
          + NOT_STOPPING
          + "$";

  /** What people have built for them, and runs; not lists, tables and other answers in words. */
  private static final String SOFTWARE =
      "(?:(?:web ?|mobile )?app|application|(?:web ?)?site|(?:home ?)?page|shop|store|api|(?:web"
          + " ?)?server|(?:micro ?)?service|back-?end|front-?end|cli|tool|script|(?:chat ?)?bot"
          + "|game|clone|dashboard|library|package|plug-?in|extension|add-?on|client|daemon|program"
          + "|system|platform|portal|prototype|mvp|crawler|scraper|parser|compiler|interpreter|editor"
          + "|viewer|player|blog|wiki|forum|crm|cms|marketplace|calculator|tracker|generator|converter"
          + "|simulator|emulator|component|feature|widget|importer|exporter|shortener|scheduler"
          + "|monitor|proxy|gateway|sdk|engine|ui|gui|module|integration|framework|wrapper|utility"
          + "|quiz|saas)s?";

  /** Orders to build something from nothing. */
  static final String BUILD =
      "(?:build|create|make|code|develop) me"
          + " (?:(?:an?|the|some|another|my|this|that|one|two|three|four|five|\\d++)"
          + " (?:(?!(?:of|for|about|against|between|by|as|like|into|that|which|to|with|in|on|from|and|or)\\b)[^\\s,:]++"
          + " ){0,5}?"
          + SOFTWARE
          + "(?=$|[,:(]| [-–—]| (?:with|for|that|which|in|to|from|using|like|where|on|and|so|based"
          + "|called|named|as|please|now|here|until|without|similar|written|powered|including)\\b"
          + "|(?<=clone|prototype|game) of\\b)(?! (?:in|on|for|with) "
          + STATEMENT
          + ")|something (?:that|which|to)\\b)";

  /** What may follow a mode at the end of an order. */
  static final String TRAILING = "(?=$|[,:)]| (?:until|till|please|and|then|now|so|again)\\b)";

  /** Before "with ralph": then ralph belongs to that word, not to the order. */
  static final String BELONGING =
      "(?:(?:works?|working|integrates?|compatible|together|along|deal|start|begin)|\\b(?:the|an?|any|all|this|that|some|our|fix|solve|resolve|debug|handle)"
          + " (?:bugs?|problems?|issues?"
          + "|conflicts?|crash(?:es)?|errors?|trouble|failures?|thing|mess)"
          + "|\\b(?:communication|integration|interaction|compatibility|connection|interop|interface"
          + "|link|sync|parity|meeting|call|chat|incompatibility|mismatch))$";

  /** Before "in ralph mode": then it says where something happens. */
  static final String HAPPENING =
      "\\b(?:bugs?|problems?|issues?|crash(?:es)?|errors?|failures?|typos?|leaks?|hangs?"
          + "|regressions?|race|timeouts?|glitch|deadlocks?|behaviou?r|buttons?|toolbar|menu|labels?"
          + "|texts?|display|logging|handling|layout|flicker|state)$";

  /** In front of an order in the middle of a sentence, these make it a report or a condition. */
  static final String TALK =
      "(?<![\\w'])(?:if|unless|when|whenever|once|while|because|since|how|why|what(?! an?"
          + " )|which|who"
          + "|whose|whether|where|that|says?|said|saying|told|tells?|wrote|writes|suggests?|according"
          + "|asked|asks|recommends?|recommended|wants|wanted|example|e\\.g)(?![\\w'])|^(?:in|on|at|as|with|by|for(?!"
          + " this| that| it| now)) |^(?:translate|paraphrase|rephrase|summari[sz]e|proofread)\\b";

  private OrderWords() {}

  /** The whole of a sentence that ends the mode with these names: "please stop ralph now". */
  static String ending(String names) {
    return POLITE
        + "(?:stop|end|cancel|quit|exit|leave|kill|abort|disable|deactivate|turn off|switch"
        + " off|stop using) (?:the )?(?:"
        + names
        + ")(?:[ -]mode)?(?:,? (?:now|please|immediately|at once|for now|here|thanks|thank"
        + " you))*+$";
  }
}
