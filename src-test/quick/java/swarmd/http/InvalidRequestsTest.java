package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** An invalid request gets a reason and has no effect; its connection stays open. */
final class InvalidRequestsTest {
  private InProcessDaemon daemon;
  private UnixHttp http;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start();
    http = daemon.connect();
  }

  @AfterEach
  void connection_still_works_and_nothing_was_stored() {
    assertThat(http.get("/v1/tasks").text()).isEqualTo("{\"tasks\":[]}");
    http.close();
    daemon.close();
  }

  private String complaint(String body) {
    return complaint(bytes(body));
  }

  private String complaint(byte[] body) {
    return complaint(http.send("POST", "/v1/tasks", Map.of(), body));
  }

  private static String complaint(Answer answer) {
    assertThat(Api.refusal(answer)).as(answer.text()).isEqualTo("400 invalid_request");
    return message(answer);
  }

  @Test
  void broken_json_is_refused_with_its_line_and_column() {
    assertThat(complaint("{\n  \"project\": \"/p\",\n  \"title\" \"x\"}"))
        .contains("not valid JSON, line 3, column 11: ':' was expected here");
    assertThat(complaint("{\"project\":\"/p\"")).contains("not valid JSON, line 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "7", "\"text\"", "null", "true"})
  void a_body_that_is_not_an_object_is_refused(String body) {
    assertThat(complaint(body)).isEqualTo("the body must be a JSON object");
  }

  @Test
  void an_empty_body_is_refused() {
    assertThat(complaint("")).contains("the body is empty");
  }

  @Test
  void a_misspelt_field_that_is_required_is_named_with_the_right_one() {
    assertThat(complaint("{\"project\":\"/p\",\"titel\":\"x\"}"))
        .isEqualTo("unknown field 'titel'; did you mean 'title'?");
    assertThat(complaint("{\"projct\":\"/p\",\"title\":\"x\"}"))
        .isEqualTo("unknown field 'projct'; did you mean 'project'?");
    assertThat(complaint("{\"project\":\"/p\",\"tasks\":[{\"titel\":\"x\"}]}"))
        .isEqualTo("unknown field 'tasks[0].titel'; did you mean 'title'?");
    assertThat(complaint("{\"project\":\"/p\",\"colour\":\"x\"}"))
        .isEqualTo("field 'title' is missing; it must be a string");
  }

  @Test
  void a_path_or_method_that_does_not_exist_is_refused_with_those_that_do() {
    assertThat(message(http.get("/v1/taskss")))
        .isEqualTo("there is nothing at /v1/taskss; did you mean '/v1/tasks'?");
    assertThat(message(http.get("/v1/bogus/bogus")))
        .isEqualTo("there is nothing at /v1/bogus/bogus; all paths are in docs/reference/api.md");
    assertThat(message(http.send("PUT", "/v1/tasks", Map.of(), new byte[0])))
        .isEqualTo("/v1/tasks does not support PUT; it supports GET, POST");
  }

  @Test
  void a_task_or_swarm_that_does_not_exist_is_refused_with_the_way_to_those_that_do() {
    String body = "{\"project\":\"/p\"}";
    assertThat(message(http.get("/v1/tasks/7")))
        .isEqualTo("there is no task 7; see: swarm task list -a");
    assertThat(message(http.send("POST", "/v1/tasks/7/cancel", Map.of(), bytes("{}"))))
        .isEqualTo("there is no task 7; see: swarm task list -a");
    assertThat(message(http.send("POST", "/v1/swarms/x/pause", Map.of(), bytes(body))))
        .isEqualTo(
            "there is no swarm 'x' in /p, which has no tasks yet; add one with: swarm task add");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String message(Answer answer) {
    return Api.json(answer.text()).at("/error/message").asText();
  }

  @Test
  void two_objects_in_one_body_are_refused() {
    String task = "{\"project\":\"/p\",\"title\":\"x\"}";
    assertThat(complaint(task + task)).contains("not valid JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "0x10", "1_000", "010", "+1", "1e5", "1.0", "1e999"})
  void a_number_that_is_not_whole_or_not_json_is_refused(String number) {
    complaint("{\"project\":\"/p\",\"title\":\"x\",\"priority\":" + number + "}");
  }

  @Test
  void a_number_with_a_million_digits_is_refused() {
    complaint("{\"project\":\"/p\",\"title\":\"x\",\"priority\":" + "9".repeat(1_000_000) + "}");
  }

  @Test
  void a_number_beyond_64_bits_is_refused() {
    assertThat(
            complaint("{\"project\":\"/p\",\"title\":\"x\",\"depends_on\":[9223372036854775808]}"))
        .contains("depends_on");
    assertThat(complaint("{\"project\":\"/p\",\"title\":\"x\",\"wave\":-9223372036854775809}"))
        .contains("wave");
  }

  @Test
  void nesting_ten_thousand_deep_is_refused() {
    complaint("[".repeat(10_000) + "]".repeat(10_000));
    complaint("{\"a\":".repeat(10_000) + "1" + "}".repeat(10_000));
  }

  @Test
  void invalid_utf8_is_refused() {
    byte[] body = "{\"project\":\"/p\",\"title\":\"xx\"}".getBytes(StandardCharsets.UTF_8);
    body[body.length - 4] = (byte) 0xc3;
    body[body.length - 3] = (byte) 0x28;
    assertThat(complaint(body)).contains("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/tasks?project=/p%c0%afq",
        "/v1/tasks?%ff=1",
        "/v1/tasks/%ff",
        "/v1/tasks?a=%"
      })
  void a_url_that_is_no_utf_8_is_refused(String path) {
    assertThat(http.get(path).status()).isEqualTo(400);
  }

  @Test
  void a_relative_or_malformed_path_is_refused() {
    assertThat(complaint("{\"project\":\"here\",\"title\":\"x\"}")).contains("absolute path");
    assertThat(complaint("{\"project\":\"/a\\u0000b\",\"title\":\"x\"}"))
        .contains("must not contain the character U+0000");
  }

  @Test
  void tasks_that_depend_on_each_other_in_a_circle_are_refused() {
    assertThat(
            complaint(
                """
                {"project":"/p","tasks":[{"key":"a","title":"x","depends_on":["b"]},
                                         {"key":"b","title":"y","depends_on":["a"]}]}
                """))
        .contains("circle");
    assertThat(complaint("{\"project\":\"/p\",\"title\":\"x\",\"depends_on\":[1]}"))
        .contains("not in this project");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "a{b", "", "[z-a]"})
  void a_malformed_glob_is_refused(String glob) {
    String task = "{\"project\":\"/p\",\"title\":\"x\",\"files\":[\"" + glob + "\"]}";
    assertThat(complaint(task)).contains("files").contains("'" + glob + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/tasks?limit=0, limit",
    "/v1/tasks?limit=1001, limit",
    "/v1/tasks?limit=many, limit",
    "/v1/tasks?after=-1, after",
    "/v1/tasks?status=finished, status",
    "/v1/tasks?project=here, project",
    "/v1/status?project=here, project",
    "/v1/events?since=-1, since",
    "/v1/events?since=x, since",
    "/v1/events?project=here, project",
    "/v1/tasks/0, parameter 'id'",
    "/v1/tasks/seven, parameter 'id'",
    "/v1/tasks/9223372036854775808, parameter 'id'",
    "/v1/tasks?limit=%zz, URL",
  })
  void an_invalid_parameter_is_named(String address, String name) {
    assertThat(complaint(http.get(address))).contains(name);
  }
}
