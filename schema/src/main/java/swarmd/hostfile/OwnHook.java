package swarmd.hostfile;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A hook in a host's settings that calls swarmd, of this installation or another. */
public sealed interface OwnHook {
  /** A command that runs the launcher. */
  record Launcher(String program) implements OwnHook {}

  /** A command that runs the client's jar. */
  record Jar(String java, String jar) implements OwnHook {}

  /** A request to the daemon. */
  record Http(int port, String authorization) implements OwnHook {}

  /**
   * One of these hooks in a settings file.
   *
   * @param timeout in the host's unit
   * @param clientTimeout how long the client waits, if its command sets that
   */
  record Found(
      String event, OwnHook hook, Optional<Long> timeout, Optional<Duration> clientTimeout) {}

  Pattern LAUNCHER = Pattern.compile(word("/bin/swarm") + " hook(?:\\s|$)");
  Pattern JAR =
      Pattern.compile(
          word("/java")
              + " .*-cp "
              + word("/swarm-client\\.jar")
              + " swarmd\\.client\\.Main hook(?:\\s|$)");
  Pattern CLIENT_TIMEOUT = Pattern.compile("\\bSWARMD_HOOK_TIMEOUT_MS=(\\d{1,9})\\b");
  Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:(\\d{1,5})/v1/hooks(?:/.*)?");

  /**
   * A word in single quotes, in double quotes, or bare, in three groups. Other people's scripts may
   * be long, so nothing recurses per character, and a bare word is only tried from its beginning.
   */
  private static String word(String end) {
    return "(?:'([^']*(?:'\\\\''[^']*)*%1$s)'|\"([^\"]*%1$s)\"|(?<![^\\s'\"])([^\\s'\"]*%1$s))"
        .formatted(end);
  }

  /** Empty if the entry is not ours. */
  static Optional<OwnHook> of(Value entry) {
    Optional<String> command = entry.get("command").flatMap(Value::text);
    Optional<String> url = entry.get("url").flatMap(Value::text);
    return command.flatMap(OwnHook::ofCommand).or(() -> url.flatMap(found -> ofUrl(found, entry)));
  }

  private static Optional<OwnHook> ofCommand(String command) {
    Matcher jar = JAR.matcher(command);
    if (jar.find()) {
      return Optional.of(new Jar(group(jar, 1), group(jar, 4)));
    }
    Matcher launcher = LAUNCHER.matcher(command);
    return launcher.find() ? Optional.of(new Launcher(group(launcher, 1))) : Optional.empty();
  }

  private static Optional<OwnHook> ofUrl(String url, Value entry) {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<String> authorization =
        entry.get("headers").flatMap(headers -> headers.get("Authorization")).flatMap(Value::text);
    return Optional.of(new Http(Integer.parseInt(matcher.group(1)), authorization.orElse("")));
  }

  private static String group(Matcher matcher, int first) {
    if (matcher.group(first) != null) {
      return matcher.group(first).replace("'\\''", "'");
    }
    return matcher.group(first + 1) != null ? matcher.group(first + 1) : matcher.group(first + 2);
  }

  /** All our hooks in a settings file. */
  static List<Found> in(Value settings) {
    List<Found> found = new ArrayList<>();
    for (Value.Member event : hooks(settings)) {
      for (Value group : event.value().elements()) {
        for (Value entry : group.get("hooks").map(Value::elements).orElse(List.of())) {
          of(entry)
              .map(hook -> new Found(event.name(), hook, timeout(entry), clientTimeout(entry)))
              .ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private static Optional<Long> timeout(Value entry) {
    return entry
        .get("timeout")
        .map(Value::plain)
        .filter(BigDecimal.class::isInstance)
        .map(number -> ((BigDecimal) number).longValue());
  }

  private static Optional<Duration> clientTimeout(Value entry) {
    return entry
        .get("command")
        .flatMap(Value::text)
        .map(CLIENT_TIMEOUT::matcher)
        .filter(Matcher::find)
        .map(found -> Duration.ofMillis(Long.parseLong(found.group(1))));
  }

  private static List<Value.Member> hooks(Value settings) {
    return settings.get("hooks").map(Value::members).orElse(List.of());
  }
}
