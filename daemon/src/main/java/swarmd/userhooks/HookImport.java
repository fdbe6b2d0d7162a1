package swarmd.userhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.json.Located;
import swarmd.json.Located.NoJson;
import swarmd.userhooks.HookFileBytes.Refused;

/** Turns a host's own hook settings into ours. */
public final class HookImport {
  private static final Pattern OWN_COMMAND =
      Pattern.compile("\\bswarm(?:\\.\\w+|-client\\.jar)?[\"']?\\s+hook\\b");
  private static final Pattern OWN_URL = Pattern.compile("/v1/hooks\\b");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?[A-Za-z_]");
  private static final Pattern GEMINI_VARIABLE =
      Pattern.compile("\\$(\\{?)GEMINI_(PROJECT_DIR|SESSION_ID)\\b");

  /** What narrows or changes a hook there and is unknown here. */
  private static final List<String> UNKNOWN_CONDITIONS = List.of("if", "args", "env", "shell");

  private static final List<String> CARRIED_TEXTS = List.of("name", "statusMessage");
  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

  /** Tools that do the same: Claude Code's name, then Gemini CLI's. */
  private static final List<List<String>> TOOLS =
      List.of(
          List.of("Bash", "run_shell_command"),
          List.of("Write", "write_file"),
          List.of("Edit", "replace"),
          List.of("Read", "read_file"),
          List.of("Glob", "glob"),
          List.of("Grep", "grep_search"),
          List.of("LS", "list_directory"),
          List.of("WebFetch", "web_fetch"),
          List.of("WebSearch", "google_web_search"),
          List.of("TodoWrite", "write_todos"));

  private final Source source;
  private final ObjectNode events = Json.object();
  private final List<String> skipped = new ArrayList<>();
  private int count;

  private HookImport(Source source) {
    this.source = source;
  }

  /** Whose settings they are. */
  public enum Source {
    CLAUDE,
    GEMINI
  }

  /**
   * What came of it.
   *
   * @param json a settings file of ours
   * @param hooks how many hooks are in it
   * @param skipped what is not, and why
   */
  public record Imported(String json, int hooks, List<String> skipped) {}

  public static Imported of(Source source, byte[] settings) throws NoJson {
    HookImport work = new HookImport(source);
    work.read(
        source == Source.GEMINI ? Located.parseWithComments(settings) : Located.parse(settings));
    ObjectNode file = Json.object();
    file.set("hooks", work.events);
    return new Imported(Json.pretty(file) + "\n", work.count, List.copyOf(work.skipped));
  }

  /**
   * A settings file with what was imported added to it; groups that it has already are not added
   * again.
   *
   * @param file empty if there is none yet
   * @throws InvalidInput if it is none
   */
  public static String addedTo(byte[] file, Imported imported) {
    JsonNode old = file.length == 0 ? Json.object() : Json.parse(file);
    if (!(old instanceof ObjectNode settings)
        || !(settings.path("hooks").isMissingNode() || settings.path("hooks").isObject())) {
      throw InvalidInput.because("it is no settings file");
    }
    ObjectNode hooks = settings.withObject("/hooks");
    JsonNode added = Json.parse(imported.json.getBytes(StandardCharsets.UTF_8));
    for (Map.Entry<String, JsonNode> event : added.path("hooks").properties()) {
      if (hooks.hasNonNull(event.getKey()) && !hooks.get(event.getKey()).isArray()) {
        throw InvalidInput.because("'" + event.getKey() + "' is no list");
      }
      ArrayNode groups = hooks.withArray("/" + event.getKey());
      Set<JsonNode> known = new LinkedHashSet<>();
      groups.forEach(known::add);
      event.getValue().forEach(known::add);
      groups.removeAll().addAll(known);
    }
    return Json.pretty(settings) + "\n";
  }

  /**
   * What is in a settings file, a host's or ours.
   *
   * @param project which it must not lead out of; empty for the user's own
   * @throws InvalidInput if it is none that can be read
   */
  public static byte[] read(Path file, Optional<Path> project) throws IOException {
    try {
      return HookFileBytes.read(file, project);
    } catch (Refused e) {
      throw InvalidInput.because(e.getMessage());
    }
  }

  /**
   * Whole or not at all; makes the folder if need be.
   *
   * @param project as when reading: a link in a repository could name the user's own settings,
   *     whose hooks need no trust
   * @throws InvalidInput if it leads out of the project
   */
  public static void write(Path file, Optional<Path> project, String text) throws IOException {
    if (project.isPresent()) {
      requireInside(file, project.get());
    }
    if (Files.exists(file)) {
      Path real = file.toRealPath(); // a link stays one
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(real);
      PrivateFile.replace(real, text);
      Files.setPosixFilePermissions(real, permissions);
    } else {
      Files.createDirectories(file.toAbsolutePath().getParent());
      PrivateFile.replace(file, text);
    }
  }

  private static void requireInside(Path file, Path project) throws IOException {
    Path there = file;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    try {
      HookFileBytes.requireInside(there, project);
    } catch (Refused e) {
      throw InvalidInput.because(e.getMessage());
    }
  }

  private void read(Located root) {
    Map<String, Located> settings = root.fields().orElse(Map.of());
    Map<String, Located> hooks = fieldsOf(settings, "hooks");
    Set<String> disabled = new LinkedHashSet<>();
    Stream.of(hooks, fieldsOf(settings, "hooksConfig"))
        .flatMap(place -> Stream.ofNullable(place.get("disabled")))
        .flatMap(list -> list.items().stream().flatMap(List::stream))
        .forEach(item -> item.text().ifPresent(disabled::add));
    hooks.forEach(
        (event, value) -> {
          List<Located> groups = value.items().orElse(List.of());
          if (!EventKey.isKnown(event)) {
            if (groups.stream().anyMatch(group -> group.fields().isPresent())) {
              skipped.add(event + ": no such event is known");
            }
            return;
          }
          groups.forEach(group -> group(event, group, disabled));
        });
  }

