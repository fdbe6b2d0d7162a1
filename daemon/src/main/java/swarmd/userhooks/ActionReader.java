package swarmd.userhooks;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.hostfile.Value;
import swarmd.userhooks.UserHook.Action;

/** Reads the action of a hook: a command, an address or a class. */
final class ActionReader {
  private static final Pattern CLASS_NAME =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern HEADER_VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

  /** Java's HTTP client sets these itself and rejects them from callers. */
  private static final Set<String> RESERVED_HEADERS =
      Set.of("connection", "content-length", "expect", "host", "upgrade");

  private final ObjectReader hook;
  private final Problems problems;

  ActionReader(ObjectReader hook, Problems problems) {
    this.hook = hook;
    this.problems = problems;
  }

  /**
   * @throws InvalidEntry if the hook cannot be run
   */
  Action read() {
    Value type = hook.required("type");
    return switch (ObjectReader.text("type", type)) {
      case "command" -> new Action.Command(hook.requiredText("command"));
      case "http" -> new Action.Http(url(), headers());
      case "java" -> new Action.Plugin(className());
      default -> throw ObjectReader.mustBe("type", "command, http or java", type);
    };
  }

  private URI url() {
    String text = hook.requiredText("url");
    return httpUrl(text)
        .orElseThrow(
            () ->
                new InvalidEntry(
                    hook.required("url"), "'url' must be an http or https address, not " + text));
  }

  private static Optional<URI> httpUrl(String text) {
    try {
      URI url = new URI(text);
      boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      return isHttp && url.getHost() != null ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private Map<String, String> headers() {
    Optional<Value> field = hook.field("headers");
    if (field.isEmpty()) {
      return Map.of();
    }
    Map<String, String> headers = new LinkedHashMap<>();
    new ObjectReader(field.get(), "'headers'", problems)
        .fields()
        .forEach((name, value) -> headers.put(name, header(name, value)));
    return Map.copyOf(headers);
  }

  private static String header(String name, Value value) {
    String text = ObjectReader.text(name, value);
    if (!HEADER_NAME.matcher(name).matches()
        || RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))
        || !HEADER_VALUE.matcher(text).matches()) {
      throw new InvalidEntry(value, "the header '" + name + "' cannot be sent");
    }
    return text;
  }

  private String className() {
    String name = hook.requiredText("class");
    if (!CLASS_NAME.matcher(name).matches()) {
      throw new InvalidEntry(hook.required("class"), "'" + name + "' is not a valid class name");
    }
    return name;
  }
}
