package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.settings.Settings.InvalidSettings;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;
import swarmd.testing.UnixHttp.Answer;

/** HTTP, the command line and the settings refuse the same values with the same words. */
final class SameLimitsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static InProcessDaemon daemon;
  private static Api api;
  private static Commands swarm;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
    api = daemon.api();
    swarm = new Commands(daemon::connect, daemon.project());
  }

  @AfterAll
  static void stop() {
    swarm.close();
    api.close();
    daemon.close();
  }

  /** A value, given to HTTP as a field and to a command as words. */
  record Given(String field, JsonNode value, List<String> words, String problem) {
    static Given of(String field, Object value, String option, Object typed, String problem) {
      return new Given(field, JSON.valueToTree(value), List.of(option, typed.toString()), problem);
    }

    /** In the same form for both interfaces. */
    static Given of(String field, Object value, String problem) {
      return of(field, value, "--" + field.replace('_', '-'), value, problem);
    }

    /** A list, which a command takes separated by commas. */
    static Given list(String field, List<?> values, String problem) {
      String typed = String.join(",", values.stream().map(Object::toString).toList());
      return of(field, values, "--" + field.replace('_', '-'), typed, problem);
    }

    static Given accepted(String field, Object value, String option, Object typed) {
      return of(field, value, option, typed, "");
    }

    String option() {
      return words.get(0);
    }

    @Override
    public String toString() {
      String shown = value.toString();
      return field + " " + (shown.length() > 30 ? shown.substring(0, 30) + "..." : shown);
    }
  }

  private static final String LEASE = "must be from 100 ms to 24 h, not ";
  private static final String WAIT = "must be from 0 s to 60 s, not ";
  private static final String COUNT = "must be from 1 to 1000, not ";
  private static final String PRIORITY = "must be from -1000000 to 1000000, not ";
  private static final String WAVE = "must be from 0 to 1000000, not ";
  private static final String BLANK = "must not be blank";
  private static final String LONG_NAME = "is longer than 256 characters";
  private static final String MANY = "has 1001 entries; at most 1000 are allowed";

  static Stream<Given> refusedClaims() {
    return Stream.of(
        Given.of("lease_ms", 0, "--lease", 0, LEASE + "0 s"),
        Given.of("lease_ms", -1_000, "--lease", -1, LEASE + "-1 s"),
        Given.of("lease_ms", 86_401_000, "--lease", 86_401, LEASE + "86401 s"),
        Given.of("lease_ms", 90_000_000, "--lease", 90_000, LEASE + "25 h"),
        Given.of("lease_ms", 978_307_200_000L, "--lease", 978_307_200, LEASE + "271752 h"),
        Given.of("wait_ms", 61_000, "--wait", 61, WAIT + "61 s"),
        Given.of("wait_ms", -1_000, "--wait", -1, WAIT + "-1 s"),
        Given.of("limit", 0, COUNT + "0"),
        Given.of("limit", 1_001, COUNT + "1001"),
        Given.of("limit", 5_000_000_000L, COUNT + "5000000000"),
        Given.of("agent", " ", BLANK),
        Given.of("agent", "a".repeat(257), LONG_NAME),
        Given.of("session", "s".repeat(257), LONG_NAME),
        Given.of("swarm", "s".repeat(257), LONG_NAME),
        Given.of("request_id", "", BLANK),
        Given.of("request_id", "r".repeat(257), LONG_NAME),
        Given.list("tags", List.of("t".repeat(101)), "is longer than 100 characters"),
        Given.list("tags", numbered(101), "has 101 entries; at most 100 are allowed"),
        Given.list("files", Collections.nCopies(1_001, "f"), MANY),
        Given.list("files", List.of("f".repeat(4_097)), "is longer than 4096 characters"));
  }

  @ParameterizedTest
  @MethodSource("refusedClaims")
  void a_claim_is_refused_with_the_same_words(Given given) {
    ObjectNode body = api.body().put("agent", "ann").set(given.field, given.value);

    assertThat(httpRefusal("/v1/tasks/claim", body)).isEqualTo(fieldProblem(given));
    assertThat(commandRefusal(words("task", "claim", given))).isEqualTo(optionProblem(given));
  }

  static Stream<Given> refusedTasks() {
    return Stream.of(
        Given.of("priority", 1_000_001, PRIORITY + "1000001"),
        Given.of("priority", -1_000_001, PRIORITY + "-1000001"),
        Given.of("priority", 5_000_000_000L, PRIORITY + "5000000000"),
        Given.of("wave", -1, WAVE + "-1"),
        Given.of("wave", 1_000_001, WAVE + "1000001"),
        Given.of("max_attempts", 0, COUNT + "0"),
        Given.of("max_attempts", 1_001, COUNT + "1001"),
        Given.of("swarm", "s".repeat(257), LONG_NAME),
        Given.list("files", List.of("["), "has an invalid glob: '['"),
        Given.list("files", List.of("f".repeat(1_001)), "is longer than 1000 characters"),
        Given.list("files", Collections.nCopies(1_001, "f"), MANY),
        Given.list("tags", List.of("t".repeat(101)), "is longer than 100 characters"),
        Given.list("tags", numbered(101), "has 101 entries; at most 100 are allowed"),
        Given.list("depends_on", Collections.nCopies(1_001, 1), MANY));
  }

  @ParameterizedTest
  @MethodSource("refusedTasks")
  void a_new_task_is_refused_with_the_same_words(Given given) {
    ObjectNode body = api.body().put("title", "sweep").set(given.field, given.value);

    assertThat(httpRefusal("/v1/tasks", body)).isEqualTo(fieldProblem(given));
    assertThat(commandRefusal(words("task", "add", given, "sweep")))
        .isEqualTo(optionProblem(given));
  }

  static Stream<Given> refusedChanges() {
    return Stream.concat(
        refusedTasks().filter(given -> !List.of("max_attempts", "swarm").contains(given.field)),
        Stream.of(
            Given.of("title", " ", BLANK),
            Given.of("title", "t".repeat(1_001), "is longer than 1000 characters")));
  }

  @ParameterizedTest
  @MethodSource("refusedChanges")
  void a_change_is_refused_with_the_same_words(Given given) {
    long id = api.add("sweep").get(0);
    ObjectNode body = Api.object().set(given.field, given.value);

    assertThat(message(patch(id, body))).isEqualTo(fieldProblem(given));
    assertThat(commandRefusal(words("task", "edit", given, "" + id)))
        .isEqualTo(optionProblem(given));
  }

  @Test
  void a_change_without_any_value_is_refused_with_the_same_words() {
    long id = api.add("sweep").get(0);
    String problem =
        "nothing to change; give a title, description, priority, wave, dependencies, files, tags,"
            + " checks or a time";

    assertThat(message(patch(id, Api.object()))).isEqualTo(problem);
    assertThat(commandRefusal("task", "edit", "" + id)).isEqualTo(problem);
  }

  private static Answer patch(long id, JsonNode body) {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    return api.http().send("PATCH", "/v1/tasks/" + id, Map.of(), bytes);
  }

  @ParameterizedTest
  @MethodSource("refusedTasks")
  void a_task_in_a_file_is_refused_like_one_in_a_request(Given given) {
    ObjectNode tasks = Api.object();
    tasks.withArray("tasks").addObject().put("title", "fine");
    tasks.withArray("tasks").addObject().put("title", "sweep").set(given.field, given.value);
    String problem = "field 'tasks[1].%s' %s".formatted(given.field, given.problem);

    ObjectNode body = tasks.deepCopy().put("project", daemon.project().toString());
    assertThat(httpRefusal("/v1/tasks", body)).isEqualTo(problem);
    assertThat(refusal(swarm.runWithInput(tasks.toString(), "task", "add", "-")))
        .isEqualTo("standard input: " + problem);
  }

  @ParameterizedTest
  @CsvSource({"' ', must not be blank", "1001, is longer than 1000 characters"})
  void a_title_is_refused_with_the_same_words(String title, String problem) {
    String wrong = title.isBlank() ? title : "t".repeat(Integer.parseInt(title));

    assertThat(httpRefusal("/v1/tasks", api.body().put("title", wrong)))
        .isEqualTo("field 'title' " + problem);
    assertThat(commandRefusal("task", "add", wrong)).isEqualTo("TITLE " + problem);
  }

  @Test
  void too_many_tasks_at_once_are_refused_with_the_same_words() {
    ObjectNode body = api.body();
    for (int i = 0; i < 10_001; i++) {
      body.withArray("tasks").addObject().put("title", "t");
    }
    String problem = "'tasks' has 10001 entries; at most 10000 are allowed";

    assertThat(httpRefusal("/v1/tasks", body)).isEqualTo("field " + problem);
    assertThat(refusal(swarm.runWithInput("t\n".repeat(10_001), "task", "add", "-")))
        .isEqualTo(problem);
  }

  static Stream<Given> refusedLists() {
    return Stream.of(
        Given.of("limit", 0, COUNT + "0"),
        Given.of("limit", 1_001, COUNT + "1001"),
        Given.of("after", -1, "must be at least 0, not -1"),
        Given.of("wave", -1, WAVE + "-1"),
        Given.of("agent", "a".repeat(257), LONG_NAME),
        Given.of("search", "s".repeat(1_001), "is longer than 1000 characters"),
        Given.of("tags", "t".repeat(101), "is longer than 100 characters"),
        Given.of("swarm", "s".repeat(257), LONG_NAME));
  }

  private static List<String> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> "t" + i).toList();
  }

  @ParameterizedTest
  @MethodSource("refusedLists")
  void a_list_is_refused_with_the_same_words(Given given) {
    Answer answer = api.http().get("/v1/tasks?" + given.field + "=" + given.value.asText());

    assertThat(message(answer))
        .isEqualTo("parameter '%s' %s".formatted(given.field, given.problem));
    assertThat(commandRefusal(words("task", "list", given))).isEqualTo(optionProblem(given));
  }

  @Test
  void an_invalid_event_id_is_refused_with_the_same_words() {
    String problem = "must be at least 0, not -1";

    assertThat(message(api.http().get("/v1/events?since=-1")))
        .isEqualTo("parameter 'since' " + problem);
    assertThat(commandRefusal("events", "--since", "-1")).isEqualTo("--since " + problem);
  }

  static Stream<Given> refusedTokens() {
    return Stream.of(Given.of("token", "", BLANK), Given.of("token", "t".repeat(257), LONG_NAME));
  }

  @ParameterizedTest
  @MethodSource("refusedTokens")
  void a_token_is_refused_with_the_same_words_at_every_step(Given given) {
    for (String step : List.of("renew", "release", "complete", "fail")) {
      ObjectNode body = Api.object().set("token", given.value);

      assertThat(httpRefusal("/v1/tasks/1/" + step, body)).isEqualTo(fieldProblem(given));
      assertThat(commandRefusal(words("task", step, given, "1"))).isEqualTo(optionProblem(given));
    }
  }

  @Test
  void a_task_id_is_refused_with_the_same_words_at_every_step() {
    String problem = "must be at least 1, not 0";
    for (String step :
        List.of("renew", "release", "complete", "fail", "retry", "cancel", "reopen")) {
      ObjectNode body = Api.object().put("token", "t");
      assertThat(httpRefusal("/v1/tasks/0/" + step, body)).isEqualTo("parameter 'id' " + problem);
    }
    for (String step : List.of("renew", "release", "complete", "fail")) {
      assertThat(commandRefusal("task", step, "0", "--token", "t")).isEqualTo("ID " + problem);
    }
    for (String step : List.of("retry", "cancel", "reopen", "show", "claim")) {
      assertThat(commandRefusal("task", step, "0")).isEqualTo("ID " + problem);
    }
    assertThat(message(api.http().get("/v1/tasks/0"))).isEqualTo("parameter 'id' " + problem);
    assertThat(httpRefusal("/v1/tasks/claim", api.body().put("agent", "a").put("id", 0)))
        .isEqualTo("field 'id' " + problem);
  }

  @Test
  void a_session_id_is_refused_with_the_same_words() {
    String problem =
        "must be 1 to 256 letters, digits, '_' and '-', starting with a letter or a digit,"
            + " not '-x'";
    String address = "/v1/modes/ralph?session=-x&project=" + daemon.project();

    assertThat(message(api.http().send("PUT", address, Map.of(), new byte[0])))
        .isEqualTo("parameter 'session' " + problem);
    assertThat(commandRefusal("mode", "start", "ralph", "--session=-x"))
        .isEqualTo("--session " + problem);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "-1000, -1 s", "99, 99 ms", "86400001, 86400001 ms", "90000000, 25 h"})
  void the_lease_setting_is_refused_with_the_words_for_a_claim(long millis, String shown) {
    String setting = "SWARMD_LEASE_MS";

    assertThat(httpRefusal("/v1/tasks/claim", api.body().put("agent", "a").put("lease_ms", millis)))
        .isEqualTo("field 'lease_ms' " + LEASE + shown);
    assertThatThrownBy(() -> InProcessDaemon.start(Map.of(setting, Long.toString(millis))).close())
        .isInstanceOf(InvalidSettings.class)
        .hasMessage("%s %s%s (environment %1$s)".formatted(setting, LEASE, shown));
  }

  static Stream<Given> acceptedClaims() {
    return Stream.of(
        Given.accepted("lease_ms", 1_000, "--lease", 1),
        Given.accepted("lease_ms", 86_400_000, "--lease", 86_400),
        Given.accepted("wait_ms", 0, "--wait", 0),
        Given.accepted("limit", 1, "--limit", 1),
        Given.accepted("limit", 1_000, "--limit", 1_000),
        Given.accepted("agent", "a".repeat(256), "--agent", "a".repeat(256)),
        Given.accepted("session", "s".repeat(256), "--session", "s".repeat(256)),
        Given.accepted("swarm", "s".repeat(256), "--swarm", "s".repeat(256)),
        Given.accepted("swarm", "", "--swarm", ""),
        Given.accepted("request_id", "r".repeat(256), "--request-id", "r".repeat(256)));
  }

  @ParameterizedTest
  @MethodSource("acceptedClaims")
  void the_smallest_and_the_largest_values_of_a_claim_are_accepted(Given given) {
    try (InProcessDaemon own = InProcessDaemon.start();
        Api ownApi = own.api();
        Commands ownSwarm = new Commands(own::connect, own.project())) {
      String name = given.field.equals("swarm") ? given.value.asText() : "default";
      ownApi.post("/v1/tasks", ownApi.body().put("title", "one").put("swarm", name));
      ObjectNode body = ownApi.body().put("agent", "ann").set(given.field, given.value);

      assertThat(ownApi.claim(body).id()).isEqualTo(1);

      ownApi.post("/v1/tasks", ownApi.body().put("title", "two").put("swarm", name));
      Result claimed = ownSwarm.run(words("task", "claim", given));
      assertThat(claimed.out()).as(claimed.err()).startsWith("task 2  two\n");
    }
  }

  @Test
  void the_shortest_lease_and_the_longest_wait_are_accepted_by_http() {
    long id = api.add("sweep").get(0);
    ObjectNode claim = api.body().put("agent", "ann").put("id", id);

    api.claim(claim.put("lease_ms", 100).put("wait_ms", 60_000));

    assertThat(api.show(id).at("/task/lease/expires_at").asLong())
        .isEqualTo(daemon.time().millis() + 100);
  }

  static Stream<Given> acceptedTasks() {
    return Stream.of(
        Given.accepted("priority", -1_000_000, "--priority", -1_000_000),
        Given.accepted("priority", 1_000_000, "--priority", 1_000_000),
        Given.accepted("wave", 0, "--wave", 0),
        Given.accepted("wave", 1_000_000, "--wave", 1_000_000),
        Given.accepted("max_attempts", 1, "--max-attempts", 1),
        Given.accepted("max_attempts", 1_000, "--max-attempts", 1_000),
        Given.accepted("swarm", "s".repeat(256), "--swarm", "s".repeat(256)),
        Given.list("files", Collections.nCopies(1_000, "f"), ""),
        Given.list("files", List.of("f".repeat(1_000)), ""));
  }

  @ParameterizedTest
  @MethodSource("acceptedTasks")
  void the_smallest_and_the_largest_values_of_a_task_are_accepted(Given given) {
    ObjectNode body = api.body().put("title", "t".repeat(1_000)).set(given.field, given.value);

    JsonNode byHttp = api.post("/v1/tasks", body).at("/tasks/0");
    Result added = swarm.run(words("task", "add", given, "t".repeat(1_000), "--json"));

    assertThat(added.exit()).as(added.err()).isZero();
    assertThat(byHttp.get(given.field)).isEqualTo(given.value);
    assertThat(Api.json(added.out()).at("/tasks/0").get(given.field)).isEqualTo(given.value);
  }

  @Test
  void a_blank_swarm_name_means_the_default_swarm_in_both_interfaces() {
    JsonNode byHttp = api.post("/v1/tasks", api.body().put("title", "x").put("swarm", " "));
    Result byCommand = swarm.run("task", "add", "x", "--swarm", " ", "--json");

    assertThat(byHttp.at("/tasks/0/swarm").asText()).isEqualTo("default");
    assertThat(Api.json(byCommand.out()).at("/tasks/0/swarm").asText()).isEqualTo("default");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/tasks/1/renew", "/v1/agents/heartbeat"})
  void a_renewal_cannot_change_the_lease_duration(String path) {
    ObjectNode body =
        path.endsWith("renew") ? Api.object().put("token", "t") : api.body().put("agent", "ann");

    assertThat(httpRefusal(path, body.put("lease_ms", 1_000)))
        .startsWith("unknown field 'lease_ms'");
  }

  private static String[] words(String command, String step, Given given, String... more) {
    List<String> words = new ArrayList<>(List.of(command, step));
    words.addAll(List.of(more));
    words.addAll(given.words);
    return words.toArray(String[]::new);
  }

  private static String fieldProblem(Given given) {
    return "field '%s' %s".formatted(given.field, given.problem);
  }

  private static String optionProblem(Given given) {
    return given.option() + " " + given.problem;
  }

  private static String httpRefusal(String path, JsonNode body) {
    return message(api.http().post(path, body.toString()));
  }

  private static String message(Answer answer) {
    assertThat(Api.refusal(answer)).as(answer.text()).isEqualTo("400 invalid_request");
    return Api.json(answer.text()).at("/error/message").asText();
  }

  private static String commandRefusal(String... words) {
    return refusal(swarm.run(words));
  }

  /** One line on standard error, without the name of the program. */
  private static String refusal(Result result) {
    assertThat(result.exit()).as(result.err()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).startsWith("swarm: ").endsWith("\n");
    return result.err().substring("swarm: ".length(), result.err().length() - 1);
  }
}
