package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import swarmd.json.Json;
import swarmd.sessions.EditedFiles;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Session;
import swarmd.sessions.Subagent;
import swarmd.status.Activity;
import swarmd.status.Status.LiveSession;

/** Sessions and their subagents as JSON. */
final class SessionJson {
  private SessionJson() {}

  static ArrayNode list(List<LiveSession> sessions) {
    ArrayNode list = Json.object().arrayNode();
    sessions.forEach(session -> list.add(session(session)));
    return list;
  }

  private static ObjectNode session(LiveSession live) {
    Session session = live.session();
    ObjectNode json =
        Json.object()
            .put("id", session.id())
            .put("project", session.project())
            .put("host", session.host())
            .put("started_at", session.startedAt())
            .put("last_seen", session.lastSeen())
            .put("agent", MainAgent.nameIn(session.id()))
            .put("hook_events", live.hookEvents());
    putFiles(json, live.files());
    json.set("activity", activity(live.activity()));
    ArrayNode subagents = json.putArray("subagents");
    for (Subagent subagent : live.subagents()) {
      ObjectNode entry = subagents.addObject().put("id", subagent.id());
      subagent.type().ifPresent(type -> entry.put("type", type));
      entry.put("started_at", subagent.startedAt()).put("last_seen", subagent.lastSeen());
      putFiles(entry, live.files(subagent));
      entry.set("activity", activity(live.activity(subagent)));
    }
    return json;
  }

  private static void putFiles(ObjectNode json, EditedFiles files) {
    json.put("files", files.count());
    files.latest().forEach(json.putArray("latest_files")::add);
  }

  private static ObjectNode activity(Activity activity) {
    ObjectNode json = Json.object().put("kind", activity.kind().label());
    activity
        .call()
        .ifPresent(
            call -> {
              json.put("tool", call.tool()).put("since", call.since());
              call.detail().ifPresent(detail -> json.put("detail", detail));
            });
    return json;
  }
}
