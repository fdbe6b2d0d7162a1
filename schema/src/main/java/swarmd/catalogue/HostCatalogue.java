package swarmd.catalogue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hosts that are known.
 *
 * @param hosts in the order in which a payload is compared with them; the last one takes any
 */
public record HostCatalogue(List<HostProfile> hosts) {
  public static final HostCatalogue STANDARD = new HostCatalogue(HostProfiles.ALL);

  private static final Map<String, ToolKind> TOOLS = tools();

  public HostCatalogue {
    hosts = List.copyOf(hosts);
  }

  /** With one more, which is recognised first. */
  public HostCatalogue with(HostProfile host) {
    List<HostProfile> more = new ArrayList<>();
    more.add(host);
    more.addAll(hosts);
    return new HostCatalogue(more);
  }

  /** By id, in any case. */
  public Optional<HostProfile> find(String id) {
    for (HostProfile host : hosts) {
      if (host.id().equalsIgnoreCase(id)) {
        return Optional.of(host);
      }
    }
    return Optional.empty();
  }

  /** The host that has sent a payload, by the names of its fields as they were sent. */
  public HostProfile recognise(Map<String, Object> payload) {
    for (HostProfile host : hosts) {
      if (host.recognises(payload)) {
        return host;
      }
    }
    return hosts.get(hosts.size() - 1);
  }

  /** Those whose settings we can write. */
  public List<HostProfile> installable() {
    List<HostProfile> installable = new ArrayList<>();
    for (HostProfile host : hosts) {
      if (host.settings().isPresent()) {
        installable.add(host);
      }
    }
    return installable;
  }

  /** The kind of an event by any host's name of it, the given host's own names first. */
  public EventKind kindOf(HostProfile first, String eventName) {
    Optional<EventKind> own = first.kindOf(eventName);
    if (own.isPresent()) {
      return own.get();
    }
    for (HostProfile host : hosts) {
      Optional<EventKind> kind = host.kindOf(eventName);
      if (kind.isPresent()) {
        return kind.get();
      }
    }
    return EventKind.OTHER;
  }

  /** Every host's names of an event. */
  public List<String> eventNames(EventKind kind) {
    List<String> names = new ArrayList<>();
    for (HostProfile host : hosts) {
      for (Map.Entry<String, EventKind> event : host.events().entrySet()) {
        if (event.getValue() == kind && !names.contains(event.getKey())) {
          names.add(event.getKey());
        }
      }
    }
    return names;
  }

  /** What a tool does; every host's names are understood, since hosts borrow them. */
  public static ToolKind toolKind(HostProfile host, String tool) {
    ToolKind own = host.tools().get(tool);
    if (own != null) {
      return own;
    }
    return host.ownTool(tool).isPresent()
        ? ToolKind.SWARM
        : TOOLS.getOrDefault(tool, ToolKind.OTHER);
  }

  /** What the hosts call tools of this kind. */
  public List<String> toolNames(ToolKind kind) {
    List<String> names = new ArrayList<>();
    for (int i = hosts.size() - 1; i >= 0; i--) {
      for (Map.Entry<String, ToolKind> tool : hosts.get(i).tools().entrySet()) {
        if (tool.getValue() == kind && !names.contains(tool.getKey())) {
          names.add(tool.getKey());
        }
      }
    }
    return names;
  }

  /** All names of a tool, the canonical one first; empty if it has no other name in any host. */
  public List<String> sameTools(String tool) {
    String canonical = tool;
    for (HostProfile host : hosts) {
      canonical = host.canonicalTools().getOrDefault(canonical, canonical);
    }
    List<String> names = new ArrayList<>();
    for (HostProfile host : hosts) {
      for (Map.Entry<String, String> same : host.canonicalTools().entrySet()) {
        if (same.getValue().equals(canonical) && !names.contains(same.getKey())) {
          names.add(same.getKey());
        }
      }
    }
    if (!names.isEmpty()) {
      names.add(0, canonical);
    }
    return names;
  }

  private static Map<String, ToolKind> tools() {
    Map<String, ToolKind> all = new LinkedHashMap<>();
    for (HostProfile host : STANDARD.hosts) {
      all.putAll(host.tools());
    }
    return Map.copyOf(all);
  }
}
