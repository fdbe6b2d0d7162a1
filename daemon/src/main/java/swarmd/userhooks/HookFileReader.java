package swarmd.userhooks;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import swarmd.files.Glob;
import swarmd.json.Located;
import swarmd.json.Located.NoJson;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;
import swarmd.userhooks.UserHook.Origin;

/** Reads a settings file entry by entry: what is wrong is reported, and the rest works. */
final class HookFileReader {
  static final int MAX_CONCURRENT = 64;

  /** Of one file, which may be full of them. */
  static final int MAX_PROBLEMS = 100;

  private static final BigDecimal MAX_SECONDS = BigDecimal.valueOf(86_400);
  private static final Pattern EVENT_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Pattern CLASS_NAME =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /** What the client says itself. */
  private static final Set<String> RESERVED_HEADERS =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");
  private static final Set<String> DEFAULTS =
      Set.of(
          "enabled", "defaultTimeout", "timeoutBehavior", "failureBehavior", "maxConcurrentHooks");
  private static final Set<String> GROUP_FIELDS =
      Set.of("name", "description", "matcher", "sequential", "order", "hooks");
  private static final Set<String> HOOK_FIELDS =
      Set.of(
          "name",
          "description",
          "type",
          "command",
          "url",
          "headers",
          "class",
          "timeout",
          "statusMessage",
          "timeoutBehavior",
          "failureBehavior");

  private final String path;
  private final List<Problem> problems = new ArrayList<>();

  private HookFileReader(String path) {
    this.path = path;
  }

  static HookFile read(String path, Origin origin, byte[] text) {
    try {
      return new HookFileReader(path).file(origin, Located.parse(text));
    } catch (NoJson e) {
      String reason =
          e.getMessage().contains("maybe a (non-standard) comment")
              ? "comments are not allowed"
              : e.getMessage();
      return HookFile.unusable(
          path, origin, new Problem(path, e.line(), e.column(), "this is no JSON: " + reason));
    }
  }

  private HookFile file(Origin origin, Located root) {
    Map<String, Located> hooks =
        fields(root, "a settings file")
            .flatMap(settings -> Optional.ofNullable(settings.get("hooks")))
            .flatMap(found -> fields(found, "'hooks'"))
            .orElse(Map.of());
    HookDefaults defaults = defaults(hooks);
    List<HookGroup> groups = new ArrayList<>();
    hooks.forEach(
        (name, value) -> {
          if (!DEFAULTS.contains(name)) {
            groups.addAll(groups(name, value));
          }
        });
    return new HookFile(path, origin, true, defaults, List.copyOf(groups), List.copyOf(problems));
  }

  private HookDefaults defaults(Map<String, Located> hooks) {
    return new HookDefaults(
        value(hooks, "enabled", this::flag),
        value(hooks, "defaultTimeout", this::seconds),
        value(hooks, "timeoutBehavior", this::behaviour),
        value(hooks, "failureBehavior", this::behaviour),
        value(hooks, "maxConcurrentHooks", at -> whole(at, 1, MAX_CONCURRENT)));
  }

  private List<HookGroup> groups(String event, Located value) {
    if (!EVENT_NAME.matcher(event).matches()) {
      report(value, "'" + event + "' is no name of an event");
      return List.of();
    }
    Optional<List<Located>> items = value.items();
    if (items.isEmpty()) {
      report(value, "'" + event + "' must be a list of groups, not " + value.kind());
      return List.of();
    }
    if (!EventKey.isKnown(event)) {
      report(value, "no host is known to send '" + event + "'; is it misspelt?");
    }
    return items.get().stream().flatMap(item -> group(event, item).stream()).toList();
  }