  private static Map<String, Located> fieldsOf(Map<String, Located> object, String name) {
    return Optional.ofNullable(object.get(name)).flatMap(Located::fields).orElse(Map.of());
  }

  private void group(String event, Located at, Set<String> disabled) {
    Map<String, Located> group = at.fields().orElse(Map.of());
    ObjectNode made = Json.object();
    String ours = EventKey.named(event).get(0).name();
    text(group, "name").ifPresent(name -> made.put("name", name));
    matcher(ours, text(group, "matcher").orElse(""))
        .ifPresent(matcher -> made.put("matcher", matcher));
    if (Optional.ofNullable(group.get("sequential")).flatMap(Located::flag).orElse(false)) {
      made.put("sequential", true);
    }
    ArrayNode entries = made.putArray("hooks");
    Optional.ofNullable(group.get("hooks"))
        .flatMap(Located::items)
        .orElse(List.of())
        .forEach(item -> hook(event, item.fields().orElse(Map.of()), disabled, entries));
    if (!entries.isEmpty()) {
      events.withArray("/" + ours).add(made);
      count += entries.size();
    }
  }

  private void hook(
      String event, Map<String, Located> hook, Set<String> disabled, ArrayNode entries) {
    String type = text(hook, "type").orElse("");
    String what =
        text(hook, "command").or(() -> text(hook, "url")).orElse("a hook of type " + type);
    Optional<String> obstacle = obstacle(type, hook, disabled);
    if (obstacle.isPresent()) {
      skipped.add(event + ": " + what + ": " + obstacle.get());
      return;
    }
    ObjectNode made = entries.addObject().put("type", type);
    if (type.equals("command")) {
      made.put("command", GEMINI_VARIABLE.matcher(what).replaceAll("\\$$1$2"));
    } else {
      made.put("url", what);
      Map<String, Located> headers = fieldsOf(hook, "headers");
      if (!headers.isEmpty()) {
        ObjectNode sent = made.putObject("headers");
        headers.forEach((name, value) -> value.text().ifPresent(text -> sent.put(name, text)));
      }
    }
    CARRIED_TEXTS.forEach(name -> text(hook, name).ifPresent(text -> made.put(name, text)));
    Optional.ofNullable(hook.get("timeout"))
        .flatMap(Located::number)
        .flatMap(number -> HookFileReader.decimal(number.toString()))
        .map(this::seconds)
        .ifPresent(seconds -> made.put("timeout", seconds));
  }

  /** Why it cannot be taken over. */
  private static Optional<String> obstacle(
      String type, Map<String, Located> hook, Set<String> disabled) {
    Optional<String> command = text(hook, "command");
    Optional<String> url = text(hook, "url");
    if (Stream.of(command, text(hook, "name"))
        .flatMap(Optional::stream)
        .anyMatch(disabled::contains)) {
      return Optional.of("it is disabled there");
    }
    for (String condition : UNKNOWN_CONDITIONS) {
      if (hook.containsKey(condition)) {
        return Optional.of("'" + condition + "' is not known here");
      }
    }
    if (type.equals("command") && command.isPresent()) {
      return OWN_COMMAND.matcher(command.get()).find()
          ? Optional.of("it is swarmd's own")
          : Optional.empty();
    }
    if (type.equals("http") && url.isPresent()) {
      return httpObstacle(url.get(), fieldsOf(hook, "headers"));
    }
    return Optional.of("only command and http can be taken over");
  }

  private static Optional<String> httpObstacle(String url, Map<String, Located> headers) {
    if (OWN_URL.matcher(url).find()) {
      return Optional.of("it is swarmd's own");
    }
    boolean variables =
        Stream.concat(Stream.of(url), headers.values().stream().flatMap(at -> at.text().stream()))
            .anyMatch(text -> VARIABLE.matcher(text).find());
    return variables ? Optional.of("its variables are not known to the daemon") : Optional.empty();
  }

  /** Gemini CLI counts milliseconds. */
  private BigDecimal seconds(BigDecimal timeout) {
    return source == Source.GEMINI ? timeout.divide(THOUSAND) : timeout;
  }

  /** With the names of both hosts' tools, because the hook is to run for both. */
  private Optional<String> matcher(String event, String text) {
    String theirs = source == Source.CLAUDE ? text.replace(',', '|') : text;
    if (theirs.isBlank() || theirs.equals("*")) {
      return Optional.empty();
    }
    if (!EventKey.named(event).get(0).isAboutTool()
        || !HookMatcher.NAMES.matcher(theirs.strip()).matches()) {
      return Optional.of(theirs);
    }
    Set<String> names = new LinkedHashSet<>();
    boolean known = true;
    for (String name : Arrays.stream(theirs.split("\\|")).map(String::strip).toList()) {
      names.add(name);
      Optional<List<String>> same = TOOLS.stream().filter(list -> list.contains(name)).findFirst();
      same.ifPresent(names::addAll);
      known &= same.isPresent();
    }
    // There a name is searched for: write is found in write_file.
    return Optional.of(
        source == Source.GEMINI && !known ? "(?:" + theirs + ")" : String.join("|", names));
  }

  private static Optional<String> text(Map<String, Located> fields, String name) {
    return Optional.ofNullable(fields.get(name)).flatMap(Located::text);
  }
}
