package swarmd.api;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * The comment behind an item of a check list that tells which task it is: {@code <!-- key: name
 * -->} or {@code <!-- swarm: release, key: name -->}. A value that a comment could not contain as
 * it is stands there as a JSON string.
 *
 * @param swarm empty if the comment names none
 */
record MarkdownName(Optional<String> swarm, String key) {
  private static final Pattern COMMENT =
      Pattern.compile(
          "\\s*<!--\\s*(?:swarm:\\s*(?<swarm>\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s\",]+)\\s*,\\s*)?"
              + "key:\\s*(?<key>(?:(?!-->).)+?)\\s*-->\\s*$");
  private static final Pattern PLAIN_SWARM = Pattern.compile("[\\p{L}\\p{N}_./#:-]*[\\p{L}\\p{N}]");

  /**
   * What an item says.
   *
   * @param title the text before the comment
   */
  record Named(String title, Optional<MarkdownName> name) {}

  static Named read(String item) {
    Matcher found = COMMENT.matcher(item);
    if (!found.find()) {
      return new Named(item.strip(), Optional.empty());
    }
    return new Named(
        item.substring(0, found.start()).strip(),
        Optional.of(
            new MarkdownName(
                Optional.ofNullable(found.group("swarm")).map(MarkdownName::value),
                value(found.group("key")))));
  }

  private static String value(String text) {
    if (text.length() < 2 || !text.startsWith("\"") || !text.endsWith("\"")) {
      return text;
    }
    try {
      return Json.parse(text.getBytes(StandardCharsets.UTF_8)).asText();
    } catch (InvalidInput e) {
      return text; // somebody likes quotation marks
    }
  }

  @Override
  public String toString() {
    String place =
        swarm
            .map(name -> PLAIN_SWARM.matcher(name).matches() ? name : quoted(name))
            .map("swarm: %s, "::formatted)
            .orElse("");
    boolean plain = key.equals(key.strip()) && !key.startsWith("\"") && !key.contains("-->");
    return "<!-- %skey: %s -->".formatted(place, plain ? key : quoted(key));
  }

  private static String quoted(String text) {
    return Json.text(TextNode.valueOf(text)).replace(">", "\\u003e");
  }
}
