package swarmd.modes;

/** Orders in other languages, as regular expressions around a mode's name. */
final class ForeignOrderWords {
  private static final String VERBS =
      "(?:nutze|benutze|verwende|nimm|starte|aktiviere|wechsle (?:zu|in)" // German
          + "|utilise[rz]?|lance[rz]?|démarre[rz]?|active[rz]?|passe[rz]? en" // French
          + "|usa|utiliza|utilice|inicia|inicie|activa|lanza|ejecuta" // Spanish
          + "|ative|avvia|attiva" // Portuguese, Italian
          + "|используй(?:те)?|запусти(?:те)?|включи(?:те)?) " // Russian
          + "(?:(?:sie|den|die|das|le|la|el|o|il|mode|modo|modus|режим) |l')*+";

  private static final String AFTER_VERBS =
      "(?:-?modus)?(?=$|[,:]| (?:für|um|und|bis|bitte|auf|pour|sur|et|afin|para|por|y|e|hasta|até|per"
          + "|fino|su|sobre|en|для|чтобы|и|на|до) )";

  private static final String CHINESE_VERBS =
      "(?:请你?|帮我|麻烦|现在|就)*+ ?(?:使用|用|启动|啟動|开启|開啟|启用|进入|切换到|运行|打开) ?";

  private static final String AFTER_CHINESE_VERBS =
      "(?! ?(?:模式)? ?(?:的|分支|模块|类|吗|呢|是|有|会|和|或|时|后|之后|失败|崩溃|报错|出错))";

  private static final String CHINESE_WORK =
      " ?(?:模式)? ?[，,：:]? ?(?:请|帮|修复|修改|写|实现|完成|开发|创建|添加|构建|做|把|将|重构|优化|检查|运行"
          + "|更新|删除|迁移|继续|生成|解决|处理|搭建|编写|开始|翻译)";

  private static final String JAPANESE =
      " ?(?:モード)? ?(?:で(?![のはもす])|を使って|を使い|を開始|を起動|を実行)";

  private static final String KOREAN = " ?(?:모드)? ?(?:로 |으로 |[를을] ?사용해|사용해|시작해|실행해|켜)";

  private ForeignOrderWords() {}

  /** Sentences that order the mode with this name. */
  static String orders(String name) {
    return OrderWords.POLITE + VERBS + name + AFTER_VERBS
        + "|(?:^|[，,] ?)" + CHINESE_VERBS + name + AFTER_CHINESE_VERBS
        + "|^" + name + "(?:" + CHINESE_WORK + "|" + JAPANESE + "|" + KOREAN + ")";
  }
}