  private Optional<HookGroup> group(String event, Located at) {
    Optional<Map<String, Located>> found = fields(at, "a group");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Located> group = found.get();
    reportOthers(group, GROUP_FIELDS);
    try {
      HookMatcher matcher = present(group, "matcher").map(this::matcher).orElse(HookMatcher.ALL);
      List<HookGroup.Entry> entries = entries(at, group);
      return entries.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new HookGroup(
                  event,
                  value(group, "name", this::text),
                  matcher,
                  value(group, "sequential", this::flag).orElse(false),
                  value(group, "order", place -> whole(place, Short.MIN_VALUE, Short.MAX_VALUE))
                      .orElse(0),
                  entries));
    } catch (Wrong e) {
      add(e.problem(path));
      return Optional.empty();
    }
  }

  private List<HookGroup.Entry> entries(Located at, Map<String, Located> group) {
    Located hooks = present(group, "hooks").orElseThrow(() -> new Wrong(at, "'hooks' is missing"));
    List<Located> items =
        hooks
            .items()
            .orElseThrow(() -> new Wrong(hooks, "'hooks' must be a list, not " + hooks.kind()));
    return items.stream().flatMap(item -> entry(item).stream()).toList();
  }

  private Optional<HookGroup.Entry> entry(Located at) {
    try {
      Map<String, Located> hook =
          at.fields().orElseThrow(() -> new Wrong(at, "a hook is an object, not " + at.kind()));
      Action action = action(at, hook);
      reportOthers(hook, HOOK_FIELDS);
      reportRepeated(at);
      return Optional.of(
          new HookGroup.Entry(
              value(hook, "name", this::text),
              action,
              value(hook, "timeout", this::seconds),
              value(hook, "timeoutBehavior", this::behaviour),
              value(hook, "failureBehavior", this::behaviour),
              value(hook, "statusMessage", this::text)));
    } catch (Wrong e) {
      add(e.problem(path));
      return Optional.empty();
    }
  }

  private Action action(Located at, Map<String, Located> hook) {
    String type =
        present(hook, "type")
            .map(place -> text(place, "type"))
            .orElseThrow(() -> missing(at, "type"));
    return switch (type) {
      case "command" -> new Action.Command(required(at, hook, "command"));
      case "http" -> new Action.Http(url(at, hook), headers(hook));
      case "java" -> new Action.Plugin(className(at, hook));
      default ->
          throw new Wrong(
              hook.get("type"), "'type' must be command, http or java, not \"" + type + "\"");
    };
  }

  private String required(Located at, Map<String, Located> hook, String field) {
    Located place = present(hook, field).orElseThrow(() -> missing(at, field));
    String text = text(place, field);
    if (text.isBlank()) {
      throw new Wrong(place, "'" + field + "' must not be blank");
    }
    if (text.indexOf('\0') >= 0) {
      throw new Wrong(place, "'" + field + "' must not contain a zero");
    }
    return text;
  }

  private URI url(Located at, Map<String, Located> hook) {
    String text = required(at, hook, "url");
    try {
      URI url = new URI(text);
      if (("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
          && url.getHost() != null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // as wrong as one of another kind
    }
    throw new Wrong(hook.get("url"), "'url' must be an http or https address, not " + text);
  }

  private Map<String, String> headers(Map<String, Located> hook) {
    Optional<Located> place = present(hook, "headers");
    if (place.isEmpty()) {
      return Map.of();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    place
        .get()
        .fields()
        .orElseThrow(() -> new Wrong(place.get(), "'headers' must be an object"))
        .forEach(
            (name, value) -> {
              String text = text(value, name);
              if (!HEADER_NAME.matcher(name).matches()
                  || RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))
                  || !HEADER_VALUE.matcher(text).matches()) {
                throw new Wrong(value, "'" + name + "' is no header that can be sent");
              }
              headers.put(name, text);
            });
    return Map.copyOf(headers);
  }

  private String className(Located at, Map<String, Located> hook) {
    String name = required(at, hook, "class");
    if (!CLASS_NAME.matcher(name).matches()) {
      throw new Wrong(hook.get("class"), "'" + name + "' is no name of a class");
    }
    return name;
  }

  private HookMatcher matcher(Located at) {
    Optional<Map<String, Located>> parts = at.fields();
    if (parts.isPresent()) {
      reportRepeated(at);
      return parts(parts.get());
    }
    String text =
        at.text()
            .orElseThrow(
                () -> new Wrong(at, "'matcher' must be a string or an object, not " + at.kind()));
    try {
      return HookMatcher.of(text);
    } catch (PatternSyntaxException e) {
      throw noRegex(at, text, e);
    }
  }

  private HookMatcher parts(Map<String, Located> fields) {
    reportOthers(fields, Set.of("tools", "paths", "commands"));
    Optional<HookMatcher.Tools> tools = part(fields, "tools", this::tools);
    Optional<HookMatcher.Paths> paths = part(fields, "paths", this::paths);
    Optional<HookMatcher.Commands> commands = part(fields, "commands", this::commands);
    return tools.isEmpty() && paths.isEmpty() && commands.isEmpty()
        ? HookMatcher.ALL
        : new HookMatcher.Parts(tools, paths, commands);
  }

  /** An empty part is none. */
  private <T> Optional<T> part(
      Map<String, Located> fields, String name, Function<Located, T> reading) {
    return present(fields, name).filter(at -> !text(at, name).isEmpty()).map(reading);
  }

  private HookMatcher.Tools tools(Located at) {
    HookMatcher.Tools tools = HookMatcher.Tools.of(text(at));
    if (tools.pattern().isEmpty()) {
      report(at, "'tools' is no regular expression; only tools of exactly this name match");
    }
    return tools;
  }

  private HookMatcher.Paths paths(Located at) {
    String text = text(at);
    return new HookMatcher.Paths(
        text, Glob.inAnyFolder(text).orElseThrow(() -> new Wrong(at, "'" + text + "' is no glob")));
  }

  private HookMatcher.Commands commands(Located at) {
    try {
      return HookMatcher.Commands.of(text(at));
    } catch (PatternSyntaxException e) {
      throw noRegex(at, text(at), e);
    }
  }

  private static Wrong noRegex(Located at, String text, PatternSyntaxException e) {
    return new Wrong(at, "'%s' is no regular expression: %s".formatted(text, e.getDescription()));
  }

  private Optional<Map<String, Located>> fields(Located at, String what) {
    Optional<Map<String, Located>> fields = at.fields();
    if (fields.isEmpty()) {
      report(at, what + " must be an object, not " + at.kind());
    }
    reportRepeated(at);
    return fields;
  }

  private static Optional<Located> present(Map<String, Located> fields, String name) {
    return Optional.ofNullable(fields.get(name)).filter(at -> !at.isNull());
  }

  /** What is wrong is reported and counts as absent. */
  private <T> Optional<T> value(
      Map<String, Located> fields, String name, Function<Located, T> reading) {
    try {
      return present(fields, name).map(reading);
    } catch (Wrong e) {
      add(new Wrong(e.at, "'" + name + "' " + e.getMessage()).problem(path));
      return Optional.empty();
    }
  }

  private String text(Located at) {
    return at.text().orElseThrow(() -> new Wrong(at, "must be a string, not " + at.kind()));
  }

  private static String text(Located at, String name) {
    return at.text()
        .orElseThrow(() -> new Wrong(at, "'" + name + "' must be a string, not " + at.kind()));
  }

  private boolean flag(Located at) {
    return at.flag().orElseThrow(() -> new Wrong(at, "must be true or false, not " + at.kind()));
  }

  private int whole(Located at, int min, int max) {
    return at.number()
        .flatMap(number -> decimal(number.toString()))
        .filter(number -> number.stripTrailingZeros().scale() <= 0)
        .filter(number -> number.compareTo(BigDecimal.valueOf(min)) >= 0)
        .filter(number -> number.compareTo(BigDecimal.valueOf(max)) <= 0)
        .map(BigDecimal::intValue)
        .orElseThrow(
            () ->
                new Wrong(
                    at,
                    "must be a whole number from %d to %d, not %s".formatted(min, max, at.kind())));
  }

  private Duration seconds(Located at) {
    return at.number()
        .flatMap(number -> seconds(number.toString()))
        .orElseThrow(
            () ->
                new Wrong(
                    at,
                    "must be a number of seconds up to %s, not %s"
                        .formatted(MAX_SECONDS, at.kind())));
  }

  /** More than none and at most a day; to the millisecond. */
  static Optional<Duration> seconds(String text) {
    return decimal(text)
        .filter(seconds -> seconds.signum() > 0 && seconds.compareTo(MAX_SECONDS) <= 0)
        .map(seconds -> Math.max(1, seconds.movePointRight(3).longValue()))
        .map(Duration::ofMillis);
  }

  static Optional<BigDecimal> decimal(String text) {
    try {
      return Optional.of(new BigDecimal(text));
    } catch (NumberFormatException e) { // such as Infinity
      return Optional.empty();
    }
  }

  private Behaviour behaviour(Located at) {
    return at.text()
        .flatMap(HookFileReader::behaviour)
        .orElseThrow(() -> new Wrong(at, "must be ignore, deny or ask, not " + at.kind()));
  }

  static Optional<Behaviour> behaviour(String text) {
    return Arrays.stream(Behaviour.values())
        .filter(behaviour -> behaviour.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst();
  }

  /** They are most likely misspelt, or another host's. */
  private void reportOthers(Map<String, Located> fields, Set<String> known) {
    fields.forEach(
        (name, at) -> {
          if (!known.contains(name)) {
            report(
                at,
                "'%s' is not known and has no effect; known are %s"
                    .formatted(name, known.stream().sorted().collect(Collectors.joining(", "))));
          }
        });
  }

  /** A guard that is written first and overwritten further down would be missed by nobody. */
  private void reportRepeated(Located at) {
    at.fields()
        .ifPresent(
            fields ->
                at.repeated()
                    .forEach(
                        name ->
                            report(
                                fields.get(name),
                                "'" + name + "' is there more than once; only this one counts")));
  }

  private void report(Located at, String reason) {
    add(new Wrong(at, reason).problem(path));
  }

  private void add(Problem problem) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(problem);
    } else if (problems.size() == MAX_PROBLEMS) {
      problems.add(Problem.ofFile(path, "there is more that is wrong"));
    }
  }

  private static Wrong missing(Located at, String field) {
    return new Wrong(at, "'" + field + "' is missing");
  }

  /** An entry that cannot be used. */
  private static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial")
    private final Located at;

    Wrong(Located at, String reason) {
      super(reason, null, false, false);
      this.at = at;
    }

    Problem problem(String path) {
      return new Problem(path, at.line(), at.column(), getMessage());
    }
  }
}
