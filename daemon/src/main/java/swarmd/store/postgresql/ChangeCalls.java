package swarmd.store.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Changes of one task each, as when it is completed or released, are one call. */
final class ChangeCalls implements GroupedCalls.Calls {
  private static final String RUN = "CALL swarmd.run(?::jsonb, NULL)";
  private static final String RUN_STEPS = "CALL swarmd.run_steps(?::jsonb, NULL)";
  private static final String RUN_WITH_BRANCHES = "CALL swarmd.run_with_branches(?::jsonb, NULL)";
  private static final String BRANCHES = "branches";
  private static final List<String> LARGER =
      List.of(
          "swarms", "inserts", "specs", "dependencies", "paused", "required", "limits", BRANCHES);

  private final BiFunction<String, String, CompletableFuture<JsonNode>> database;

  /**
   * @param database runs a statement with one JSON value
   */
  ChangeCalls(BiFunction<String, String, CompletableFuture<JsonNode>> database) {
    this.database = database;
  }

  @Override
  public boolean fit(List<JsonNode> group, JsonNode request) {
    return isSimple(group.get(0))
        && isSimple(request)
        && group.stream().noneMatch(each -> id(each) == id(request));
  }

  /** A group needs fewer statements. */
  @Override
  public boolean groupsOne(JsonNode request) {
    return isSimple(request);
  }

  private static boolean isSimple(JsonNode change) {
    return LARGER.stream().allMatch(name -> change.get(name).isEmpty())
        && List.of("expect", "updates", "events").stream()
            .allMatch(name -> change.get(name).size() == 1)
        && !change.get("expect").get(0).has("expired");
  }

  private static long id(JsonNode change) {
    return change.get("expect").get(0).get("id").asLong();
  }

  @Override
  public CompletableFuture<JsonNode> alone(JsonNode change) {
    return database.apply(
        change.get(BRANCHES).isEmpty() ? RUN : RUN_WITH_BRANCHES, change.toString());
  }

  @Override
  public CompletableFuture<Map<Integer, JsonNode>> together(List<JsonNode> group) {
    ArrayNode changes = JsonNodeFactory.instance.arrayNode();
    group.forEach(change -> changes.add(brief(change)));
    return database.apply(RUN_STEPS, changes.toString()).thenApply(answer -> split(group, answer));
  }

  private static ObjectNode brief(JsonNode change) {
    JsonNode expected = change.get("expect").get(0);
    ObjectNode brief = JsonNodeFactory.instance.objectNode();
    brief.setAll((ObjectNode) change.get("updates").get(0));
    brief.set("request_id", change.get("request_id"));
    brief.set("revision", expected.get("revision"));
    brief.set("event", change.get("events").get(0));
    return brief;
  }

  private static Map<Integer, JsonNode> split(List<JsonNode> group, JsonNode answer) {
    Set<Long> stored = new HashSet<>();
    answer.get("stored").forEach(id -> stored.add(id.asLong()));
    Map<Integer, JsonNode> answers = new TreeMap<>();
    for (int i = 0; i < group.size(); i++) {
      if (stored.contains(id(group.get(i)))) {
        answers.put(i, GroupedCalls.part(answer, answers.isEmpty()));
      }
    }
    return answers;
  }
}
