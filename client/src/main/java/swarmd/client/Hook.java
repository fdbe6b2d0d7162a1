package swarmd.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import swarmd.home.Home;

/**
 * Takes a host's hook event to the daemon and prints the answer, or what stands for one: a host is
 * never held up or troubled by a daemon that is not there, and no permission is given unasked.
 *
 * <p>Runs in a JVM of its own for each event, so it uses little of the JDK: no lambdas, no streams,
 * no regular expressions.
 */
final class Hook {
  private static final String CONTINUE = "{\"continue\":true}";
  private static final String MESSAGE =
      "\"message\":\"swarmd did not answer, so the request was denied; run: swarm doctor\"";
  private static final String DENY =
      "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"deny\","
          + MESSAGE
          + "}}}";
  private static final String GENERIC_DENY = "{\"continue\":false," + MESSAGE + "}";

  /**
   * The daemon takes at most 5 s for tool events, unless it was told to take more than is usual.
   */
  private static final long TOOL_LIMIT_MILLIS = 5_500;

  /** Hosts name the event early; to search more takes longer than it helps. */
  private static final int SEARCHED_BYTES = 8_192;

  static final long DEFAULT_LIMIT_MILLIS = 10_000;
  private static final long START_LIMIT_MILLIS = 2_000;

  private static final String HELP =
      """
      Usage: swarm hook [TYPE] <payload

      Sends a host's hook event, which is read from standard input, to the daemon and
      prints the daemon's answer. TYPE is a hook type (pre-tool-use) or an event's name
      (PreToolUse); without it the payload's hook_event_name counts.

      Starts the daemon if it does not run. Always exits 0: without an answer the host
      is told to continue, and a permission request is denied.

        DISABLE_OMC=1                   do nothing, continue
        OMC_SKIP_HOOKS=a,b              skip these hook types
        SWARMD_HOOK_TIMEOUT_MS=10000    how long to wait for an answer
        SWARMD_PERMISSION_FALLBACK=ask  without an answer leave permissions to the host
      """;

  private final Home home;
  private final String type;
  private byte[] payload = {};
  private boolean answered;

  private Hook(Home home, String type) {
    this.home = home;
    this.type = type;
  }

  /** The exit code is 0 whatever happens: hosts take others for a decision. */
  static int command(String[] args) {
    String type = args.length > 1 ? args[1] : "";
    if (type.equals("--help") || type.equals("-h")) {
      System.out.print(HELP);
    } else if (isOn(System.getenv("DISABLE_OMC"))) {
      System.out.println(CONTINUE);
    } else {
      new Hook(Home.find(), isName(type) ? type : "").run();
    }
    return Main.OK;
  }

  private void run() {
    long limit = limitMillis();
    giveUpAfter(limit);
    byte[] answer;
    try {
      payload = System.in.readAllBytes();
      if (limit <= DEFAULT_LIMIT_MILLIS && isToolEvent()) {
        giveUpAfter(TOOL_LIMIT_MILLIS);
      }
      answer = ask();
    } catch (Throwable e) { // out of memory, too: the host gets an answer
      answer = fallback();
    }
    answer(answer);
    new ClientArchive(home).refresh();
  }

  private void giveUpAfter(long millis) {
    Watchdog.start(
        millis,
        new Runnable() {
          @Override
          public void run() {
            answer(fallback());
            Runtime.getRuntime().halt(Main.OK);
          }
        });
  }

  private boolean isToolEvent() {
    return isToolEvent(type.isEmpty() ? EventName.first(payload, SEARCHED_BYTES) : type);
  }

  private static boolean isToolEvent(String name) {
    return switch (name) {
      case "pre-tool-use",
          "post-tool-use",
          "PreToolUse",
          "PostToolUse",
          "PostToolUseFailure",
          "BeforeTool",
          "AfterTool" ->
          true;
      default -> false;
    };
  }

  private byte[] ask() throws IOException {
    try {
      return post();
    } catch (IOException nobodyThere) {
      boolean started =
          !isEvent("session-end", "SessionEnd")
              && new Starter(home).start(START_LIMIT_MILLIS).isEmpty();
      return started ? post() : fallback();
    }
  }

  private byte[] post() throws IOException {
    try (Exchange exchange = Exchange.connect(home.socket())) {
      exchange.post(type.isEmpty() ? "/v1/hooks" : "/v1/hooks/" + type, headers(), payload);
      byte[] answer = exchange.body().readAllBytes();
      return exchange.status() == 200 && answer.length > 0 ? answer : fallback();
    }
  }

  private byte[] fallback() {
    boolean deny =
        isEvent("permission-request", "PermissionRequest")
            && !"ask".equals(System.getenv("SWARMD_PERMISSION_FALLBACK"));
    String denial = "generic".equals(System.getenv("SWARM_HOST")) ? GENERIC_DENY : DENY;
    return (deny ? denial : CONTINUE).getBytes(StandardCharsets.UTF_8);
  }

  private boolean isEvent(String hookType, String event) {
    return type.equals(hookType) || type.equals(event) || EventName.isIn(payload, event);
  }

  private synchronized void answer(byte[] json) {
    if (!answered) {
      answered = true;
      System.out.write(json, 0, json.length);
      if (json[json.length - 1] != '\n') {
        System.out.write('\n');
      }
      System.out.flush();
    }
  }

  private static String headers() {
    String gemini = System.getenv("GEMINI_PROJECT_DIR"); // Gemini CLI sets Claude Code's as well
    String claude = System.getenv("CLAUDE_PROJECT_DIR");
    String host = System.getenv("SWARM_HOST");
    if (host == null) {
      host = gemini != null ? "gemini" : claude != null ? "claude" : null;
    }
    return header("Swarm-Host", host)
        + header("Swarm-Project-Dir", gemini != null ? gemini : claude)
        + header("Swarm-Skip-Hooks", System.getenv("OMC_SKIP_HOOKS"))
        + header("Swarm-Env-File", System.getenv("CLAUDE_ENV_FILE"));
  }

  private static String header(String name, String value) {
    boolean fits =
        value != null && !value.isEmpty() && value.indexOf('\n') < 0 && value.indexOf('\r') < 0;
    return fits ? name + ": " + value + "\r\n" : "";
  }

  private static long limitMillis() {
    String limit = Home.setting("swarmd.hook.timeout.ms", "SWARMD_HOOK_TIMEOUT_MS", "0");
    try {
      long millis = Long.parseLong(limit);
      return millis > 0 ? millis : DEFAULT_LIMIT_MILLIS;
    } catch (NumberFormatException e) {
      return DEFAULT_LIMIT_MILLIS;
    }
  }

  private static boolean isOn(String value) {
    return value != null
        && !value.isEmpty()
        && !value.equals("0")
        && !value.equalsIgnoreCase("false");
  }

  private static boolean isName(String type) {
    for (int i = 0; i < type.length(); i++) {
      char c = type.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (!letter && !(c >= '0' && c <= '9') && c != '-' && c != '_') {
        return false;
      }
    }
    return true;
  }
}
