package swarmd.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import swarmd.common.InvalidValue;
import swarmd.home.Home;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.usage.UsageProblem;

/**
 * The value of each setting, and where it came from: property, environment, settings.json, default.
 */
public final class Settings {
  /** The keys at the top of a settings file. */
  private static final List<String> PARTS =
      List.of("settings", "permissions", "hooks", "checks", "project");

  private static final String FILE = "settings.json";

  private static final Pattern DATABASE =
      Pattern.compile("postgres(ql)?://[^\\s/?]+/[^\\s/?]+(\\?\\S*)?");
  private static final Pattern PASSWORD =
      Pattern.compile(
          "(?<=^[a-z]{1,20}://[^:@/]{0,200}:)[^@/]*(?=@)|(?<=[?&](ssl)?password=)[^&]*");

  private final Home home;
  private final Permissions permissions;
  private final Path userHome;
  private final UnaryOperator<String> environment;
  private final Map<Setting, Value> values = new EnumMap<>(Setting.class);
  private final List<String> ignored = new ArrayList<>();

  private Settings(Home home, Permissions permissions, UnaryOperator<String> environment) {
    this.home = home;
    this.permissions = permissions;
    this.environment = environment;
    userHome = Path.of(Home.user(environment.apply("HOME")));
  }

  /** Loads the settings of this process. */
  public static Settings load(Home home) {
    return load(home, System::getProperty, System::getenv);
  }

  /** Throws {@link InvalidSettings} if a value is invalid. */
  public static Settings load(
      Home home, UnaryOperator<String> properties, UnaryOperator<String> environment) {
    JsonNode file = readFile(home);
    Settings settings = new Settings(home, Permissions.in(file), environment);
    for (Setting setting : Setting.values()) {
      Value value = find(setting, file, properties, environment);
      check(setting, value.text, value.source);
      settings.values.put(setting, value);
    }
    settings.ignored.addAll(unknownKeys("settings.json", file));
    settings.collectIgnored(file.path("settings"));
    return settings;
  }

  /**
   * What a settings file has besides the parts that swarmd reads, of which each reports its own
   * unknown entries.
   *
   * @param name of the file, for messages
   */
  public static List<String> unknownKeys(String name, JsonNode file) {
    List<String> unknown = new ArrayList<>();
    file.fieldNames()
        .forEachRemaining(
            key -> {
              if (!PARTS.contains(key)) {
                unknown.add("unknown key \"%s\" in %s%s".formatted(key, name, hintForKey(key)));
              }
            });
    return unknown;
  }

  /** A setting may stand outside of "settings", where it has no effect. */
  private static String hintForKey(String key) {
    return Setting.inFile(key)
        .map(setting -> "; put it into \"settings\": {\"%s\": …}".formatted(key))
        .or(() -> UsageProblem.suggested(key, PARTS))
        .orElse("; known keys: " + String.join(", ", PARTS));
  }

  /** The names in a list that are unknown, each with the most likely one. */
  public List<String> unknownNames(Setting setting, Set<String> known) {
    return names(setting).stream()
        .filter(name -> !known.contains(name))
        .sorted()
        .map(
            name ->
                "%s names an unknown hook '%s'%s"
                    .formatted(
                        setting.variable(),
                        name,
                        UsageProblem.suggested(name, known).orElse("; see: swarm hooks list")))
        .toList();
  }

  /** The names in a setting that is a list, separated by commas. */
  public Set<String> names(Setting setting) {
    return Arrays.stream(text(setting).split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.equals(setting.defaultValue()))
        .collect(Collectors.toSet());
  }

  /** Messages about variables that look like settings, but are none. */
  public static List<String> unknownVariables(Set<String> names) {
    return names.stream()
        .filter(name -> name.startsWith(Setting.VARIABLE_PREFIX) && !Setting.isVariable(name))
        .sorted()
        .map(
            name ->
                "unknown variable %s%s"
                    .formatted(
                        name,
                        UsageProblem.suggested(name, Setting.variables())
                            .orElse("; see: swarm settings")))
        .toList();
  }

  /** Unknown entries are reported but not refused, because a newer swarmd may have written them. */
  private void collectIgnored(JsonNode inFile) {
    if (!inFile.isObject() && !inFile.isMissingNode()) {
      ignored.add("\"settings\" in settings.json must be an object");
    }
    for (var field : inFile.properties()) {
      String name = field.getKey();
      if (Setting.inFile(name).isEmpty()) {
        String hint =
            Setting.suggestionFor(name)
                .map(suggestion -> "; did you mean \"%s\"?".formatted(suggestion))
                .orElse("; see: swarm settings");
        ignored.add("unknown setting \"%s\" in settings.json%s".formatted(name, hint));
      } else if (!field.getValue().isValueNode()) {
        ignored.add("\"%s\" in settings.json must be a string or a number".formatted(name));
      }
    }
  }

