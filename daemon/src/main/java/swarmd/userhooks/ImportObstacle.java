package swarmd.userhooks;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.hostfile.Value;

/** Finds the reason why a host's hook cannot be imported. */
final class ImportObstacle {
  private static final String OWN = "it is swarmd's own";
  private static final Pattern OWN_COMMAND =
      Pattern.compile("\\bswarm(?:\\.\\w+|-client\\.jar)?[\"']?\\s+hook\\b");
  private static final Pattern OWN_URL = Pattern.compile("/v1/hooks\\b");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?[A-Za-z_]");

  /** Fields that change a hook in its host but have no effect here. */
  private static final List<String> UNSUPPORTED = List.of("if", "args", "env", "shell");

  private ImportObstacle() {}

  /**
   * @param disabled commands and names of hooks that are disabled in the host
   */
  static Optional<String> of(Value hook, Set<String> disabled) {
    Optional<String> command = hook.get("command").flatMap(Value::text);
    Optional<String> url = hook.get("url").flatMap(Value::text);
    Optional<String> name = hook.get("name").flatMap(Value::text);
    if (Stream.of(command, name).flatMap(Optional::stream).anyMatch(disabled::contains)) {
      return Optional.of("it is disabled in the host");
    }
    for (String field : UNSUPPORTED) {
      if (hook.get(field).isPresent()) {
        return Optional.of("'" + field + "' is not supported here");
      }
    }
    String type = hook.get("type").flatMap(Value::text).orElse("");
    if (type.equals("command") && command.isPresent()) {
      return OWN_COMMAND.matcher(command.get()).find() ? Optional.of(OWN) : Optional.empty();
    }
    if (type.equals("http") && url.isPresent()) {
      return ofHttp(hook, url.get());
    }
    return Optional.of("only hooks of type command and http can be imported");
  }

  private static Optional<String> ofHttp(Value hook, String url) {
    if (OWN_URL.matcher(url).find()) {
      return Optional.of(OWN);
    }
    Stream<String> headers =
        hook.get("headers").stream()
            .flatMap(value -> value.fields().values().stream())
            .flatMap(value -> value.text().stream());
    return Stream.concat(Stream.of(url), headers).anyMatch(text -> VARIABLE.matcher(text).find())
        ? Optional.of("its variables are not set in the daemon")
        : Optional.empty();
  }
}
