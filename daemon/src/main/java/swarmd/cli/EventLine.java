package swarmd.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import swarmd.api.HookJson;
import swarmd.api.TaskJson;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.hooks.HookRecord;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskText;
import swarmd.text.Cut;
import swarmd.text.ShortId;

/** A task or hook event, as a line of text and as JSON. Hook events have ids of their own. */
record EventLine(long at, boolean hook, String text, JsonNode json) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");
  private static final int MAX_TITLE = 60;
  private static final Map<TaskEvent.Kind, Colour> KINDS =
      Map.of(
          TaskEvent.Kind.COMPLETED, Colour.GREEN,
          TaskEvent.Kind.LANDED, Colour.GREEN,
          TaskEvent.Kind.LAND_FAILED, Colour.YELLOW,
          TaskEvent.Kind.SWARM_COMPLETE, Colour.GREEN,
          TaskEvent.Kind.FAILED, Colour.RED,
          TaskEvent.Kind.SWARM_STUCK, Colour.RED,
          TaskEvent.Kind.EXPIRED, Colour.YELLOW,
          TaskEvent.Kind.CANCELLED, Colour.DIM);

  /**
   * A task's event.
   *
   * @param titles by the id of the task
   */
  static EventLine of(TaskEvent event, Map<Long, String> titles, Terminal terminal) {
    String subject =
        event
                .taskId()
                .map(id -> "task " + id + title(titles.get(id)))
                .orElse("swarm " + event.swarm())
            + TaskText.by(event).map(who -> " by " + who).orElse("");
    return new EventLine(
        event.at(),
        false,
        line(
            "" + event.id(),
            event.at(),
            event.kind().label(),
            Optional.ofNullable(KINDS.get(event.kind())),
            subject,
            event.note(),
            event.project(),
            terminal),
        TaskJson.event(event));
  }

  private static String title(String title) {
    return title == null ? "" : " \"" + Cut.toLine(MAX_TITLE, title) + "\"";
  }

  static EventLine of(Entry entry, Terminal terminal) {
    HookRecord record = entry.record();
    String subject =
        record.session().map(session -> "session " + ShortId.of(session)).orElse("no session")
            + record.agent().map(agent -> " agent " + ShortId.of(agent)).orElse("")
            + record.decision().map(decision -> " " + decision).orElse("")
            + record.handler().map(handler -> " by " + handler).orElse("")
            + String.format(Locale.ROOT, " in %.1f ms", record.durationMicros() / 1_000.0);
    return new EventLine(
        record.at(),
        true,
        line(
            "h" + entry.id(),
            record.at(),
            record.type(),
            record.error().map(error -> Colour.RED),
            subject,
            record.error().or(record::note),
            record.project().orElse("-"),
            terminal),
        HookJson.entry(entry));
  }

  private static String line(
      String id,
      long at,
      String kind,
      Optional<Colour> colour,
      String subject,
      Optional<String> note,
      String project,
      Terminal terminal) {
    String time = TIME.format(Instant.ofEpochMilli(at).atZone(ZoneId.systemDefault()));
    String padded = "%-18s".formatted(plain(kind));
    return "%6s  %s  %s  %s%s  %s"
        .formatted(
            id,
            terminal.paint(Colour.DIM, time),
            colour.map(each -> terminal.paint(each, padded)).orElse(padded),
            plain(subject),
            plain(note.map(text -> ": " + text).orElse("")),
            terminal.paint(Colour.DIM, plain(project)));
  }

  private static String plain(String text) {
    return Table.cell(text).text();
  }
}
