package swarmd.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import swarmd.checks.CheckRecord;
import swarmd.checks.Checks;
import swarmd.checks.TreeState;
import swarmd.json.Json;

/** Checks and their results as JSON. */
public final class CheckJson {
  private CheckJson() {}

  public static ObjectNode listed(Checks.Listed listed) {
    ObjectNode json =
        Json.object()
            .put("name", listed.check().name())
            .put("command", listed.check().command())
            .put("timeout_ms", listed.check().timeout().toMillis())
            .put("origin", listed.check().origin().name().toLowerCase(Locale.ROOT))
            .put("trusted", listed.trusted());
    listed.last().ifPresent(last -> json.set("last", record(last)));
    return json;
  }

  public static ObjectNode record(CheckRecord record) {
    ObjectNode json =
        Json.object()
            .put("id", record.id())
            .put("project", record.project())
            .put("name", record.name())
            .put("command", record.command())
            .put("folder", record.folder());
    record.session().ifPresent(session -> json.put("session", session));
    json.put("agent", record.agent())
        .put("started_at", record.startedAt())
        .put("duration_ms", record.durationMillis())
        .put("ending", record.ending().label())
        .put("passed", record.passed());
    record.exitCode().ifPresent(code -> json.put("exit_code", code));
    json.put("output", record.output());
    record.tree().ifPresent(tree -> json.set("tree", tree(tree)));
    record.lastEdit().ifPresent(at -> json.put("last_edit_at", at));
    return json;
  }

  private static ObjectNode tree(TreeState tree) {
    return Json.object()
        .put("commit", tree.commit())
        .put("dirty", tree.dirty())
        .put("changed", tree.changed())
        .put("digest", tree.digest());
  }
}
