package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.swarm.ImportedTask;
import swarmd.swarm.ImportedTask.Needed;
import swarmd.swarm.NewTask;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskChange;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskStatus;
import swarmd.text.Cut;

/** Reads tasks of other tools, and those that {@link TaskExport} has written. */
public final class TaskImport {
  private static final Pattern GITHUB_ISSUE =
      Pattern.compile("https://[^/]+/([^/]+/[^/]+)/(?:issues|pull)/([0-9]+)");
  private static final List<String> PRD_LISTS = List.of("userStories", "user_stories", "stories");

  private TaskImport() {}

  /** Where tasks come from. */
  public enum Format {
    MARKDOWN,
    GITHUB,
    BEADS,
    PRD,
    JSONL;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Reads tasks.
   *
   * @param format found out if absent
   * @param swarm of all tasks; if absent, an exported task goes into its own, others into the usual
   *     one
   * @param source names the file in messages
   */
  public static Outcome<List<ImportedTask>> parse(
      String text, Optional<Format> format, Optional<String> swarm, String source) {
    try {
      return Outcome.ok(read(text, format.orElseGet(() -> formatOf(text)), swarm));
    } catch (InvalidInput e) {
      return Outcome.refused(ErrorCode.INVALID_REQUEST, e.messageAbout(source));
    } catch (InvalidValue e) {
      return Outcome.refused(ErrorCode.INVALID_REQUEST, source + ": " + e.getMessage());
    }
  }

  private static Format formatOf(String text) {
    String start = text.stripLeading();
    if (start.startsWith("[") && !start.matches("(?s)\\[[ xX]\\].*")) {
      return Format.GITHUB;
    }
    if (!start.startsWith("{")) {
      return Format.MARKDOWN;
    }
    String first = start.lines().findFirst().orElse("");
    if (PRD_LISTS.stream().anyMatch(name -> start.contains("\"" + name + "\""))) {
      return Format.PRD;
    }
    return first.contains("\"issue_type\"") ? Format.BEADS : Format.JSONL;
  }

  private static List<ImportedTask> read(String text, Format format, Optional<String> named) {
    String swarm = named.orElse(SwarmId.DEFAULT_NAME);
    List<ImportedTask> tasks =
        switch (format) {
          case MARKDOWN -> MarkdownTasks.read(text, named);
          case GITHUB ->
              elements(parse(text), "a list of issues")
                  .map(each -> each.read(issue -> issue(issue, swarm)))
                  .toList();
          case BEADS ->
              lines(text)
                  .map(each -> each.read(bead -> bead(bead, swarm)))
                  .flatMap(Optional::stream)
                  .toList();
          case PRD ->
              stories(parse(text)).map(each -> each.read(story -> story(story, swarm))).toList();
          case JSONL -> lines(text).map(each -> each.read(task -> exported(task, named))).toList();
        };
    if (tasks.isEmpty()) {
      throw InvalidInput.because("it has no tasks");
    }
    return tasks;
  }

