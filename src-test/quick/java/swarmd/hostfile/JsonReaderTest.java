package swarmd.hostfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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
  void each_value_has_its_position() throws MalformedJson {
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
        "{\"a\":\"\\x\"}          | 1 | 8  | is not a valid escape",
        "{\"a\":\"\\u12\"}        | 1 | 9  | hexadecimal",
        "{\"a\":nope}             | 1 | 6  | a value was expected",
        "{\"a\":01}               | 1 | 7  | ',' or '}'",
        "{} x                     | 1 | 4  | the end of the text",
        "{ // no                  | 1 | 3  | comments are not allowed",
      })
  void malformed_json_is_refused_with_line_and_column(
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
        .hasMessageContaining("the comment has no end");
  }

  @Test
  void nesting_has_a_limit() {
    assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000), false))
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void the_length_of_a_number_has_a_limit() throws MalformedJson {
    assertThat(JsonReader.read("1".repeat(1_000), false).number()).isPresent();
    assertThatThrownBy(() -> JsonReader.read("1".repeat(1_001), false))
        .hasMessageContaining("1000 characters");
  }

  @Test
  void a_value_can_be_read_only_as_its_own_type() throws MalformedJson {
    Value value = JsonReader.read("[1.50, false, null, \"x\", {\"a\":1,\"b\":2,\"a\":3}]", false);

    assertThat(value.elements())
        .extracting(Value::number)
        .startsWith(Optional.of(new BigDecimal("1.50")));
    assertThat(value.elements()).filteredOn(each -> each.number().isPresent()).hasSize(1);
    assertThat(value.elements().get(1).flag()).contains(false);
    assertThat(value.elements()).filteredOn(each -> each.flag().isPresent()).hasSize(1);
    assertThat(value.elements().get(2).isNull()).isTrue();
    assertThat(value.elements()).filteredOn(Value::isNull).hasSize(1);
    assertThat(value.elements().get(4).fields()).containsOnlyKeys("a", "b");
    assertThat(value.elements().get(4).fields().get("a").number()).contains(BigDecimal.valueOf(3));
    assertThat(value.fields()).isEmpty();
  }

  @Test
  void an_offset_is_shown_as_line_and_column() {
    String text = "a\n\nbc\r\nd";

    assertThat(Position.of(text, 0)).isEqualTo(new Position(1, 1));
    assertThat(Position.of(text, 1)).isEqualTo(new Position(1, 2));
    assertThat(Position.of(text, 2)).isEqualTo(new Position(2, 1));
    assertThat(Position.of(text, 4)).isEqualTo(new Position(3, 2));
    assertThat(Position.of(text, text.length())).isEqualTo(new Position(4, 2));
  }

  @Test
  void a_file_is_utf_8_with_or_without_a_byte_order_mark() throws CharacterCodingException {
    assertThat(JsonReader.decode("{}".getBytes(StandardCharsets.UTF_8))).isEqualTo("{}");
    assertThat(JsonReader.decode("\ufeff{}".getBytes(StandardCharsets.UTF_8))).isEqualTo("{}");
    assertThatThrownBy(() -> JsonReader.decode("\u00e9".getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOf(CharacterCodingException.class);
  }
}
