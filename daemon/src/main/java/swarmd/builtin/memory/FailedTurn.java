package swarmd.builtin.memory;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * A turn that ended with an error of the model's API, as the transcript has it. A host that ends
 * does not wait for the hook that would report it, and often ends that, too.
 *
 * @param error the host's word for it
 * @param text what the host showed
 */
public record FailedTurn(String error, String text, Instant at) {
  private static final String ANSWER = "\"assistant\"";
  private static final String FAILURE = "isApiErrorMessage";

  /**
   * Present if the conversation ends with a failure. Reads the disk.
   *
   * @param userFile a file of the user, who must also own the transcript
   */
  public static Optional<FailedTurn> lastIn(String path, Path userFile) {
    return Transcript.read(path, userFile)
        .flatMap(
            transcript ->
                transcript
                    .linesFromEnd()
                    .filter(line -> line.contains(ANSWER))
                    .flatMap(line -> parsed(line).stream())
                    .filter(line -> line.path("type").asText().equals("assistant"))
                    .filter(line -> !line.path("isSidechain").asBoolean())
                    .findFirst())
        .filter(line -> line.path(FAILURE).asBoolean())
        .flatMap(FailedTurn::of);
  }

  private static Optional<JsonNode> parsed(String line) {
    try {
      return Optional.of(Json.parse(line.getBytes(StandardCharsets.UTF_8)));
    } catch (InvalidInput e) {
      return Optional.empty();
    }
  }

  private static Optional<FailedTurn> of(JsonNode line) {
    try {
      return Optional.of(
          new FailedTurn(
              line.path("error").asText(),
              texts(line.at("/message/content")).collect(Collectors.joining(" ")),
              Instant.parse(line.path("timestamp").asText())));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Stream<String> texts(JsonNode content) {
    return StreamSupport.stream(content.spliterator(), false)
        .map(part -> part.path("text").asText());
  }
}
