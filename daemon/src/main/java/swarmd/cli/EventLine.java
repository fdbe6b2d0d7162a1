package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import swarmd.api.HookJson;
import swarmd.api.TaskJson;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.hooks.HookRecord;
import swarmd.swarm.TaskEvent;

/** A task or hook event, as a line of text and as JSON. Hook events have ids of their own. */
record EventLine(long at, String text, JsonNode json) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");

  static EventLine of(TaskEvent event) {
    String subject =
        event.taskId().map(id -> "task " + id).orElse("swarm " + event.swarm())
            + event.agent().map(agent -> " by " + agent).orElse("");
    return new EventLine(
        event.at(),
        line(
            "" + event.id(),
            event.at(),
            event.kind().label(),
            event.project(),
            subject,
            event.note()),
        TaskJson.event(event));
  }

  static EventLine of(Entry entry) {
    HookRecord record = entry.record();
    String subject =
        "session "
            + record.session().orElse("-")
            + record.agent().map(agent -> " agent " + agent).orElse("")
            + record.decision().map(decision -> " " + decision).orElse("")
            + record.handler().map(handler -> " by " + handler).orElse("")
            + " in %.1f ms".formatted(record.durationMicros() / 1_000.0);
    return new EventLine(
        record.at(),
        line(
            "h" + entry.id(),
            record.at(),
            record.type(),
            record.project().orElse("-"),
            subject,
            record.error().or(record::note)),
        HookJson.entry(entry));
  }

  private static String line(
      String id, long at, String kind, String project, String subject, Optional<String> note) {
    String time = TIME.format(Instant.ofEpochMilli(at).atZone(ZoneId.systemDefault()));
    return Table.cell(
            "%6s  %s  %-18s  %s  %s%s"
                .formatted(
                    id, time, kind, project, subject, note.map(text -> ": " + text).orElse("")))
        .text();
  }
}
