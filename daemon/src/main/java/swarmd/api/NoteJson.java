package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import swarmd.json.Json;
import swarmd.notes.Note;

/** Notes as JSON. */
public final class NoteJson {
  private NoteJson() {}

  public static ObjectNode notes(List<Note> notes) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("notes");
    notes.forEach(note -> list.add(note(note)));
    return json;
  }

  public static ObjectNode removed(long id) {
    return Json.object().put("removed", id);
  }

  public static ObjectNode note(Note note) {
    ObjectNode json =
        Json.object()
            .put("id", note.id())
            .put("kind", note.kind().label())
            .put("project", note.project());
    note.session().ifPresent(session -> json.put("session", session));
    return json.put("text", note.text()).put("at", note.at());
  }
}
