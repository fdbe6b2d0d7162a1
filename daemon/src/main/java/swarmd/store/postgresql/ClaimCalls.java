package swarmd.store.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Claims of one task each, which differ in nothing but who asks, are one call. */
final class ClaimCalls implements GroupedCalls.Calls {
  private static final List<String> SHARED = List.of("project", "swarm", "tags", "workstation");

  /** The short way if it leads to a task, else the general one. */
  private static final String CLAIM =
      """
      SELECT coalesce(swarmd.claim_next(call), swarmd.claim(call))
      FROM (SELECT ?::jsonb AS call) one
      """;

  private final BiFunction<String, String, CompletableFuture<JsonNode>> database;

  /**
   * @param database runs a statement with one JSON value
   */
  ClaimCalls(BiFunction<String, String, CompletableFuture<JsonNode>> database) {
    this.database = database;
  }

  @Override
  public boolean fit(List<JsonNode> group, JsonNode request) {
    JsonNode first = group.get(0);
    return isSimple(first)
        && isSimple(request)
        && SHARED.stream().allMatch(name -> first.path(name).equals(request.path(name)))
        && group.stream().noneMatch(each -> requestId(each).equals(requestId(request)));
  }

  /** If there is nothing to claim, only the call alone knows why. */
  @Override
  public boolean groupsOne(JsonNode request) {
    return false;
  }

  private static boolean isSimple(JsonNode request) {
    return request.get("limit").asInt() == 1
        && request.get("prefer").isEmpty()
        && !request.has("id");
  }

  private static String requestId(JsonNode request) {
    return request.get("request_id").asText();
  }

  @Override
  public CompletableFuture<JsonNode> alone(JsonNode request) {
    return database.apply(CLAIM, request.toString());
  }

  @Override
  public CompletableFuture<Map<Integer, JsonNode>> together(List<JsonNode> group) {
    ObjectNode call = JsonNodeFactory.instance.objectNode();
    SHARED.stream()
        .filter(group.get(0)::has)
        .forEach(name -> call.set(name, group.get(0).get(name)));
    ArrayNode requests = call.putArray("requests");
    group.forEach(requests::add);
    return database
        .apply("SELECT swarmd.claim_group(?::jsonb)", call.toString())
        .thenApply(ClaimCalls::split);
  }

  /** All bring what all got; it is copied with the first one, whose answer is used first. */
  private static Map<Integer, JsonNode> split(JsonNode answer) {
    Map<Integer, JsonNode> answers = new TreeMap<>();
    answer
        .get("taken")
        .properties()
        .forEach(
            entry -> {
              ObjectNode one = JsonNodeFactory.instance.objectNode();
              one.putArray("taken").add(entry.getValue());
              one.set("now", answer.get("now"));
              one.set("tasks", answer.get("tasks"));
              one.set("swarms", answer.get("swarms"));
              answers.put(Integer.parseInt(entry.getKey()) - 1, one);
            });
    answers.values().stream().skip(1).forEach(one -> ((ObjectNode) one).put("copied", true));
    return answers;
  }
}
