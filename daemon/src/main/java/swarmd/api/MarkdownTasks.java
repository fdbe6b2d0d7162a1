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
  private static final Pattern KEY = Pattern.compile("\\s*<!--\\s*key:\\s*(.+?)\\s*-->\\s*$");
  private static final int MAX_NAME = 100;

  private final List<Item> items = new ArrayList<>();
  private final Map<String, Integer> names = new HashMap<>();

  private static final class Item {
    private final int indent;
    private final boolean finished;
    private final String key;
    private final String title;
    private final List<String> lines = new ArrayList<>();
    private final List<String> below = new ArrayList<>();

    Item(int indent, boolean finished, String key, String title) {
      this.indent = indent;
      this.finished = finished;
      this.key = key;
      this.title = title;
    }
  }

  private MarkdownTasks() {}

  static List<ImportedTask> read(String text, String swarm) {
    MarkdownTasks list = new MarkdownTasks();
    text.lines().forEach(list::read);
    return list.items.stream().map(item -> task(item, swarm)).toList();
  }

  private void read(String line) {
    Matcher found = ITEM.matcher(line);
    if (found.matches()) {
      add(found.group(1).length(), !found.group(2).isBlank(), found.group(3));
    } else if (!items.isEmpty() && !line.isBlank()) {
      Item last = items.get(items.size() - 1);
      if (indent(line) > last.indent) {
        String words = line.strip();
        last.lines.add(
            words.startsWith("> ") ? words.substring(2) : words.equals(">") ? "" : words);
      }
    }
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private void add(int indent, boolean finished, String words) {
    Matcher named = KEY.matcher(words);
    boolean hasKey = named.find();
    String title = (hasKey ? words.substring(0, named.start()) : words).strip();
    String key = hasKey ? named.group(1) : keyOf(title);
    for (int i = items.size() - 1; i >= 0; i--) {
      if (items.get(i).indent < indent) {
        items.get(i).below.add(key);
        break;
      }
    }
    items.add(new Item(indent, finished, key, title));
  }

  /** The same for the same title, whatever is added before it. */
  private String keyOf(String title) {
    String name =
        title.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-").replaceAll("^-|-$", "");
    String key = Cut.to(MAX_NAME, name.isEmpty() ? "item" : name);
    int number = names.merge(key, 1, Integer::sum);
    return number == 1 ? key : key + "-" + number;
  }

  private static ImportedTask task(Item item, String swarm) {
    Optional<String> description =
        Optional.of(String.join("\n", item.lines)).filter(text -> !text.isBlank());
    TaskSpec spec = TaskImport.spec(item.key, item.title).withDescription(description);
    return new ImportedTask(
        TaskImport.newTask(spec, swarm, item.below),
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
