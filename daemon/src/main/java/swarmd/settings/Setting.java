package swarmd.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.common.DurationRange;
import swarmd.common.NumberRange;
import swarmd.swarm.ClaimRequest;
import swarmd.usage.Suggestion;

/** All settings. docs/reference/settings.md is generated from this. */
public enum Setting {
  HOME(
      "~/.swarmd",
      Type.PATH,
      "the directory for all files of swarmd; only its owner may have write access"),
  SOCKET("HOME/swarmd.sock", Type.PATH, "the Unix socket; set it if the home's path is too long"),
  PROFILE(
      "workstation",
      Type.LAUNCH,
      "workstation|server",
      "what the daemon is good at: workstation (small, and quick from the first event on) or server"
          + " (more throughput once it is warm, for more memory)"),
  HTTP_PORT("0", 0, 65_535, "the port on 127.0.0.1; 0 reuses the last port, or any free one"),
  LEASE_MS(
      String.valueOf(ClaimRequest.DEFAULT_LEASE.toMillis()),
      ClaimRequest.LEASE,
      "how long a claim lasts unless it is renewed, 100 ms to 24 h"),
  DATABASE(
      "none",
      Type.TEXT,
      "where a team shares its tasks: `postgresql://user@host/database?sslmode=verify-full`; none"
          + " keeps them on this workstation"),
  WORKSTATION(
      "user@host",
      Type.TEXT,
      "what a team sees of this workstation; user@host stands for the real names"),
  FILE_OWNERSHIP(
      "deny",
      "deny|ask|warn|off",
      "an agent that edits a file of another's claimed task, or writes it with a shell command:"
          + " deny, ask, warn or off"),
  WORKTREE_FOLDER(
      "../REPO-worktrees",
      Type.TEXT,
      "where `swarm task claim --worktree` makes worktrees, seen from the repository's main work"
          + " tree; REPO stands for the name of its folder"),
  WORKTREE_LAND(
      "merge",
      "merge|rebase",
      "how `swarm task land` puts a task's branch into the branch that it began from: merge or"
          + " rebase"),
  ORCHESTRATOR(
      "warn",
      "warn|strict|off",
      "a main agent's own edit of a source file while ultrapilot, swarm or pipeline runs: warn,"
          + " strict (deny) or off"),
  NON_INTERACTIVE(
      "warn",
      "warn|set|off",
      "commands that would wait for a person: warn, set (warn, and export CI, PAGER and the like"
          + " before git and package managers) or off"),
  KEYWORDS(
      "on",
      "on|slash|off",
      "orders in prompts that start a mode: on, slash (only `/ralph` and the like) or off"),
  SCRIPTS(
      "refuse",
      "refuse|allow",
      "a process without a terminal, such as a cron job, that does what only a person may (trust"
          + " hooks, accept skills, end or verify modes): refuse, or allow unless an agent started"
          + " it"),
  REQUEST_TIMEOUT_MS("10000", 1, 999_999_999_999L, "how long a client may take to send a request"),
  HOOK_TIMEOUT_MS(
      "10000",
      1_000,
      600_000,
      "how long `swarm hook` waits for an answer; 5.5 s for tool events, unless this is above"
          + " 10000"),
  PERMISSION_FALLBACK(
      "deny",
      "deny|ask",
      "permission requests that the daemon does not answer: deny, or ask (leave them to the"
          + " host)"),
  HOOK_EVENTS_KEPT("20000", 0, 1_000_000, "how many hook events are stored"),
  KEEP_TASKS_DAYS(
      "30", 0, 36_500, "how long the tasks of a complete swarm are kept, in days; 0 is forever"),
  KEEP_EVENTS_DAYS(
      "30",
      0,
      36_500,
      "how long events, except unfinished tasks', and messages are kept, in days; 0 is forever"),
  KEEP_HOOK_EVENTS_DAYS("7", 0, 36_500, "how long hook events are kept, in days; 0 is forever"),
  KEEP_SESSIONS_DAYS(
      "7",
      0,
      36_500,
      "how long silent sessions are kept, and what belongs to them, in days; 0 is forever"),
  HOOKS_ENABLED(
      "true", Type.TEXT, "whether the user's own hooks run; overrides all settings files"),
  HOOKS_TIMEOUT(
      "60",
      Type.TEXT,
      "seconds a user's hook may take unless it sets its own timeout; overrides defaultTimeout"),
  HOOKS_MAX_CONCURRENT(
      "5",
      Type.TEXT,
      "how many of the user's hooks run at once, 1 to 64; overrides maxConcurrentHooks"),
  HOOKS_TIMEOUT_BEHAVIOR(
      "ignore",
      Type.TEXT,
      "ignore (not for permissions), deny or ask; overrides timeoutBehavior of all settings files"),
  HOOKS_FAILURE_BEHAVIOR(
      "ignore",
      Type.TEXT,
      "ignore (not for permissions), deny or ask; overrides failureBehavior of all settings files"),
  CHECKS_AT_ONCE("2", 1, 64, "how many checks run at once; others wait"),
  ULTRAQA(
      "suggest",
      "suggest|auto|off",
      "a test command of an agent that fails, once a session: suggest ultraqa, auto (start it) or"
          + " off"),
  HOOKS_OFF("none", Type.TEXT, "built-in hooks that do not run; names separated by commas"),
  HOOKS_ON(
      "none",
      Type.TEXT,
      "built-in hooks that run although they are off by default; names separated by commas"),
  CONTEXT_TOKENS(
      "0",
      0,
      100_000_000,
      "how many tokens a model's context holds; 0 assumes the host's usual model"),
  LOG_LEVEL("info", "error|warn|info|debug|trace", "error, warn, info, debug or trace");

