package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import swarmd.json.Json;
import swarmd.modes.ActiveMode;

/** Modes as JSON. */
public final class ModeJson {
  private ModeJson() {}

  public static ObjectNode modes(List<ActiveMode> modes, long now) {
    ObjectNode json = Json.object();
    json.set("modes", list(modes, now));
    return json;
  }

  static ArrayNode list(List<ActiveMode> modes, long now) {
    ArrayNode list = Json.object().arrayNode();
    modes.forEach(mode -> list.add(mode(mode, now)));
    return list;
  }

  public static ObjectNode mode(ActiveMode mode, long now) {
    ObjectNode json =
        Json.object()
            .put("mode", mode.mode().label())
            .put("project", mode.project())
            .put("session", mode.session());
    json.set("state", Json.object(mode.state().fields()));
    return json.put("holds", mode.holds())
        .put("max_holds", mode.state().maxHolds())
        .put("started_at", mode.startedAt())
        .put("checked_at", mode.checkedAt())
        .put("stale", mode.stale(now));
  }
}
