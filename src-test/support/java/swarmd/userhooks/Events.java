package swarmd.userhooks;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hosts.Hosts;
import swarmd.json.Json;
import swarmd.sessions.Project;

/** Events as hosts send them. */
final class Events {
  private static final Hosts HOSTS = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  private Events() {}

  static HookEvent of(String name, Map<String, ?> fields) {
    return from("claude", name, fields);
  }

  static HookEvent from(String host, String name, Map<String, ?> fields) {
    Map<String, Object> payload = new TreeMap<>(fields);
    payload.put("hook_event_name", name);
    payload.putIfAbsent("session_id", "s1");
    payload.putIfAbsent("cwd", "/home/ann/tool/src");
    return HOSTS
        .read(
            Optional.of(host),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Json.bytes(Json.object(payload)))
        .inProject(Project.in("/home/ann/tool"));
  }

  static HookEvent tool(String name, String tool) {
    return of(name, Map.of("tool_name", tool, "tool_input", Map.of()));
  }

  static HookEvent file(String tool, String path) {
    return of("PreToolUse", Map.of("tool_name", tool, "tool_input", Map.of("file_path", path)));
  }

  static HookEvent command(String line) {
    return of("PreToolUse", Map.of("tool_name", "Bash", "tool_input", Map.of("command", line)));
  }

  static MatchSubject subject(HookEvent event) {
    return new MatchSubject(event, EventKey.of(event), MatchBudget.full());
  }
}
