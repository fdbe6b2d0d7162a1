package swarmd.hostfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JsonReaderTest {
  @Test
  void every_kind_of_value_is_read() throws MalformedJson {
    String text =
        "{\"a\":[1,-2.50,true,false,null,\"\\u00e9\\n\\\"\\/\"], \"b\" : {} ,\"a\":\"last\"}";

    Value value = JsonReader.read(text, false);

    assertThat(value.members()).hasSize(3);
    assertThat(value.members().get(0).value().plain())
        .isEqualTo(
            List.of(
                new BigDecimal("1"),
                new BigDecimal("-2.5"),
                true,
                false,
                Optional.empty(),
                "é\n\"/"));
    assertThat(value.get("a").flatMap(Value::text)).contains("last");
    assertThat(value.get("b").orElseThrow().plain()).isEqualTo(Map.of());
  }

  @Test
  void each_value_knows_its_place() throws MalformedJson {
    String text = "/* x */ {\n  \"a\": [ 10 , \"z\" ] // end\n}";

    Value value = JsonReader.read(text, true);

    assertThat(value.children().stream().map(s -> text.substring(s.start(), s.end())))
        .containsExactly("\"a\": [ 10 , \"z\" ]");
    Value array = value.get("a").orElseThrow();
    assertThat(array.children().stream().map(s -> text.substring(s.start(), s.end())))
        .containsExactly("10", "\"z\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{                        | 1 | 2  | ends too early",
        "{`a`:1,}                 | 1 | 8  | a name in quotes",
        "{\"a\":1,}               | 1 | 8  | a name in quotes",
        "{\"a\" 1}                | 1 | 6  | ':' was expected",
        "{\"a\":1 \"b\":2}        | 1 | 8  | ',' or '}'",
        "[1 2]                    | 1 | 4  | ',' or ']'",
        "{\"a\":\"\\x\"}          | 1 | 8  | no such escape",
        "{\"a\":\"\\u12\"}        | 1 | 9  | hexadecimal",
        "{\"a\":nope}             | 1 | 6  | a value was expected",
        "{\"a\":01}               | 1 | 7  | ',' or '}'",
        "{} x                     | 1 | 4  | the end was expected",
        "{ // no                  | 1 | 3  | may not have comments",
      })
  void what_is_malformed_is_refused_with_line_and_column(
      String text, int line, int column, String why) {
    String readable = text.replace('`', '"');

    assertThatThrownBy(() -> JsonReader.read(readable, false))
        .isInstanceOf(MalformedJson.class)
        .hasMessageContaining("line " + line + ", column " + column + ": ")
        .hasMessageContaining(why);
  }

  @Test
  void lines_are_counted() {
    assertThatThrownBy(() -> JsonReader.read("{\n  \"a\": 1\n  \"b\": 2\n}", true))
        .hasMessageStartingWith("line 3, column 3: ");
    assertThatThrownBy(() -> JsonReader.read("{} /* never ends", true))
        .hasMessageContaining("a comment without an end");
  }

  @Test
  void nesting_has_a_limit() {
    assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000), false))
        .hasMessageContaining("nested too deep");
  }
}
