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
      "(?:ralph|autopilot|ultrapilot|ultrawork|ulw|ultraqa|swarm mode|pipeline mode)";

  /** The speaker is somebody else. */
  static final String REPORTED =
      ",? (?:(?:he|she|they|it|i) )?(?:said|says|asked|wrote|shouted)\\b[^,]*+$";

  /** Words that may come before an order. */
  private static final String OPENERS =
      "(?:(?:please|pls|ok|okay|alright|all right|right|now|then|so|well|hey|hi|hello|yes|yep|yeah"
          + "|sure|great|good|perfect|cool|thanks,|thank you,|next|first|finally|also|again|just"
          + "|simply|this time|instead|and|but|as i said,|as before,|bitte|por favor|per favore|пожалуйста)[,:!]? )*+";

  private static final String ASKING =
      "(?:can|could|will|would) you(?: please| kindly| just| also| now)*+";

  private static final String REQUEST =
      "(?:let'?s|let us|go ahead and|go and|i (?:want|need) (?:you )?to|i(?:'d| would) like (?:you )?to"
          + "|make sure (?:to|you|that you)|be sure to"
          + "|remember to|don'?t forget to|feel free to|"
          + ASKING
          + ")";

  private static final String LABEL =
      "(?:(?:(?:your |my |the |new |next )?(?:task|goal|job|request|objective|mission|order)"
          + "|what i (?:want|need)|my wish)(?: is)?: ?)?+";

  /** All that may come before an order without making it something else. */
  static final String POLITE =
      "^" + LABEL + OPENERS + "(?:" + REQUEST + ",? " + OPENERS + ")?+";

  /** A question that is an order. */
  static final String POLITE_QUESTION =
      "^" + OPENERS + "(?:(?:can|could|will) you|would you(?: please| kindly))\\b";

  /** Words with which an object begins. */
  static final String OBJECT =
      "(?:(?:this|it|that|these|those|them|everything|all|the|my|our|a|an|every|each|both|any"
          + "|whatever|what|issues?|tickets?|tasks?|pr)\\b|#?\\d|" + PromptText.SOMETHING + ")";

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
  static final String STATEMENT =
      "(?:(?!" + CLAUSE + ")[^\\s,:]++ ){0,12}?" + FINITE;

  /** Verbs that are no nouns. */
  private static final String VERBS =
      "(?:implement|refactor|rewrite|investigate|migrate|finish|complete|resolve|solve|debug|create"
          + "|generate|write|add|remove|delete|rename|convert|optimi[sz]e|improve|simplify|extract"
          + "|replace|continue|keep|do|make|find|ensure|handle|figure|explain|translate|tidy|extend"
          + "|develop|analy[sz]e|verify|validate|bring|try|install|configure|reproduce|give|show"
          + "|prepare|follow|modernize|harden)";

  /** Verbs that are nouns, too: "autopilot build fails". */
  private static final String AMBIGUOUS =
      "(?:build|test|update|design|run|change|release|review|start|plan|report|check|move|port|merge"
          + "|document|deploy|set|clean|work|help|use|call|cover|profile|log|search|upgrade|load"
          + "|process|sort|format|lint|scan|audit|benchmark|patch|polish|research|drive|read|sync"
          + "|loop|rework|redesign|rebuild|get|take|look|split|apply|address)";

  private static final String GOVERNED =
      "(?:for|in|of|to|from|by|with|that|which|when|after|before|should|must|will|would|could|can"
          + "|may|might|failing|pending|done|shipped|missing|red|green|" + FINITE + ")";

  private static final String COMPOUND =
      "(?:suites?|cases?|plans?|runners?|reports?|coverage|scripts?|steps?|errors?|failures?|logs?"
          + "|output|systems?|notes|branch|dates?|times?|buttons?|docs?|comments?|requests?|lists?"
          + "|box|pages?|tables?|sections?|jobs?|commands?|flags?|options?|settings|config|results?"
          + "|status|states?|modes?|events?|messages?|loops?|phases?|cycles?|stages?|paths?|targets?"
          + "|points?|texts?|items?|trees?|process|servers?|services?|functions?|methods?|class"
          + "|modules?|plugins?|guides?|tools?|data|install|tab|view|dialog|screen|endpoint)\\b";

  /** The beginning of an order to do something. */
  static final String IMPERATIVE =
      "(?:(?!" + STATEMENT + ")"
          + "(?:" + VERBS + "\\b(?!-)"
          + "|fix (?!(?!failing|pending|missing|red)" + GOVERNED + "\\b)\\S"
          + "|switch (?:to|over|from|off|on|" + OBJECT + ")"
          + "|go(?:$| (?:ahead|through|over|on|and|until|fix))"
          + "|work (?:on|through|until|your)\\b|help me\\b|clean up\\b"
          + "|don'?t stop\\b"
          + "|" + AMBIGUOUS + " (?!" + GOVERNED + "\\b|" + COMPOUND + ")\\S))";

  /** What is said to somebody who was named first: "ralph, can you fix this". */
  static final String ADDRESS =
      "(?:" + OPENERS + "(?:" + REQUEST + ",? |" + IMPERATIVE + "|until |till )"
          + "|please$|go$|now$|an? (?!" + STATEMENT + ")\\S)";

  /** What follows the colon of a title, not of an order: "autopilot: crash on resume". */
  static final String TITLE =
      "(?:" + FINITE
          + "|(?:what|why|how|who|which|when|where|is|are|does|should|can (?:i|we|it)|do (?:i|we))\\b"
          + "|(?:no|not|wip|crash|bugs?|errors?|regression|typo|wrong|missing|problems?|issues?"
          + "|failures?|deadlock|race|leak|flaky|initial|proper|correct(?:ly)?|incorrect)\\b"
          + "|(?!(?:need|feed|embed|speed|seed)\\b)[a-z]{2,}ed\\b"
          + "|(?:add|fix|update|remove|use|make|allow|support|change|move|rename|improve|handle"
          + "|introduce|enable|disable|prevent|avoid|start|count|keep)(?:s|es)\\b)";

  /** Verbs that start a mode. */
  static final String START =
      "(?:use|run|start|launch|activate|engage|enter|begin|trigger|invoke|try|employ|spin up"
          + "|fire up|kick off|switch (?:over |back )?(?:in)?to|change to|go (?:back )?(?:in)?to"
          + "|go|go on|go with|do|work in|stay in|continue in|continue with|proceed with|proceed in)";

  /** Verbs that also switch features of the software on: little may follow. */
  static final String SWITCH_ON =
      "(?:enable|turn on|switch on|i want|i need|i'd like|give me)";

  /** What may follow a mode that was ordered. */
  static final String ORDERED =
      "(?=$|, ?(?!" + NAMES + ")|[:)]| [-–—]| (?:to|until|till|and|then|please|now|here|again|so|but|too|as well|at once"
          + "|immediately|first|next|right away|right now|this time|from now on|instead$"
          + "|instead of " + NAMES
          + "|in (?:this|the) (?:session|repo|repository|project|folder|branch)"
          + "|with (?:\\d|max|at most|up to|a (?:max|limit))"
          + "|(?:for|on|over|across|through|against) " + OBJECT + "))";

  static final String SWITCHED_ON =
      "(?=$|[,:)]| (?:and|then|now|please|here|until|till|(?:for|on) (?:this|it|that|these))\\b)";

  /** Verbs of work that a mode can do: "fix the login with ralph". */
  static final String WORK =
      "(?:fix|implement|refactor|rewrite|finish|complete|build|solve|resolve|write|develop|migrate"
          + "|port|convert|clean up|handle|continue|go on|carry on|keep going|work|debug|improve"
          + "|optimi[sz]e|upgrade|(?:do|run) " + OBJECT + ")";

  /** Verbs of work that also take "with" for something else: "update the docs with ralph". */
  static final String OTHER_WORK =
      "(?:update|add|create|make|translate|document|review|check|remove|test|split|replace|change)";

  /** What may follow a mode at the end of an order. */
  static final String TRAILING = "(?=$|[,:)]| (?:until|till|please|and|then|now|so|again)\\b)";

  /** Before "with ralph": then ralph belongs to that word, not to the order. */
  static final String BELONGING =
      "(?:(?:works?|working|integrates?|compatible|together|along|deal|start|begin)"
          + "|\\b(?:the|an?|any|all|this|that|some|our|fix|solve|resolve|debug|handle) (?:bugs?|problems?|issues?"
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
      "(?<![\\w'])(?:if|unless|when|whenever|once|while|because|since|how|why|what(?! an? )|which|who"
          + "|whose|whether|where|that|says?|said|saying|told|tells?|wrote|writes|suggests?|according"
          + "|asked|asks|recommends?|recommended|wants|wanted|example|e\\.g)(?![\\w'])"
          + "|^(?:in|on|at|as|with|by|for(?! this| that| it| now)) ";

  private OrderWords() {}
}
