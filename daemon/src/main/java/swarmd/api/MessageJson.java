package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import swarmd.common.NumberRange;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.json.JsonFields;
import swarmd.messages.Address;
import swarmd.messages.Message;
import swarmd.messages.MessageFilter;
import swarmd.messages.Sender;
import swarmd.messages.Sent;
import swarmd.messages.Target;
import swarmd.swarm.Task;

/** Messages as JSON. Absent values are left out. */
public final class MessageJson {
  public static final String ALL = "all";

  /** By the name that it has here. */
  public static final NumberRange TASK = new NumberRange("task", Task.ID.min(), Task.ID.max());

  private MessageJson() {}

  /** Whom a message is for. */
  public static Target target(JsonFields fields) {
    Optional<String> to = fields.text(MessageFilter.TO);
    Optional<Long> task = fields.number(TASK);
    boolean all = fields.flag(ALL);
    if ((to.isPresent() ? 1 : 0) + (task.isPresent() ? 1 : 0) + (all ? 1 : 0) != 1) {
      throw InvalidInput.because("give exactly one of the fields 'to', 'task' and 'all'");
    }
    return to.<Target>map(Target.Named::new)
        .or(() -> task.map(Target.HolderOf::new))
        .orElseGet(Target.Everybody::new);
  }

  public static ObjectNode messages(List<Message> messages, long now) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("messages");
    messages.forEach(message -> list.add(message(message, now)));
    return json;
  }

  public static ObjectNode sent(Sent sent, long now) {
    ObjectNode json = messages(sent.stored(), now);
    if (!sent.full().isEmpty()) {
      ArrayNode full = json.putArray("full");
      sent.full().forEach(receiver -> full.add(receiver(receiver)));
    }
    return json;
  }

  private static ObjectNode message(Message message, long now) {
    ObjectNode json = Json.object().put("id", message.id()).put("project", message.project());
    json.set("from", sender(message.sender()));
    json.set("to", receiver(message.receiver()));
    json.put("text", message.text());
    json.put("state", message.state(now).label());
    json.put("sent_at", message.sentAt());
    message.deliveredAt().ifPresent(at -> json.put("delivered_at", at));
    message.readAt().ifPresent(at -> json.put("read_at", at));
    return json;
  }

  private static ObjectNode sender(Sender sender) {
    ObjectNode json = Json.object().put("kind", sender.actor().kind().label());
    sender.actor().name().ifPresent(name -> json.put("name", name));
    sender.actor().session().ifPresent(session -> json.put("session", session));
    sender.workstation().ifPresent(workstation -> json.put("workstation", workstation));
    return json;
  }

  private static ObjectNode receiver(Address receiver) {
    ObjectNode json = Json.object().put("agent", receiver.name());
    receiver.session().ifPresent(session -> json.put("session", session));
    receiver.workstation().ifPresent(workstation -> json.put("workstation", workstation));
    return json;
  }
}
