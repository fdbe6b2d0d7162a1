package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import swarmd.accounts.AccountPause;
import swarmd.json.Json;
import swarmd.status.DaemonInfo;
import swarmd.status.Need;
import swarmd.status.Status;
import swarmd.status.TeamLink;

/** The status as JSON. */
public final class StatusJson {
  private StatusJson() {}

  public static ObjectNode of(Status status) {
    ObjectNode json = Json.object();
    DaemonInfo daemon = status.daemon();
    json.putObject("daemon")
        .put("pid", daemon.pid())
        .put("version", daemon.version())
        .put("started_at", daemon.startedAt())
        .put("home", daemon.home().toString())
        .put("socket", daemon.socket().toString())
        .put("http_port", daemon.httpPort())
        .put("connections", status.connections())
        .put("restart_due", daemon.restartDue());
    status.team().ifPresent(team -> json.set("team", team(team)));
    ArrayNode needs = json.putArray("needs_you");
    status.needs().forEach(need -> needs.add(need(need)));
    ArrayNode accounts = json.putArray("paused_accounts");
    status.accounts().forEach(pause -> accounts.add(account(pause)));
    ObjectNode tasks = json.putObject("tasks");
    status.tasks().forEach((state, count) -> tasks.put(state.label(), count));
    ArrayNode swarms = json.putArray("swarms");
    status.swarms().forEach(swarm -> swarms.add(TaskJson.summary(swarm)));
    ArrayNode claims = json.putArray("claims");
    status.claims().forEach(task -> claims.add(TaskJson.task(task)));
    json.set("sessions", SessionJson.list(status.sessions()));
    json.set("modes", ModeJson.list(status.modes(), status.now()));
    json.set("hooks", HookJson.summaries(status.hooks()));
    json.put("now", status.now());
    json.put("pending_writes", status.pendingWrites());
    status.untrustedHooks().forEach(json.putArray("untrusted_hooks")::add);
    return json;
  }

  public static ObjectNode team(TeamLink team) {
    ObjectNode json = Json.object().put("database", team.database());
    team.problem().ifPresent(problem -> json.put("problem", problem));
    return json.put("since", team.since()).put("copied_at", team.copiedAt());
  }

  /** An account whose sessions get no tasks for now. */
  public static ObjectNode account(AccountPause pause) {
    return Json.object()
        .put("account", pause.account())
        .put("cause", pause.cause().label())
        .put("text", pause.text())
        .put("since", pause.since())
        .put("until", pause.until())
        .put("named", pause.named());
  }

  private static ObjectNode need(Need need) {
    ObjectNode json = Json.object().put("kind", need.kind().label()).put("text", need.text());
    need.command().ifPresent(command -> json.put("command", command));
    Need.Subject subject = need.subject();
    subject.project().ifPresent(value -> json.put("project", value));
    subject.swarm().ifPresent(value -> json.put("swarm", value));
    subject.session().ifPresent(value -> json.put("session", value));
    subject.task().ifPresent(value -> json.put("task", value));
    subject.since().ifPresent(value -> json.put("since", value));
    subject.account().ifPresent(value -> json.put("account", value));
    return json;
  }
}
