package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/** Translates between the formats of hosts and the daemon's events and results. */
public final class Hosts {
  private static final String EVENT_NAME = "hook_event_name";
  private static final Set<String> EVENT_NAMES = Set.of(EVENT_NAME, "hookEventName");

  /** How a payload that is no event is recorded. */
  private static final String INVALID = "invalid";

  private final HostCatalogue catalogue;
  private final Map<String, AnswerWriter> writers;

  public Hosts(HostCatalogue catalogue, FullTexts fullTexts) {
    this.catalogue = catalogue;
    TextLimit limit = new TextLimit(fullTexts);
    writers =
        catalogue.hosts().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    HostProfile::id, host -> AnswerWriter.of(host, limit)));
  }

  /**
   * Reads the event in a body.
   *
   * @param hostHeader the host's id, as the client sent it
   * @param typeInPath a hook type or a host's name for an event; overrides the one in the body
   * @param projectDir the host's project directory; overrides the body's cwd if absolute
   * @throws InvalidInput if the body is not a JSON object or does not name its event, or if it is
   *     that of a sensitive event or a tool call and has two fields with the same name
   */
  public HookEvent read(
      Optional<String> hostHeader,
      Optional<String> typeInPath,
      Optional<String> projectDir,
      Set<String> skipped,
      byte[] body) {
    Payload payload = payload(hostHeader, typeInPath, body);
    HostProfile host = host(hostHeader, payload.sent());
    String given =
        typeInPath
            .filter(name -> Payload.NAME.matcher(name).matches())
            .or(() -> payload.text(EVENT_NAME))
            .orElseThrow(() -> InvalidInput.because(EVENT_NAME + " is missing"));
    EventKind kind = narrowed(host, given, payload);
    String name = name(host, given, kind, payload);
    payload.fields().put(EVENT_NAME, name);
    projectDir
        .filter(Hosts::isAbsolute)
        .ifPresent(directory -> payload.fields().putIfAbsent("cwd", directory));
    Map<String, Object> unlisted = takeUnlisted(kind, payload.fields());
    return new HookEvent(
        host,
        name,
        kind,
        payload.text("session_id"),
        payload.text("agent_id"),
        projectDir.filter(Hosts::isAbsolute).or(() -> payload.text("cwd")),
        Optional.empty(),
        Optional.empty(),
        Set.copyOf(skipped),
        Collections.unmodifiableMap(payload.fields()),
        kind.isSensitive() ? Map.of() : Collections.unmodifiableMap(unlisted));
  }

  private static Map<String, Object> takeUnlisted(EventKind kind, Map<String, Object> fields) {
    Map<String, Object> unlisted = Map.of();
    for (Iterator<Map.Entry<String, Object>> all = fields.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<String, Object> field = all.next();
      if (!kind.lists(field.getKey())) {
        unlisted = unlisted.isEmpty() ? new LinkedHashMap<>() : unlisted;
        unlisted.put(field.getKey(), field.getValue());
        all.remove();
      }
    }
    return unlisted;
  }

  /**
   * Of two fields with the same name the host may mean the other one. That must not decide about a
   * sensitive event or a tool call; elsewhere the last one counts, as it does for most hosts.
   */
  private Payload payload(Optional<String> hostHeader, Optional<String> typeInPath, byte[] body) {
    try {
      return Payload.parseUnique(body);
    } catch (InvalidInput e) {
      Payload payload = Payload.parse(body);
      HostProfile host = host(hostHeader, payload.sent());
      if (names(typeInPath, payload, body)
          .anyMatch(name -> needsUniqueFields(kind(host, name, payload)))) {
        throw e;
      }
      return payload;
    }
  }

  /** Of two inputs of a tool one could be judged and the other one run. */
  private static boolean needsUniqueFields(EventKind kind) {
    return kind.isSensitive() || kind == EventKind.BEFORE_TOOL;
  }

  /** Everything that the event in a malformed body may be called. */
  private static Stream<String> names(Optional<String> typeInPath, Payload payload, byte[] body) {
    return Stream.of(
            typeInPath.stream(),
            payload.text(EVENT_NAME).stream(),
            Json.textsAtTop(body, EVENT_NAMES).stream())
        .flatMap(names -> names);
  }

  /** The answer in the format of the event's host. Writes a file if a text is too long. */
  public ObjectNode write(HookEvent event, HookResult result) {
    return writers.get(event.host().id()).write(event, result);
  }

  /** Whether {@link #write} may have to write a file. */
  public static boolean needsFile(HookEvent event, HookResult result) {
    int max = TextLimit.charactersIn(event.host().traits().textBytes());
    int length = result.reason().map(String::length).orElse(0) + AnswerTexts.MAX_ADDED;
    for (String text : result.context()) {
      length += text.length() + AnswerTexts.SEPARATOR.length();
    }
    return length > max || result.systemMessage().filter(text -> text.length() > max).isPresent();
  }

  /** The event in a broken body: only its host, and whether it is a permission request. */
  public HookEvent unreadable(
      Optional<String> hostHeader, Optional<String> typeInPath, byte[] body) {
    Payload payload = readable(body);
    HostProfile host = host(hostHeader, payload.sent());
    boolean permission =
        names(typeInPath, payload, body)
            .anyMatch(name -> kind(host, name, payload) == EventKind.PERMISSION_REQUEST);
    return unreadableEvent(host, permission ? EventKind.PERMISSION_REQUEST : EventKind.OTHER);
  }

  private Payload readable(byte[] body) {
    try {
      return Payload.parse(body);
    } catch (InvalidInput e) {
      return BrokenBody.repaired(body).map(Payload::of).orElseGet(() -> searched(body));
    }
  }

  private static Payload searched(byte[] body) {
    return Payload.of(
        BrokenBody.payload(
            body,
            EventKind.PERMISSION_REQUEST.canonicalName(),
            HookType.PERMISSION_REQUEST.label()));
  }

  private static HookEvent unreadableEvent(HostProfile host, EventKind kind) {
    return new HookEvent(
        host,
        host.eventName(kind).orElse(INVALID),
        kind,
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

  private HostProfile host(Optional<String> header, Map<String, Object> sent) {
    return header.flatMap(catalogue::find).orElseGet(() -> catalogue.recognise(sent));
  }

  /** A hook type in the path may cover several kinds; then the payload decides. */
  private EventKind narrowed(HostProfile host, String given, Payload payload) {
    EventKind kind = kind(host, given, payload);
    return HookType.of(given)
        .flatMap(
            type ->
                payload
                    .text(EVENT_NAME)
                    .map(name -> kind(host, name, payload))
                    .filter(type::handles))
        .orElse(kind);
  }

  private EventKind kind(HostProfile host, String name, Payload payload) {
    return host.vary(
        catalogue.kindOf(host, name).withTrigger(payload.text("trigger")), payload.fields());
  }

  /** The host's own name for the event, which the answer may have to repeat. */
  private static String name(HostProfile host, String given, EventKind kind, Payload payload) {
    if (kind == EventKind.OTHER || isCalled(host, given, kind, payload)) {
      return given;
    }
    return payload
        .text(EVENT_NAME)
        .filter(name -> isCalled(host, name, kind, payload))
        .or(() -> host.eventName(kind))
        .orElse(given);
  }

  private static boolean isCalled(HostProfile host, String name, EventKind kind, Payload payload) {
    return host.kindOf(name)
        .map(own -> host.vary(own.withTrigger(payload.text("trigger")), payload.fields()))
        .filter(own -> own == kind)
        .isPresent();
  }
}
