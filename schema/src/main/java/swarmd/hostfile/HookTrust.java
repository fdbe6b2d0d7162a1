package swarmd.hostfile;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Codex keeps about hooks that the person has trusted: a hash of each, in the user's
 * config.toml. A hook that has changed since is not run. Measured with 0.166.0.
 */
public final class HookTrust {
  /** The file beside the user's hooks. */
  public static final String FILE_NAME = "config.toml";

  private static final String TABLE = "hooks.state";
  private static final Pattern HEADER =
      Pattern.compile(
          "\\s*\\[\\s*hooks\\s*\\.\\s*state\\s*\\.\\s*(\"(?:[^\"\\\\]|\\\\.)*\")\\s*].*");
  private static final Pattern HASH =
      Pattern.compile("\\s*trusted_hash\\s*=\\s*[\"']([^\"']*)[\"'].*");

  /** The host fills these in where an entry has none. */
  private static final long DEFAULT_TIMEOUT = 600;

  private HookTrust() {}

  /**
   * The keys of our hooks in a file and the hash of each.
   *
   * @param file as the host names it
   */
  public static Map<String, String> ofOurs(Path file, Value settings) {
    Map<String, String> hashes = new LinkedHashMap<>();
    for (Value.Member event : settings.get("hooks").map(Value::members).orElse(List.of())) {
      List<Value> groups = event.value().elements();
      for (int group = 0; group < groups.size(); group++) {
        List<Value> entries = groups.get(group).get("hooks").map(Value::elements).orElse(List.of());
        for (int entry = 0; entry < entries.size(); entry++) {
          if (OwnHook.of(entries.get(entry)).isPresent()) {
            String name = snakeCase(event.name());
            hashes.put(
                "%s:%s:%d:%d".formatted(file, name, group, entry),
                hash(name, groups.get(group).get("matcher"), entries.get(entry)));
          }
        }
      }
    }
    return hashes;
  }

  /** The hash of a hook, of which the host keeps a canonical form. */
  private static String hash(String event, Optional<Value> matcher, Value entry) {
    boolean ignoresMatcher = event.equals("user_prompt_submit") || event.equals("stop");
    String json =
        "{\"event_name\":"
            + quoted(event)
            + ",\"hooks\":[{\"async\":false,\"command\":"
            + quoted(entry.get("command").flatMap(Value::text).orElse(""))
            + ",\"timeout\":"
            + timeout(entry)
            + ",\"type\":\"command\"}]"
            + matcher
                .flatMap(Value::text)
                .filter(text -> !ignoresMatcher)
                .map(text -> ",\"matcher\":" + quoted(text))
                .orElse("")
            + "}";
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static long timeout(Value entry) {
    return entry
        .get("timeout")
        .map(Value::plain)
        .filter(BigDecimal.class::isInstance)
        .map(number -> ((BigDecimal) number).longValue())
        .orElse(DEFAULT_TIMEOUT);
  }

  private static String snakeCase(String event) {
    return event.replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
  }

  /** As in JSON, and in TOML's basic strings. */
  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
              } else if (c < ' ') {
                json.append("\\u%04x".formatted(c));
              } else {
                json.append((char) c);
              }
            });
    return json.append('"').toString();
  }

  /** The hashes in a config.toml, by their keys. */
  public static Map<String, String> in(String config) {
    Map<String, String> hashes = new LinkedHashMap<>();
    Optional<String> key = Optional.empty();
    for (String line : (Iterable<String>) config.lines()::iterator) {
      if (line.strip().startsWith("[")) {
        key = keyOf(line);
      }
      Matcher hash = HASH.matcher(line);
      if (key.isPresent() && hash.matches()) {
        hashes.put(key.get(), hash.group(1));
      }
    }
    return hashes;
  }

  /** The key of the table that a line begins; empty if it is another table. */
  public static Optional<String> keyOf(String line) {
    Matcher header = HEADER.matcher(line);
    return header.matches() ? Optional.of(unquoted(header.group(1))) : Optional.empty();
  }

  private static String unquoted(String text) {
    return text.substring(1, text.length() - 1).replaceAll("\\\\([\"\\\\])", "$1");
  }

  /** A table as the host writes it. */
  public static String table(String key, String hash) {
    return "[" + TABLE + "." + quoted(key) + "]\n" + hashLine(hash) + "\n";
  }

  public static String hashLine(String hash) {
    return "trusted_hash = " + quoted(hash);
  }

  public static boolean isHash(String line) {
    return HASH.matcher(line).matches();
  }
}
