package swarmd.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.Launcher;
import swarmd.home.Home;

/**
 * Sends a host's hook event to the daemon and prints the answer, or a fallback: a missing daemon
 * never blocks or disturbs a host, and never grants a permission.
 *
 * <p>Each event starts a new JVM, so this class loads little of the JDK: no lambdas, no streams, no
 * regular expressions.
 */
final class Hook {
  private static final String CONTINUE = "{\"continue\":true}";

  /** The daemon takes at most 5 s for tool events, unless a longer timeout is configured. */
  private static final long TOOL_LIMIT_MILLIS = 5_500;

  /** Hosts send the event name early; searching further costs more than it saves. */
  private static final int SEARCHED_BYTES = 8_192;

  static final long DEFAULT_LIMIT_MILLIS = 10_000;
  private static final long START_LIMIT_MILLIS = 2_000;

  /** How long a daemon that did not answer an earlier hook may take to show that it is back. */
  private static final long PROBE_LIMIT_MILLIS = 500;

  private final Home home;
  private final String type;
  private final HostProfile host = HostEnvironment.host();
  private final boolean disabled = isOn(System.getenv("DISABLE_OMC"));
  private byte[] payload = {};
  private boolean printed;
  private volatile boolean awaitsAnswer;

  private Hook(Home home, String type) {
    this.home = home;
    this.type = type;
  }

  /** Always exits 0, because hosts take any other code for a decision. */
  static int command(String[] args) {
    String type = args.length > 1 ? args[1] : "";
    new Hook(Home.find(), isName(type) ? type : "").run();
    return Main.OK;
  }

  private void run() {
    long limit = limitMillis();
    giveUpAfter(limit);
    byte[] answer;
    try {
      payload = System.in.readAllBytes();
      if (disabled) {
        reportDisabled();
      } else if (limit <= DEFAULT_LIMIT_MILLIS && isToolEvent()) {
        giveUpAfter(TOOL_LIMIT_MILLIS);
      }
      answer = requestAnswer();
    } catch (Throwable e) { // even out of memory, the host gets an answer
      answer = fallback();
    }
    print(answer);
    new ClientArchive(home).refresh();
  }

  private void giveUpAfter(long millis) {
    Watchdog.start(
        millis,
        new Runnable() {
          @Override
          public void run() {
            print(fallback());
            rememberHang();
            Runtime.getRuntime().halt(Main.OK);
          }
        });
  }

  private boolean isToolEvent() {
    String name = type.isEmpty() ? EventName.first(payload, SEARCHED_BYTES) : type;
    return HostCatalogue.STANDARD.kindOf(host, name).timeLimit() == EventKind.TimeLimit.TOOL;
  }

  private byte[] requestAnswer() throws IOException {
    if (disabled) {
      return CONTINUE.getBytes(StandardCharsets.UTF_8);
    }
    try {
      return hangs() ? fallback() : post();
    } catch (IOException noDaemon) {
      boolean started = needsDaemon() && new Starter(home).start(startLimitMillis()).isEmpty();
      return started ? post() : fallback();
    }
  }

  /** Without a daemon a permission is denied, so it is worth waiting for one to the end. */
  private long startLimitMillis() {
    return isEvent(EventKind.PERMISSION_REQUEST)
        ? Math.max(START_LIMIT_MILLIS, limitMillis())
        : START_LIMIT_MILLIS;
  }

  /** A daemon that hangs costs a host one time limit, and not one for each hook. */
  private void rememberHang() {
    if (awaitsAnswer) {
      try {
        home.hung().toFile().createNewFile();
      } catch (IOException e) {
        // the next hook waits again
      }
    }
  }

  private boolean hangs() throws IOException {
    if (!home.hung().toFile().exists()) {
      return false;
    }
    try (Exchange exchange = Exchange.connect(home.socket(), PROBE_LIMIT_MILLIS)) {
      exchange.get("/healthz");
    } catch (Exchange.Expired e) {
      return true;
    }
    home.hung().toFile().delete();
    return false;
  }

  /** The end of a session starts a daemon only if the session may have something to release. */
  private boolean needsDaemon() throws IOException {
    return !isEvent(EventKind.SESSION_END)
        || new OpenSessions(home).mayContain(JsonText.field(text(), "session_id").orElse(""));
  }

  /** Keeps the session disabled for events that do not come through this client, too. */
  private void reportDisabled() {
    if (isEvent(EventKind.SESSION_START)) {
      try {
        post();
      } catch (IOException noDaemon) {
        return; // a daemon that starts later has no record of this session
      }
    }
  }

  private String text() {
    return new String(payload, StandardCharsets.UTF_8);
  }

  private byte[] post() throws IOException {
    awaitsAnswer = true; // from a daemon that may be too busy even to accept a connection
    try (Exchange exchange = Exchange.connect(home.socket())) {
      exchange.post(type.isEmpty() ? "/v1/hooks" : "/v1/hooks/" + type, headers(), payload);
      byte[] answer = exchange.body().readAllBytes();
      return exchange.status() == 200 && answer.length > 0 ? answer : fallback();
    } finally {
      awaitsAnswer = false;
    }
  }

  /** Lets the host continue, but never grants a permission by mistake. */
  private byte[] fallback() {
    boolean permission = !disabled && isEvent(EventKind.PERMISSION_REQUEST);
    return (permission ? permissionFallback() : CONTINUE).getBytes(StandardCharsets.UTF_8);
  }

  private String permissionFallback() {
    return "ask".equals(System.getenv("SWARMD_PERMISSION_FALLBACK"))
        ? host.permissionQuestion()
        : host.permissionDenial(Launcher.DENIAL);
  }

  private boolean isEvent(EventKind kind) {
    if (HostCatalogue.STANDARD.kindOf(host, type) == kind) {
      return true;
    }
    for (String name : HostCatalogue.STANDARD.eventNames(kind)) {
      if (EventName.isIn(payload, name)) {
        return true;
      }
    }
    return false;
  }

  private synchronized void print(byte[] json) {
    if (!printed) {
      printed = true;
      System.out.write(json, 0, json.length);
      if (json[json.length - 1] != '\n') {
        System.out.write('\n');
      }
      System.out.flush();
    }
  }

  private String headers() {
    return header("Swarm-Host", HostEnvironment.name())
        + header("Swarm-Project-Dir", HostEnvironment.project())
        + header("Swarm-Skip-Hooks", System.getenv("OMC_SKIP_HOOKS"))
        + header("Swarm-Env-File", HostEnvironment.envFile())
        + header(
            "Swarm-Host-Process", isEvent(EventKind.SESSION_START) ? HostEnvironment.process() : "")
        + header("Swarm-Disabled", disabled ? "1" : "")
        + header("Swarm-Account", HostEnvironment.account());
  }

  static String header(String name, String value) {
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
