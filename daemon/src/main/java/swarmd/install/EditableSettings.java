package swarmd.install;

import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import swarmd.hostfile.Comments;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.SettingsPlace;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ObjectValue;
import swarmd.hostfile.Value.Span;

/**
 * The text of a settings file. An edit changes one place and keeps the order, indentation and
 * comments of the rest.
 */
final class EditableSettings {
  private final String text;
  private final boolean comments;
  private final Value root;

  private EditableSettings(String text, boolean comments, Value root) {
    this.text = text;
    this.comments = comments;
    this.root = root;
  }

  /** A blank text is read as an empty object. */
  static EditableSettings parse(String text, boolean comments) throws MalformedJson {
    String json = text.isBlank() ? "{}\n" : text;
    return new EditableSettings(json, comments, JsonReader.read(json, comments));
  }

  /** Refuses a file that cannot be read, so that it is not changed. */
  static EditableSettings of(SettingsPlace place, Optional<SettingsFile> file)
      throws InstallRefused {
    try {
      String text = file.isPresent() ? file.get().text() : "";
      EditableSettings settings = parse(text, place.host().settings().orElseThrow().comments());
      if (!(settings.root instanceof ObjectValue)) {
        throw refused(place, "does not contain a JSON object");
      }
      return settings;
    } catch (MalformedJson e) {
      throw refused(place, "is not valid JSON, " + e.getMessage());
    } catch (CharacterCodingException e) {
      throw refused(place, "is not UTF-8");
    }
  }

  private static InstallRefused refused(SettingsPlace place, String reason) {
    return new InstallRefused(place.file() + " " + reason + "; fix it first; nothing was changed");
  }

  String text() {
    return text;
  }

  Value root() {
    return root;
  }

  Optional<Value> at(List<String> path) {
    Optional<Value> value = Optional.of(root);
    for (String name : path) {
      value = value.flatMap(parent -> parent.get(name));
    }
    return value;
  }

  EditableSettings replace(Value old, Object value) {
    String json =
        isOneLine(old)
            ? JsonStyle.oneLine(value)
            : JsonStyle.of(text).lines(value, indentOfLine(old.start()));
    return with(old.start(), old.end(), json);
  }

  /** Adds a member to an object. */
  EditableSettings add(Value object, String name, Object value) {
    return append(object, JsonStyle.scalar(name) + ": ", value);
  }

  /** Adds an element to an array. */
  EditableSettings add(Value array, Object value) {
    return append(array, "", value);
  }

  private EditableSettings append(Value container, String prefix, Object value) {
    List<Span> children = container.children();
    int close = container.end() - 1;
    int last = children.isEmpty() ? container.start() + 1 : children.get(children.size() - 1).end();
    int stripped = last + text.substring(last, close).stripTrailing().length();
    String comma = children.isEmpty() ? "" : ",";
    String kept = text.substring(last, stripped);
    if (growsInLine(container)) {
      String added = (children.isEmpty() ? "" : " ") + prefix + JsonStyle.oneLine(value);
      return with(last, stripped, comma + kept + added);
    }
    JsonStyle style = JsonStyle.of(text);
    String outer = indentOfLine(container.start());
    String inner =
        children.isEmpty() ? outer + style.unit() : indentOfLine(children.get(0).start());
    String added = style.lineEnd() + inner + prefix + style.lines(value, inner);
    boolean closesOnOwnLine = text.substring(stripped, close).contains("\n");
    return with(
        last,
        closesOnOwnLine ? stripped : close,
        comma + kept + added + (closesOnOwnLine ? "" : style.lineEnd() + outer));
  }

  /** An empty container is laid out like the rest of the file, and an empty file in lines. */
  private boolean growsInLine(Value container) {
    boolean undecided = container.children().isEmpty() && isOneLine(container);
    return undecided ? container.start() != root.start() && isOneLine(root) : isOneLine(container);
  }

  private boolean isOneLine(Value container) {
    List<Span> children = container.children();
    if (children.isEmpty()) {
      return !text.substring(container.start(), container.end()).contains("\n");
    }
    String before = text.substring(container.start(), children.get(0).start());
    String after = text.substring(children.get(children.size() - 1).end(), container.end());
    return !before.contains("\n") && !after.contains("\n");
  }

  /** Removes a child from its container, together with one comma. */
  EditableSettings remove(Value container, int index) {
    int children = container.children().size();
    if (children == 1) {
      return removeOnly(container);
    }
    return index == children - 1 ? removeLast(container) : removeBeforeAnother(container, index);
  }

  private EditableSettings removeOnly(Value container) {
    Span child = container.children().get(0);
    int open = container.start() + 1;
    int close = container.end() - 1;
    String head = text.substring(open, child.start());
    String tail = text.substring(child.end(), close);
    if (head.isBlank() && tail.isBlank()) {
      return with(open, close, "");
    }
    return with(open, child.end(), tail.contains("\n") ? head.stripTrailing() : head);
  }

  private EditableSettings removeLast(Value container) {
    List<Span> children = container.children();
    Span child = children.get(children.size() - 1);
    int comma = Comments.comma(text, children.get(children.size() - 2).end());
    String between = text.substring(comma + 1, child.start());
    boolean closesOnSameLine = !text.substring(child.end(), container.end()).contains("\n");
    boolean commentNeedsLineEnd = closesOnSameLine && between.contains("//");
    return with(comma, child.end(), commentNeedsLineEnd ? between : between.stripTrailing());
  }

  private EditableSettings removeBeforeAnother(Value container, int index) {
    Span child = container.children().get(index);
    int comma = Comments.comma(text, child.end());
    int next = comma + 1;
    while (Character.isWhitespace(text.charAt(next))) {
      next++;
    }
    return with(child.start(), next, text.substring(child.end(), comma));
  }

  private String indentOfLine(int at) {
    int start = text.lastIndexOf('\n', at - 1) + 1;
    int end = start;
    while (end < at && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
      end++;
    }
    return text.substring(start, end);
  }

  /** Parses the text after every change, so that a bug here never damages a file. */
  private EditableSettings with(int start, int end, String replacement) {
    String changed = text.substring(0, start) + replacement + text.substring(end);
    try {
      return new EditableSettings(changed, comments, JsonReader.read(changed, comments));
    } catch (MalformedJson e) {
      throw new IllegalStateException(
          "bug: the edit would produce malformed JSON: " + e.getMessage(), e);
    }
  }
}
