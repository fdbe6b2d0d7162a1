package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import swarmd.json.Json;
import swarmd.swarm.BriefTask;
import swarmd.swarm.Claimed;
import swarmd.swarm.Handoff;
import swarmd.swarm.HandoffText;
import swarmd.swarm.Task;
import swarmd.swarm.TaskText;
import swarmd.swarm.Tasks.TaskHistory;
import swarmd.text.Cut;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;
import swarmd.text.Visible;

/** Tasks as a model reads them: short, with what it needs for its next step. */
final class TaskWords {
  private static final int TITLE = 200;

  private TaskWords() {}

  /** On one line. */
  static String line(Task task) {
    return "task %d  %s  [%s%s]"
        .formatted(
            task.id(),
            title(task),
            task.status().label(),
            TaskText.agent(task).map(agent -> " by " + QuotedText.name(agent)).orElse(""));
  }

  static ToolResult list(List<BriefTask> tasks, boolean more) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    List<String> lines = new ArrayList<>();
    for (BriefTask brief : tasks) {
      list.add(brief(brief.task()));
      String why = TaskText.whyBlocked(brief.waitsFor());
      lines.add(line(brief.task()) + (why.isEmpty() ? "" : "  " + why));
    }
    if (more) {
      long last = tasks.get(tasks.size() - 1).task().id();
      json.put("next_after", last);
      lines.add("there are more: task_list with \"after\": " + last);
    }
    return ToolResult.of(lines.isEmpty() ? "no tasks" : String.join("\n", lines), json);
  }

  /** A task in a list, without its long texts. */
  static ObjectNode brief(Task task) {
    ObjectNode json = Json.object().put("id", task.id()).put("title", task.title());
    json.put("status", task.status().label());
    task.agent().ifPresent(agent -> json.put("agent", agent));
    return json;
  }

  static ToolResult history(TaskHistory found, long now) {
    Task task = found.task();
    List<String> lines = new ArrayList<>();
    lines.add(line(task));
    addWork(lines, task, found.checks());
    task.result().ifPresent(text -> lines.add("result\n" + QuotedText.lines(text)));
    task.error().ifPresent(text -> lines.add("error\n" + QuotedText.lines(text)));
    String why = TaskText.whyBlocked(found.waitsFor());
    if (!why.isEmpty()) {
      lines.add("it " + why);
    }
    addHandoffs(lines, found.handoffs(), now);
    ObjectNode json = Json.object();
    json.set("task", brief(task));
    return ToolResult.of(String.join("\n", lines), json);
  }

  static ToolResult claimed(Claimed claimed, Map<Long, List<Handoff>> handoffs, long now) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    List<String> lines = new ArrayList<>();
    for (Task task : claimed.tasks()) {
      list.add(brief(task));
      lines.add("task %d  %s".formatted(task.id(), title(task)));
      if (task.status().terminal()) {
        lines.add("is " + task.status().label() + " already: this claim was repeated");
        continue;
      }
      addWork(lines, task, claimed.checks().getOrDefault(task.id(), List.of()));
      addHandoffs(lines, handoffs.getOrDefault(task.id(), List.of()), now);
      lines.add("lease  " + HumanDuration.of(task.lease().orElseThrow().expiresAt() - now));
      lines.add("then   task_complete with \"id\": " + task.id());
    }
    claimed
        .nothing()
        .ifPresent(
            nothing -> {
              json.put("reason", nothing.reason().label()).put("final", claimed.isFinal());
              lines.add(ToolResult.withTools(nothing.message()));
            });
    return ToolResult.of(String.join("\n", lines), json);
  }

  private static void addWork(List<String> lines, Task task, List<String> checks) {
    task.description().ifPresent(text -> lines.add("\n" + QuotedText.lines(text) + "\n"));
    if (!task.files().isEmpty()) {
      lines.add("files  " + Visible.text(String.join(", ", task.files())));
    }
    if (!checks.isEmpty()) {
      lines.add("checks " + String.join(", ", checks) + "; they must pass before it is done");
    }
  }

  private static void addHandoffs(List<String> lines, List<Handoff> handoffs, long now) {
    if (!handoffs.isEmpty()) {
      lines.add("before you");
      lines.addAll(HandoffText.lines(handoffs, now));
    }
  }

  static ToolResult changed(Task task) {
    ObjectNode json = Json.object();
    json.set("task", brief(task));
    return ToolResult.of(line(task), json);
  }

  static ToolResult added(List<Task> tasks) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    List<String> lines = new ArrayList<>();
    for (Task task : tasks) {
      list.add(brief(task));
      lines.add(line(task));
    }
    return ToolResult.of(String.join("\n", lines), json);
  }

  private static String title(Task task) {
    return Visible.text(Cut.toLine(TITLE, task.title()));
  }
}
