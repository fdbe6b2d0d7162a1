package swarmd.userhooks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;

/**
 * The event that a user hook is for, whichever of its names a settings file uses.
 *
 * @param name the canonical name, or the host's for an event that is in no profile
 */
public record EventKey(EventKind kind, String name) {

  /** Names that other tools use for these events. */
  private static final Map<String, EventKind> ALIASES =
      Map.of(
          "session-startup", EventKind.SESSION_START,
          "session-clear", EventKind.SESSION_END,
          "allow-tool", EventKind.BEFORE_TOOL,
          "block-tool", EventKind.BEFORE_TOOL);

  private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");
  private static final Map<String, List<EventKey>> KNOWN = known();

  private static Map<String, List<EventKey>> known() {
    Map<String, List<EventKey>> keys = new LinkedHashMap<>();
    for (EventKind kind : EventKind.values()) {
      if (kind != EventKind.OTHER) {
        put(keys, kind.canonicalName(), List.of(of(kind)));
      }
    }
    HostCatalogue.STANDARD
        .hosts()
        .forEach(host -> host.events().forEach((name, kind) -> put(keys, name, List.of(of(kind)))));
    SwarmEventName.labels()
        .forEach(label -> put(keys, label, List.of(new EventKey(EventKind.OTHER, label))));
    ALIASES.forEach((alias, kind) -> put(keys, alias, List.of(of(kind))));
    for (HookType type : HookType.values()) {
      keys.put(type.label(), ofType(type));
    }
    List<EventKey> setups = new ArrayList<>();
    for (EventKind setup :
        List.of(EventKind.SETUP, EventKind.SETUP_INIT, EventKind.SETUP_MAINTENANCE)) {
      setups.add(of(setup));
    }
    put(keys, EventKind.SETUP.canonicalName(), List.copyOf(setups));
    return keys;
  }

  /** Also adds the name in kebab case, as some files have it. */
  private static void put(Map<String, List<EventKey>> keys, String name, List<EventKey> named) {
    keys.put(name, named);
    keys.put(NEXT_WORD.matcher(name).replaceAll("-").toLowerCase(Locale.ROOT), named);
  }

  private static List<EventKey> ofType(HookType type) {
    List<EventKey> keys = new ArrayList<>();
    for (EventKind kind : EventKind.values()) {
      if (type.handles(kind)) {
        keys.add(of(kind));
      }
    }
    return List.copyOf(keys);
  }

  static EventKey of(EventKind kind) {
    return new EventKey(kind, kind.canonicalName());
  }

  static EventKey ofSwarm(SwarmEventName name) {
    return new EventKey(EventKind.OTHER, name.label());
  }

  /** All names that stand for an event. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(KNOWN.keySet());
  }

  public static boolean isKnown(String name) {
    return KNOWN.containsKey(name);
  }

  /** The events that a name stands for; an unknown name stands for an event of that name. */
  public static List<EventKey> named(String name) {
    List<EventKey> keys = KNOWN.get(name);
    return keys == null ? List.of(new EventKey(EventKind.OTHER, name)) : keys;
  }

  /** Whether one of these names stands for this event; "*" stands for all. */
  boolean isAmong(Set<String> names) {
    return names.contains("*") || names.stream().anyMatch(other -> named(other).contains(this));
  }

  static EventKey of(HookEvent event) {
    return event.is(EventKind.OTHER)
        ? new EventKey(EventKind.OTHER, event.name())
        : of(event.kind());
  }

  public boolean isAboutTool() {
    return kind.isAboutTool();
  }

  boolean isSequential() {
    return kind.isSequential();
  }

  /** The field that plain string matchers are compared with. */
  public Optional<String> matchedField() {
    return kind.matchedField();
  }
}
