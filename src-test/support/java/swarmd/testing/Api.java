package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import swarmd.testing.UnixHttp.Answer;

/** One connection for one project; a refusal fails the test. */
public final class Api implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final UnixHttp http;
  private final Path project;

  private Api(UnixHttp http, Path project) {
    this.http = http;
    this.project = project;
  }

  public static Api on(UnixHttp http, Path project) {
    return new Api(http, project);
  }

  public static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  public UnixHttp http() {
    return http;
  }

  public Path project() {
    return project;
  }

  /** A request body for this project. */
  public ObjectNode body() {
    return object().put("project", project.toString());
  }

  public JsonNode get(String path) {
    return accepted(http.get(path));
  }

  public JsonNode post(String path, JsonNode body) {
    return accepted(http.post(path, body.toString()));
  }

  private static JsonNode accepted(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
    return json(answer.text());
  }

  /** The status and error code of a request that is refused. */
  public String refusal(String path, JsonNode body) {
    return refusal(http.post(path, body.toString()));
  }

  public static String refusal(Answer answer) {
    return answer.status() + " " + json(answer.text()).at("/error/code").asText();
  }

  /** Returns the new tasks' ids. */
  public List<Long> add(String... titles) {
    ObjectNode body = body();
    Stream.of(titles).forEach(title -> body.withArray("tasks").addObject().put("title", title));
    return ids(post("/v1/tasks", body));
  }

  public static List<Long> ids(JsonNode tasks) {
    return StreamSupport.stream(tasks.get("tasks").spliterator(), false)
        .map(task -> task.get("id").asLong())
        .toList();
  }

  /** The titles of the tasks in a list with this query. */
  public List<String> titles(String query) {
    return get("/v1/tasks" + query).get("tasks").findValuesAsText("title");
  }

  /** Expects to get a task. */
  public Held claim(String agent) {
    return Held.of(post("/v1/tasks/claim", body().put("agent", agent)));
  }

  public Held claim(ObjectNode body) {
    return Held.of(post("/v1/tasks/claim", body));
  }

  public JsonNode complete(Held held) {
    return step(held, "complete");
  }

  public JsonNode step(Held held, String step) {
    return post(held.path(step), held.proof());
  }

  /** The number of connections to the daemon, including this one. */
  public int connections() {
    return get("/v1/status").at("/daemon/connections").asInt();
  }

  public JsonNode show(long id) {
    return get("/v1/tasks/" + id);
  }

  public List<String> history(long id) {
    return StreamSupport.stream(show(id).get("history").spliterator(), false)
        .map(event -> event.get("kind").asText())
        .toList();
  }

  @Override
  public void close() {
    http.close();
  }

  /** A claimed task and its token. */
  public record Held(long id, String token, long fence) {
    public static Held of(JsonNode claimed) {
      assertThat(claimed.get("tasks")).as(claimed.toString()).hasSize(1);
      JsonNode task = claimed.at("/tasks/0");
      return new Held(
          task.get("id").asLong(),
          task.at("/lease/token").asText(),
          task.at("/lease/fence").asLong());
    }

    public String path(String step) {
      return "/v1/tasks/" + id + "/" + step;
    }

    public ObjectNode proof() {
      return object().put("token", token);
    }
  }
}
