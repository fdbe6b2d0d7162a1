package swarmd.builtin.memory;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * A line of a transcript that reports how full the context is.
 *
 * @param compacted whether the context was compacted here
 * @param tokens the host's count of tokens in use; 0 after a compaction
 */
record TranscriptLine(boolean compacted, long tokens) {
  private static final String COMPACTED = "compact_boundary";

  /** Empty for most lines, usually without parsing them. */
  static Optional<TranscriptLine> of(String line) {
    if (Stream.of(COMPACTED, "\"usage\"", "\"tokens\"").noneMatch(line::contains)) {
      return Optional.empty();
    }
    try {
      return of(Json.parse(line.getBytes(StandardCharsets.UTF_8)));
    } catch (InvalidInput e) {
      return Optional.empty();
    }
  }

  private static Optional<TranscriptLine> of(JsonNode line) {
    if (line.path("isSidechain").asBoolean()) {
      return Optional.empty();
    }
    if (line.path("subtype").asText().equals(COMPACTED)) {
      return Optional.of(new TranscriptLine(true, 0));
    }
    long tokens = usage(line.at("/message/usage")) + counted(line.path("tokens"));
    return tokens > 0 ? Optional.of(new TranscriptLine(false, tokens)) : Optional.empty();
  }

  private static long usage(JsonNode usage) {
    return Stream.of(
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens")
        .mapToLong(part -> number(usage.path(part)))
        .sum();
  }

  private static long counted(JsonNode tokens) {
    return number(tokens.path("total"));
  }

  /** Limited to int, so that a sum cannot overflow. */
  private static long number(JsonNode value) {
    return value.canConvertToInt() ? Math.max(0, value.asInt()) : 0;
  }
}
