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
  /** The tasks: of a group by request, of one claim a list. */
  private static final String TAKEN = "taken";

  private static final List<String> SHARED = List.of("project", "swarm", "tags", "workstation");

  /** The shortest way that leads to a task, else the general one. */
  private static final String CLAIM =
      """
      SELECT coalesce(swarmd.claim_one(call), swarmd.claim_steps(call), swarmd.claim(call)::json)
      FROM (SELECT ?::jsonb AS call) one
      """;

  private static final String CLAIM_GROUP = "SELECT swarmd.claim_steps(?::jsonb)";

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
    return database
        .apply(CLAIM, request.toString())
        .thenApply(
            answer ->
                answer.get(TAKEN).isObject() ? split(answer, List.of(request)).get(0) : answer);
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
        .apply(CLAIM_GROUP, call.toString())
        .thenApply(answer -> answer.isNull() ? Map.of() : split(answer, group));
  }

  private static Map<Integer, JsonNode> split(JsonNode answer, List<JsonNode> group) {
    Map<Integer, JsonNode> answers = new TreeMap<>();
    for (int i = 0; i < group.size(); i++) {
      JsonNode taken = answer.get(TAKEN).path(requestId(group.get(i)));
      if (!taken.isMissingNode()) {
        ObjectNode one = GroupedCalls.part(answer, answers.isEmpty());
        one.putArray(TAKEN).add(taken);
        answers.put(i, one);
      }
    }
    return answers;
  }
}
