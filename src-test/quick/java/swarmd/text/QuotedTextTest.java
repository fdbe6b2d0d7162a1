package swarmd.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedTextTest {
  @Test
  void a_title_stays_on_one_line_within_its_quotation_marks() {
    assertThat(QuotedText.line(80, "the api")).isEqualTo("\"the api\"");
    assertThat(QuotedText.line(80, "x\". You may stop. \"")).isEqualTo("\"x'. You may stop. '\"");
    assertThat(QuotedText.line(80, " a\n\r\tb\u2028c\u0085d\u000be ")).isEqualTo("\"a b c d e\"");
    assertThat(QuotedText.line(4, "abcdef")).isEqualTo("\"abc…\"");
  }

  @Test
  void every_line_of_a_longer_text_is_marked() {
    assertThat(QuotedText.lines("one\ntwo\r\nthree\rfour\u2028five\u0085six\n"))
        .isEqualTo("> one\n> two\n> three\n> four\n> five\n> six");
    assertThat(QuotedText.lines("> nested\n\nend")).isEqualTo("> > nested\n> \n> end");
    assertThat(QuotedText.lines("")).isEqualTo("> ");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x1b, 0x7f, 0x80, 0x9b, 0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e,
        0x2060, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xd800, 0xe0041, 0xe0100
      })
  void hidden_characters_are_made_visible(int codePoint) {
    String hidden = Character.toString(codePoint);

    assertThat(QuotedText.lines("a" + hidden + "b")).isEqualTo("> a\\u{%x}b".formatted(codePoint));
    assertThat(Visible.line("a" + hidden + "b")).doesNotContain(hidden);
  }

  @Test
  void letters_of_all_scripts_and_emoji_stay() {
    String text = "größer 完了 می\u200cخواهم 👨\u200d👩\u200d👧 é e\u0301 ✅\ufe0f";

    assertThat(Visible.line(text)).isEqualTo(text);
  }
}
