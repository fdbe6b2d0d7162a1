package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookType;
import swarmd.json.InvalidInput;

/** Translates between what hosts say and what the daemon understands. */
public final class Hosts {
  private static final String EVENT_NAME = "hook_event_name";
  private static final List<HookType> PERMISSION = List.of(HookType.PERMISSION_REQUEST);

  /** In the order in which they are asked who has sent a payload; the last takes any. */
  private final List<Host> hosts;

  public Hosts(FullTexts fullTexts) {
    TextLimit limit = new TextLimit(fullTexts);
    hosts = List.of(new GeminiCli(limit), new ClaudeCode(limit), new GenericHost(limit));
  }

  /**
   * The event in a body.
   *
   * @param hostHeader who says to have sent it
   * @param typeInPath a hook type or a host's name of an event; wins over the one in the body
   * @param projectDir where the host says its project is; wins over the body's cwd if absolute
   * @throws InvalidInput if the body is no JSON object or nothing says what event it is
   */
  public HookEvent read(
      Optional<String> hostHeader,
      Optional<String> typeInPath,
      Optional<String> projectDir,
      Set<String> skipped,
      byte[] body) {
    Payload payload = Payload.parse(body);
    Host host = host(hostHeader, payload.sent());
    String said =
        typeInPath
            .filter(name -> Payload.NAME.matcher(name).matches())
            .or(() -> payload.text(EVENT_NAME))
            .orElseThrow(() -> InvalidInput.because(EVENT_NAME + " is missing"));
    List<HookType> types = types(host, said, payload);
    String name = name(host, said, types, payload);
    payload.fields().put(EVENT_NAME, name);
    projectDir
        .filter(Hosts::isAbsolute)
        .ifPresent(directory -> payload.fields().putIfAbsent("cwd", directory));
    return new HookEvent(
        host.name(),
        name,
        types,
        payload.text("session_id"),
        payload.text("agent_id"),
        projectDir.filter(Hosts::isAbsolute).or(() -> payload.text("cwd")),
        Optional.empty(),
        Set.copyOf(skipped),
        Collections.unmodifiableMap(SensitiveFields.only(types, payload.fields())));
  }

  /** The answer as the event's host understands it. Writes a file if a text is too long. */
  public ObjectNode write(HookEvent event, HookResult result) {
    return named(event.host()).orElseThrow().write(event, result);
  }

  /** Whether {@link #write} will have to write a file. */
  public static boolean needsFile(HookResult result) {
    int said = result.reason().map(String::length).orElse(0) + AnswerTexts.MOST_ADDED;
    for (String text : result.context()) {
      said += text.length() + AnswerTexts.BETWEEN.length();
    }
    return said > TextLimit.MAX
        || result.systemMessage().filter(text -> text.length() > TextLimit.MAX).isPresent();
  }

  /** What is known of a body that cannot be read: who sent it, and if it asks for a permission. */
  public HookEvent unreadable(
      Optional<String> hostHeader, Optional<String> typeInPath, byte[] body) {
    Payload payload = readable(body);
    Host host = host(hostHeader, payload.sent());
    boolean permission =
        Stream.concat(typeInPath.stream(), payload.text(EVENT_NAME).stream())
            .anyMatch(name -> types(host, name, payload).equals(PERMISSION));
    return unread(host, permission ? PERMISSION : List.of());
  }

  private Payload readable(byte[] body) {
    try {
      return Payload.parse(body);
    } catch (InvalidInput e) {
      return Payload.of(
          BrokenBody.payload(body, "PermissionRequest", HookType.PERMISSION_REQUEST.label()));
    }
  }

  private static HookEvent unread(Host host, List<HookType> types) {
    return new HookEvent(
        host.name(),
        host.eventName(types).orElse("unread"),
        types,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        Map.of());
  }

  private static boolean isAbsolute(String directory) {
    return directory.startsWith("/");
  }

  private Host host(Optional<String> header, Map<String, Object> sent) {
    return header
        .flatMap(this::named)
        .or(() -> hosts.stream().filter(host -> host.recognises(sent)).findFirst())
        .orElseThrow();
  }

  private Optional<Host> named(String name) {
    return hosts.stream().filter(host -> host.name().equalsIgnoreCase(name)).findFirst();
  }

  /** A host's own name of an event counts first, but any host's is understood. */
  private List<HookType> types(Host host, String name, Payload payload) {
    List<HookType> own = host.types(name, payload.fields());
    if (!own.isEmpty()) {
      return own;
    }
    return hosts.stream()
        .map(asked -> asked.types(name, payload.fields()))
        .filter(types -> !types.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** What the host itself calls the event, which its answer may have to repeat. */
  private static String name(Host host, String said, List<HookType> types, Payload payload) {
    if (types.isEmpty() || host.types(said, payload.fields()).equals(types)) {
      return said;
    }
    return payload
        .text(EVENT_NAME)
        .filter(name -> host.types(name, payload.fields()).equals(types))
        .or(() -> host.eventName(types))
        .orElse(said);
  }
}