  private static JsonNode parse(String text) {
    return Json.parseUnique(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A task as another tool has written it.
   *
   * @param place where it is in the file: "line 3"
   */
  private record Foreign(String place, JsonNode task) {
    <T> T read(Function<JsonNode, T> reader) {
      try {
        return reader.apply(task);
      } catch (InvalidInput | InvalidValue e) {
        throw InvalidInput.because(place + ": " + e.getMessage());
      }
    }
  }

  private static Stream<Foreign> lines(String text) {
    List<Foreign> lines = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (!line.isBlank()) {
        try {
          lines.add(new Foreign("line " + number, parse(line)));
        } catch (InvalidInput e) {
          throw InvalidInput.because(
              "line %d is not valid JSON, or has a name twice".formatted(number));
        }
      }
    }
    return lines.stream();
  }

  private static Stream<Foreign> elements(JsonNode list, String what) {
    if (!list.isArray()) {
      throw InvalidInput.because("it must be " + what);
    }
    return IntStream.range(0, list.size())
        .mapToObj(i -> new Foreign("element %d of the list".formatted(i + 1), list.get(i)));
  }

  /** As {@code gh issue list --json number,title,body,labels,state,url} prints it. */
  private static ImportedTask issue(JsonNode issue, String swarm) {
    Matcher place = GITHUB_ISSUE.matcher(text(issue, "url").orElse(""));
    String key =
        place.matches()
            ? place.group(1) + "#" + place.group(2)
            : "#" + text(issue, "number").orElseThrow(() -> missing("number"));
    return imported(
        spec(key, title(issue)).withDescription(text(issue, "body")).withTags(labels(issue)),
        swarm,
        Optional.empty(),
        text(issue, "state").filter(state -> state.equalsIgnoreCase("closed")).isPresent());
  }

  /** As {@code bd export} prints it, one issue per line. */
  private static Optional<ImportedTask> bead(JsonNode bead, String swarm) {
    String status = text(bead, "status").orElse("open");
    if (status.equals("tombstone")) {
      return Optional.empty();
    }
    String description =
        Stream.of("description", "design", "acceptance_criteria", "notes")
            .flatMap(name -> text(bead, name).stream())
            .collect(Collectors.joining("\n\n"));
    List<String> dependsOn = new ArrayList<>();
    bead.path("dependencies")
        .forEach(
            dependency -> {
              if (text(dependency, "type").orElse("blocks").equals("blocks")) {
                text(dependency, "depends_on_id").ifPresent(dependsOn::add);
              }
            });
    return Optional.of(
        imported(
            spec(text(bead, "id").orElseThrow(() -> missing("id")), title(bead))
                .withDescription(present(description))
                .withPriority(number(bead, "priority"))
                .withTags(labels(bead)),
            swarm,
            Optional.of(dependsOn),
            status.equals("closed")));
  }

  private static Stream<Foreign> stories(JsonNode prd) {
    JsonNode list =
        PRD_LISTS.stream()
            .map(prd::path)
            .filter(JsonNode::isArray)
            .findFirst()
            .orElseThrow(() -> InvalidInput.because("it has no list \"userStories\""));
    return elements(list, "a list of stories");
  }

  private static ImportedTask story(JsonNode story, String swarm) {
    String title =
        text(story, "title")
            .or(() -> text(story, "description"))
            .orElseThrow(() -> missing("title"));
    List<String> lines = new ArrayList<>();
    text(story, "description").ifPresent(lines::add);
    story.path("acceptanceCriteria").forEach(criterion -> lines.add("- " + criterion.asText()));
    return imported(
        spec(text(story, "id").orElseThrow(() -> missing("id")), title)
            .withDescription(present(String.join("\n", lines)))
            .withPriority(number(story, "priority")),
        swarm,
        Optional.empty(),
        story.path("passes").booleanValue() || story.path("passed").booleanValue());
  }

  /** A line of an export, whose dependencies are keys; one in another swarm names it. */
  private static ImportedTask exported(JsonNode task, Optional<String> named) {
    String swarm = named.or(() -> text(task, "swarm")).orElse(SwarmId.DEFAULT_NAME);
    List<Needed> needed = new ArrayList<>();
    task.path("depends_on").forEach(each -> needed.add(needed(each, swarm, named)));
    TaskSpec spec =
        spec(text(task, "key").orElseThrow(() -> missing("key")), title(task))
            .withDescription(text(task, "description"))
            .withPriority(number(task, "priority"))
            .withWave(number(task, "wave"))
            .withFiles(texts(task.path("files")))
            .withTags(texts(task.path("tags")))
            .withChecks(texts(task.path("checks")))
            .withNotBefore(task.path("not_before").asLong(0))
            .withRetryWait(Duration.ofMillis(task.path("retry_ms").asLong(0)))
            .withMaxAttempts(task.path("max_attempts").asInt(TaskSpec.DEFAULT_MAX_ATTEMPTS));
    boolean finished =
        text(task, "status").flatMap(TaskStatus::of).filter(TaskStatus::settled).isPresent();
    return new ImportedTask(
        newTask(spec, swarm, List.of()),
        new TaskChange(
            Optional.of(spec.title()),
            Optional.of(spec.description().orElse("")),
            Optional.of(spec.priority()),
            Optional.of(spec.wave()),
            Optional.empty(),
            Optional.of(spec.files()),
            Optional.of(spec.tags()),
            Optional.empty(),
            Optional.of(spec.notBefore()),
            Optional.of(spec.retryWait())),
        Optional.of(needed),
        finished);
  }

  /** If all tasks go into one swarm, so do those that they depend on. */
  private static Needed needed(JsonNode dependency, String swarm, Optional<String> named) {
    return dependency.isObject()
        ? new Needed(
            named.or(() -> text(dependency, "swarm")).orElse(swarm),
            text(dependency, "key").orElseThrow(() -> missing("key")))
        : new Needed(swarm, dependency.asText());
  }

  /** A known task gets the title, the description, the priority and the tags. */
  static ImportedTask imported(
      TaskSpec spec, String swarm, Optional<List<String>> dependsOn, boolean finished) {
    return new ImportedTask(
        newTask(spec, swarm, dependsOn.orElse(List.of())),
        new TaskChange(
            Optional.of(spec.title()),
            Optional.of(spec.description().orElse("")),
            Optional.of(spec.priority()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(spec.tags()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        dependsOn.isPresent(),
        finished);
  }

  static NewTask newTask(TaskSpec spec, String swarm, List<String> dependsOn) {
    return new NewTask(
        swarm, spec, dependsOn.stream().distinct().<Dependency>map(Dependency.ByKey::new).toList());
  }

  static TaskSpec spec(String key, String title) {
    return TaskSpec.titled(Cut.to(TaskSpec.TITLE.max(), title)).withKey(Optional.of(key));
  }

  private static List<String> labels(JsonNode issue) {
    List<String> labels = new ArrayList<>();
    for (JsonNode label : issue.path("labels")) {
      String name = label.isObject() ? label.path("name").asText() : label.asText();
      String tag = name.replace(',', ' ').strip();
      if (!tag.isEmpty()) {
        labels.add(Cut.to(TaskSpec.TAG.max(), tag));
      }
    }
    return labels;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  private static String title(JsonNode node) {
    return text(node, "title").orElseThrow(() -> missing("title"));
  }

  private static int number(JsonNode node, String name) {
    return node.path(name).asInt(0);
  }

  private static Optional<String> text(JsonNode node, String name) {
    return Optional.of(node.path(name))
        .filter(value -> value.isTextual() || value.isNumber())
        .flatMap(value -> present(value.asText()));
  }

  private static Optional<String> present(String text) {
    return Optional.of(text).filter(value -> !value.isBlank());
  }

  private static RuntimeException missing(String field) {
    return InvalidInput.because("the task has no '" + field + "'");
  }
}