  /** The form of a value. */
  enum Type {
    TEXT,
    NUMBER,
    MILLISECONDS,
    PATH,
    /** Read by the launcher, before Java runs. */
    LAUNCH
  }

  static final String VARIABLE_PREFIX = "SWARMD_";

  /** Variables that are read before the daemon runs, by launchers and the client. */
  private static final List<String> OTHER_VARIABLES = List.of("SWARMD_JAVA_OPTS", "SWARMD_ARCHIVE");

  private final String defaultValue;
  private final Type type;
  private final long min;
  private final long max;
  private final String choices;
  private final String text;

  Setting(String defaultValue, Type type, String text) {
    this(defaultValue, type, 0, 0, "", text);
  }

  Setting(String defaultValue, String choices, String text) {
    this(defaultValue, Type.TEXT, choices, text);
  }

  Setting(String defaultValue, Type type, String choices, String text) {
    this(defaultValue, type, 0, 0, choices, text);
  }

  Setting(String defaultValue, long min, long max, String text) {
    this(defaultValue, Type.NUMBER, min, max, "", text);
  }

  Setting(String defaultValue, DurationRange range, String text) {
    this(defaultValue, Type.MILLISECONDS, range.min().toMillis(), range.max().toMillis(), "", text);
  }

  Setting(String defaultValue, Type type, long min, long max, String choices, String text) {
    this.defaultValue = defaultValue;
    this.type = type;
    this.min = min;
    this.max = max;
    this.choices = choices;
    this.text = text;
  }

  /** The setting with this name in settings.json, which cannot set what is read before it. */
  static Optional<Setting> inFile(String name) {
    return settingsInFile().filter(setting -> setting.nameInFile().equals(name)).findFirst();
  }

  /** The name that a misspelt one probably means: lease.ms for lease_ms or SWARMD_LEASE_MS. */
  static Optional<String> suggestionFor(String name) {
    String letters = letters(name);
    return settingsInFile()
        .filter(
            setting ->
                letters.equals(letters(setting.nameInFile()))
                    || letters.equals(letters(setting.variable())))
        .map(Setting::nameInFile)
        .findFirst()
        .or(
            () ->
                Suggestion.of(
                    name.replace('_', '.'), settingsInFile().map(Setting::nameInFile).toList()));
  }

  static List<String> variables() {
    return Stream.concat(Arrays.stream(values()).map(Setting::variable), OTHER_VARIABLES.stream())
        .toList();
  }

  static boolean isVariable(String name) {
    return variables().contains(name);
  }

  /** Whether settings.json can set it. */
  public boolean isInFile() {
    return type != Type.PATH && type != Type.LAUNCH;
  }

  private static Stream<Setting> settingsInFile() {
    return Arrays.stream(values()).filter(Setting::isInFile);
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
  }

  public String nameInFile() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** The name as a Java property. */
  public String property() {
    return "swarmd." + nameInFile();
  }

  public String variable() {
    return VARIABLE_PREFIX + name();
  }

  public String defaultValue() {
    return defaultValue;
  }

  /**
   * Checks a number against the setting's limits.
   *
   * @throws swarmd.common.InvalidValue if the number is out of range
   */
  void check(long number) {
    switch (type) {
      case NUMBER -> new NumberRange(variable(), min, max).check(number);
      case MILLISECONDS ->
          new DurationRange(variable(), Duration.ofMillis(min), Duration.ofMillis(max))
              .check(Duration.ofMillis(number));
      case TEXT, PATH, LAUNCH -> {}
    }
  }

  /** The allowed values; empty if any value of the type is allowed. */
  public List<String> choices() {
    return choices.isEmpty() ? List.of() : List.of(choices.split("\\|"));
  }

  boolean isNumber() {
    return type == Type.NUMBER || type == Type.MILLISECONDS;
  }

  /** A one-line description. */
  public String text() {
    return text;
  }
}
