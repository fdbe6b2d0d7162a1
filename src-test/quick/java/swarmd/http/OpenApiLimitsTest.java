package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.common.DurationRange;
import swarmd.common.ListSize;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;
import swarmd.messages.MessageFilter;
import swarmd.messages.NewMessage;
import swarmd.sessions.Projects;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Lease;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.Tasks;

/** The OpenAPI document states the limits that the domain checks. */
final class OpenApiLimitsTest {
  private static final JsonNode DOCUMENT = load();

  private static JsonNode load() {
    try (InputStream in = OpenApiLimitsTest.class.getResourceAsStream("/openapi.yaml")) {
      return new YAMLMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Arguments> numbers() {
    return Stream.of(
        limit("Claim", ClaimRequest.LIMIT),
        limit("Claim", Task.ID),
        limit("AddOne", TaskSpec.PRIORITY),
        limit("AddOne", TaskSpec.WAVE),
        limit("AddOne", TaskSpec.MAX_ATTEMPTS),
        limit("TaskChange", TaskSpec.PRIORITY),
        limit("TaskChange", TaskSpec.WAVE),
        limit("NewTask", TaskSpec.PRIORITY),
        limit("NewTask", TaskSpec.WAVE),
        limit("NewTask", TaskSpec.MAX_ATTEMPTS),
        limit("AddOne", TaskSpec.NOT_BEFORE),
        limit("NewTask", TaskSpec.NOT_BEFORE),
        limit("TaskChange", TaskSpec.NOT_BEFORE),
        limit("ClaimLimit", ClaimLimits.MOST));
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void a_number_has_the_documented_range(String schema, NumberRange limit) {
    assertRange(property(schema, limit.field()), limit);
  }

  static Stream<NumberRange> listParameters() {
    return Stream.of(TaskFilter.LIMIT, TaskFilter.AFTER, TaskSpec.WAVE);
  }

  @ParameterizedTest
  @MethodSource("listParameters")
  void a_number_of_a_query_has_the_documented_range(NumberRange limit) {
    assertRange(listParameter(limit.field()), limit);
  }

  private static void assertRange(JsonNode documented, NumberRange limit) {
    assertThat(documented.get("minimum").asLong()).isEqualTo(limit.min());
    assertThat(documented.path("maximum").asLong(Long.MAX_VALUE)).isEqualTo(limit.max());
  }

  static Stream<Arguments> durations() {
    return Stream.of(
        limit("Claim", ClaimRequest.LEASE),
        limit("Claim", ClaimRequest.WAIT),
        limit("AddOne", TaskSpec.RETRY_WAIT),
        limit("NewTask", TaskSpec.RETRY_WAIT),
        limit("TaskChange", TaskSpec.RETRY_WAIT));
  }

  @ParameterizedTest
  @MethodSource("durations")
  void a_duration_has_the_documented_range(String schema, DurationRange limit) {
    JsonNode documented = property(schema, limit.field());

    assertThat(documented.get("minimum").asLong()).isEqualTo(limit.min().toMillis());
    assertThat(documented.get("maximum").asLong()).isEqualTo(limit.max().toMillis());
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        limit("Claim", Projects.DIRECTORY),
        limit("Claim", ClaimRequest.AGENT),
        limit("Claim", ClaimRequest.SESSION),
        limit("Claim", SwarmId.NAME),
        limit("Claim", ClaimRequest.REQUEST_ID),
        limit("Heartbeat", ClaimRequest.AGENT),
        limit("NewMessage", MessageFilter.TO),
        limit("NewMessage", NewMessage.TEXT),
        limit("NewMessage", NewMessage.REQUEST_ID),
        limit("AddOne", TaskSpec.KEY),
        limit("AddOne", SwarmId.NAME),
        limit("AddOne", TaskSpec.TITLE),
        limit("AddOne", TaskSpec.DESCRIPTION),
        limit("AddMany", SwarmId.NAME),
        limit("NewTask", TaskSpec.KEY),
        limit("NewTask", SwarmId.NAME),
        limit("NewTask", TaskSpec.TITLE),
        limit("NewTask", TaskSpec.DESCRIPTION),
        limit("TaskChange", TaskSpec.TITLE),
        limit("TaskChange", TaskSpec.DESCRIPTION),
        limit("TakeBack", TaskEvent.NOTE),
        limit("Renew", Lease.TOKEN),
        limit("Release", Lease.TOKEN),
        limit("Release", TaskEvent.NOTE),
        limit("Complete", Lease.TOKEN),
        limit("Complete", TaskState.RESULT),
        limit("Fail", Lease.TOKEN),
        limit("Fail", TaskState.ERROR));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_text_has_the_documented_length(String schema, TextLength limit) {
    JsonNode documented = property(schema, limit.field());

    assertThat(documented.path("minLength").asInt(0)).isEqualTo(limit.min());
    assertThat(documented.get("maxLength").asInt()).isEqualTo(limit.max());
  }

  static Stream<Arguments> lists() {
    return Stream.of(
        Arguments.of("Claim", ClaimRequest.FILES, ClaimRequest.FILE),
        Arguments.of("Claim", TaskSpec.TAGS, TaskSpec.TAG),
        Arguments.of("AddOne", TaskSpec.TAGS, TaskSpec.TAG),
        Arguments.of("NewTask", TaskSpec.TAGS, TaskSpec.TAG),
        Arguments.of("TaskChange", TaskSpec.FILES, TaskSpec.GLOB),
        Arguments.of("TaskChange", TaskSpec.TAGS, TaskSpec.TAG),
        Arguments.of("AddOne", TaskSpec.FILES, TaskSpec.GLOB),
        Arguments.of("NewTask", TaskSpec.FILES, TaskSpec.GLOB));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void a_list_of_texts_has_the_documented_size(String schema, ListSize size, TextLength each) {
    JsonNode documented = property(schema, size.field());

    assertSize(documented, size);
    assertThat(documented.at("/items/maxLength").asInt()).isEqualTo(each.max());
  }

  static Stream<Arguments> otherLists() {
    return Stream.of(
        Arguments.of("AddMany", Tasks.ADDED),
        Arguments.of("AddOne", NewTask.DEPENDENCIES),
        Arguments.of("TaskChange", NewTask.DEPENDENCIES));
  }

  @ParameterizedTest
  @MethodSource("otherLists")
  void a_list_has_the_documented_size(String schema, ListSize size) {
    assertSize(property(schema, size.field()), size);
  }

  private static void assertSize(JsonNode documented, ListSize size) {
    assertThat(documented.path("minItems").asInt(0)).isEqualTo(size.min());
    assertThat(documented.get("maxItems").asInt()).isEqualTo(size.max());
  }

  private static Arguments limit(String schema, Object limit) {
    return Arguments.of(schema, limit);
  }

  private static JsonNode property(String schema, String name) {
    JsonNode property = DOCUMENT.at("/components/schemas/" + schema + "/properties").get(name);
    assertThat(property).as(schema + "." + name).isNotNull();
    return property.has("$ref")
        ? DOCUMENT.at(property.get("$ref").asText().substring(1))
        : property;
  }

  private static JsonNode listParameter(String name) {
    return StreamSupport.stream(
            DOCUMENT.at("/paths/~1v1~1tasks/get/parameters").spliterator(), false)
        .filter(parameter -> parameter.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .get("schema");
  }
}
