package swarmd.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.swarm.ImportedTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskChange;
import swarmd.swarm.TaskSpec;
import swarmd.text.Cut;

/**
 * A check list: {@code - [ ] title <!-- key: name -->}. Without a key, the title makes one. Text
 * below an item, further to the right, describes it; an item waits for those below it.
 */
final class MarkdownTasks {
  private static final Pattern ITEM =
      Pattern.compile("(\\s*)(?:[-*+]|[0-9]+[.)])\\s+\\[([ xX])\\]\\s+(.*)");
  private static final Pattern FENCE = Pattern.compile("\\s*(`{3,}|~{3,}).*");
  private static final String COMMENT_BEGIN = "<!--";
  private static final String COMMENT_END = "-->";
  private static final int MAX_NAME = 100;

  private final List<Item> items = new ArrayList<>();
  private final Map<String, Integer> names = new HashMap<>();
  private final String swarm;
  private final boolean onlySwarm;

  /** The characters that began the code that the next line is part of; empty outside code. */
  private String fence = "";

  private boolean inComment;

  private static final class Item {
    private final int indent;
    private final boolean finished;
    private final String swarm;
    private final String key;
    private final String title;
    private final List<String> lines = new ArrayList<>();
    private final List<String> below = new ArrayList<>();

    Item(int indent, boolean finished, String swarm, String key, String title) {
      this.indent = indent;
      this.finished = finished;
      this.swarm = swarm;
      this.key = key;
      this.title = title;
    }
  }

  private MarkdownTasks(Optional<String> swarm) {
    this.swarm = swarm.orElse(SwarmId.DEFAULT_NAME);
    onlySwarm = swarm.isPresent();
  }

  /**
   * Reads a list.
   *
   * @param swarm of all tasks; if absent, an item goes into the one that it names
   */
  static List<ImportedTask> read(String text, Optional<String> swarm) {
    MarkdownTasks list = new MarkdownTasks(swarm);
    text.lines().forEach(list::read);
    return list.items.stream().map(MarkdownTasks::task).toList();
  }

  private void read(String line) {
    String words = line.strip();
    if (words.startsWith(">")) {
      describe(line, line.stripLeading().substring(words.startsWith("> ") ? 2 : 1));
    } else if (inComment) {
      inComment = !line.contains(COMMENT_END);
    } else if (isCode(line)) {
      describe(line, words);
    } else {
      Matcher found = ITEM.matcher(line);
      if (found.matches()) {
        add(found.group(1).length(), !found.group(2).isBlank(), found.group(3));
      } else if (!words.startsWith(COMMENT_BEGIN)) {
        describe(line, words);
      }
      inComment = line.lastIndexOf(COMMENT_BEGIN) > line.lastIndexOf(COMMENT_END);
    }
  }

  /** Whether the line is code, or begins or ends some. */
  private boolean isCode(String line) {
    Matcher found = FENCE.matcher(line);
    if (!fence.isEmpty()) {
      if (found.matches()
          && found.group(1).startsWith(fence)
          && line.strip().equals(found.group(1))) {
        fence = "";
      }
      return true;
    }
    if (found.matches()) {
      fence = found.group(1);
    }
    return found.matches();
  }

  /** A line further to the right than an item describes it. */
  private void describe(String line, String words) {
    if (!items.isEmpty() && !line.isBlank()) {
      Item last = items.get(items.size() - 1);
      if (indent(line) > last.indent) {
        last.lines.add(words);
      }
    }
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private void add(int indent, boolean finished, String words) {
    MarkdownName.Named named = MarkdownName.read(words);
    String title = named.title();
    String key = named.name().map(MarkdownName::key).orElseGet(() -> keyOf(title));
    String place =
        named.name().flatMap(MarkdownName::swarm).filter(name -> !onlySwarm).orElse(swarm);
    for (int i = items.size() - 1; i >= 0; i--) {
      if (items.get(i).indent < indent) {
        items.get(i).below.add(key);
        break;
      }
    }
    items.add(new Item(indent, finished, place, key, title));
  }

  /** The same for the same title, whatever is added before it. */
  private String keyOf(String title) {
    String name =
        title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-").replaceAll("^-|-$", "");
    String key = Cut.to(MAX_NAME, name.isEmpty() ? "item" : name);
    int number = names.merge(key, 1, Integer::sum);
    return number == 1 ? key : key + "-" + number;
  }

  private static ImportedTask task(Item item) {
    Optional<String> description =
        Optional.of(String.join("\n", item.lines)).filter(text -> !text.isBlank());
    TaskSpec spec = TaskImport.spec(item.key, item.title).withDescription(description);
    return new ImportedTask(
        TaskImport.newTask(spec, item.swarm, item.below),
        new TaskChange(
            Optional.of(spec.title()),
            Optional.of(description.orElse("")),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        false,
        item.finished);
  }
}
