package swarmd.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads and writes JSON. */
public final class Json {
  private static final int MAX_DEPTH = 200;

  /** 16 MiB of tiny values would take many times as much memory once read. */
  private static final int MAX_TOKENS = 500_000;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String pretty(JsonNode node) {
    return node.toPrettyString();
  }

  /** Refuses what is no JSON, saying where. */
  public static JsonNode parse(byte[] body) {
    if (body.length == 0) {
      throw InvalidInput.because("the body is empty; send a JSON object");
    }
    try {
      return MAPPER.readTree(body);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : " at line %d, column %d"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw InvalidInput.because(
          "the body is not valid JSON" + where + ": " + e.getOriginalMessage());
    } catch (IOException e) {
      throw InvalidInput.because("the body is not valid JSON: " + e.getMessage());
    }
  }
}