  private static Value find(
      Setting setting,
      JsonNode file,
      UnaryOperator<String> properties,
      UnaryOperator<String> environment) {
    String property = properties.apply(setting.property());
    if (property != null && !property.isEmpty()) {
      return new Value(property, "property " + setting.property());
    }
    String variable = environment.apply(setting.variable());
    if (variable != null && !variable.isEmpty()) {
      return new Value(variable, "environment " + setting.variable());
    }
    JsonNode stored = file.path("settings").path(setting.nameInFile());
    if (stored.isValueNode() && !stored.isNull()) {
      return new Value(stored.asText(), FILE);
    }
    return new Value(setting.defaultValue(), "default");
  }

  private static JsonNode readFile(Home home) {
    try {
      byte[] file =
          Files.exists(home.settings()) ? Files.readAllBytes(home.settings()) : new byte[0];
      return new String(file, StandardCharsets.UTF_8).isBlank()
          ? JsonNodeFactory.instance.objectNode() // does not wait until Json is loaded
          : Json.parse(file);
    } catch (InvalidInput e) {
      throw new InvalidSettings(
          e.messageAbout(home.settings().toString()) + "; fix or remove the file");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Throws {@link InvalidSettings} if the value is invalid. */
  public static void check(Setting setting, String text, String source) {
    if (!setting.choices().isEmpty() && !setting.choices().contains(text)) {
      throw new InvalidSettings(
          "%s must be one of %s, not '%s' (%s)%s"
              .formatted(
                  setting.variable(),
                  String.join(", ", setting.choices()),
                  text,
                  source,
                  UsageProblem.suggested(text, setting.choices()).orElse("")));
    }
    if (setting == Setting.DATABASE && !text.equals(setting.defaultValue())) {
      checkDatabase(text, source);
    }
    if (!setting.isNumber()) {
      return;
    }
    if (!text.matches("-?\\d{1,18}")) {
      throw new InvalidSettings(
          "%s must be a number, not '%s' (%s)".formatted(setting.variable(), text, source));
    }
    try {
      setting.check(Long.parseLong(text));
    } catch (InvalidValue e) {
      throw new InvalidSettings("%s %s (%s)".formatted(setting.variable(), e.problem(), source));
    }
  }

  private static void checkDatabase(String text, String source) {
    Optional<String> problem =
        source.equals(FILE) ? databaseProblem(text) : databaseFormProblem(text);
    if (problem.isPresent()) {
      throw new InvalidSettings(
          "%s %s (%s)".formatted(Setting.DATABASE.variable(), problem.get(), source));
    }
  }

  /** Why this cannot be the stored address of a team's database: a password is kept elsewhere. */
  public static Optional<String> databaseProblem(String text) {
    return databaseFormProblem(text)
        .or(
            () ->
                PASSWORD.matcher(text).find()
                    ? Optional.of(
                        "must not contain a password; put that into ~/.pgpass, or into PGPASSWORD"
                            + " in the daemon's environment")
                    : Optional.empty());
  }

  /** Does not quote the text, which may have a password. */
  private static Optional<String> databaseFormProblem(String text) {
    return DATABASE.matcher(text).matches()
        ? Optional.empty()
        : Optional.of("must look like postgresql://user@host/database");
  }

  /** A variable of the daemon's environment that is not a setting of swarmd's. */
  public String variable(String name) {
    return environment.apply(name);
  }

  /** Whether the tasks are shared with a team. */
  public boolean isShared() {
    return !text(Setting.DATABASE).equals(Setting.DATABASE.defaultValue());
  }

  /** The value as it may be shown, without passwords. */
  public String shown(Setting setting) {
    return setting == Setting.DATABASE
        ? PASSWORD.matcher(text(setting)).replaceAll("***")
        : text(setting);
  }

  public String text(Setting setting) {
    return switch (setting) {
      case HOME -> home.directory().toString();
      case SOCKET -> home.socket().toString();
      default -> values.get(setting).text;
    };
  }

  public long number(Setting setting) {
    return Long.parseLong(text(setting));
  }

  public Duration duration(Setting setting) {
    return Duration.ofMillis(number(setting));
  }

  public String source(Setting setting) {
    return values.get(setting).source;
  }

  /** One message for each entry of settings.json that has no effect. */
  public List<String> ignored() {
    return List.copyOf(ignored);
  }

  /** The commands that the user lets agents run. */
  public Permissions permissions() {
    return permissions;
  }

  /** The user's home directory, which contains the hosts' files. */
  public Path userHome() {
    return userHome;
  }

  /** Whether the setting has its default value because it is not set. */
  public boolean isDefault(Setting setting) {
    return source(setting).equals("default");
  }

  /** Whether settings.json sets it, and nothing that counts more. */
  public boolean isFromFile(Setting setting) {
    return source(setting).equals(FILE);
  }

  public Home home() {
    return home;
  }

  private record Value(String text, String source) {}

  /** A setting has an invalid value; the message names both and the source. */
  public static final class InvalidSettings extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvalidSettings(String message) {
      super(message);
    }
  }
}
