package swarmd.store.sqlite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import swarmd.sessions.SignsOfLife;

/** What each agent of a session is doing, as JSON. */
final class SignsColumn {
  private SignsColumn() {}

  static String write(SignsOfLife signs) {
    Map<String, Object> agents = new LinkedHashMap<>();
    signs
        .agents()
        .forEach(
            (name, agent) ->
                agents.put(
                    name,
                    Map.of(
                        "at", agent.lastEvent(),
                        "turn", agent.turnRuns(),
                        "calls", agent.openCalls(),
                        "permission", agent.permissionWaits())));
    return JsonColumn.write(agents);
  }

  static SignsOfLife read(String text, long lastSeen) {
    Map<String, SignsOfLife.Agent> agents = new LinkedHashMap<>();
    JsonColumn.fields(text)
        .forEach(
            (name, value) -> {
              if (value instanceof Map<?, ?> agent) {
                agents.put(name, agent(agent, lastSeen));
              }
            });
    return new SignsOfLife(lastSeen, agents);
  }

  private static SignsOfLife.Agent agent(Map<?, ?> agent, long lastSeen) {
    return new SignsOfLife.Agent(
        agent.get("at") instanceof Number at ? at.longValue() : lastSeen,
        Boolean.TRUE.equals(agent.get("turn")),
        agent.get("calls") instanceof List<?> calls
            ? calls.stream().map(String::valueOf).toList()
            : List.of(),
        Boolean.TRUE.equals(agent.get("permission")));
  }
}
