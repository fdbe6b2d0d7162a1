package swarmd.hostfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.hostfile.Value.ArrayValue;
import swarmd.hostfile.Value.Literal;
import swarmd.hostfile.Value.Member;
import swarmd.hostfile.Value.ObjectValue;
import swarmd.hostfile.Value.TextValue;

/**
 * Reads JSON and keeps the position of each value, so that a file can be edited in place and a
 * problem reported with line and column.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 200;

  /** Parsing a decimal number takes quadratic time. */
  private static final int MAX_NUMBER_LENGTH = 1_000;

  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final Pattern LITERAL =
      Pattern.compile("true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d{1,4})?");

  private final String text;
  private final boolean comments;
  private int at;
  private int depth;

  private JsonReader(String text, boolean comments) {
    this.text = text;
    this.comments = comments;
  }

  /**
   * Reads a JSON text.
   *
   * @param comments whether comments are allowed, as in the settings of some hosts
   */
  public static Value read(String text, boolean comments) throws MalformedJson {
    JsonReader reader = new JsonReader(text, comments);
    Value value = reader.value();
    reader.skip();
    if (reader.at < text.length()) {
      throw reader.malformed("the end of the text was expected here");
    }
    return value;
  }

  /**
   * Reads a file, which may begin with a byte order mark; a blank file is read as an empty object.
   */
  public static Value readFile(Path file, boolean comments) throws IOException, MalformedJson {
    String json = decode(Files.readAllBytes(file));
    return read(json.isBlank() ? "{}" : json, comments);
  }

  /** The text of a file in UTF-8, without its byte order mark. */
  public static String decode(byte[] file) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file)).toString();
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private Value value() throws MalformedJson {
    skip();
    if (++depth > MAX_DEPTH) {
      throw malformed("nested too deeply");
    }
    Value value =
        switch (peek()) {
          case '{' -> object();
          case '[' -> array();
          case '"' -> text();
          default -> literal();
        };
    depth--;
    return value;
  }

  private ObjectValue object() throws MalformedJson {
    int start = at++;
    List<Member> members = new ArrayList<>();
    while (more('}', members.isEmpty())) {
      if (peek() != '"') {
        throw malformed("a name in quotes was expected here");
      }
      TextValue name = text();
      skip();
      if (peek() != ':') {
        throw malformed("':' was expected here");
      }
      at++;
      members.add(new Member(name.value(), name.start(), value()));
    }
    return new ObjectValue(List.copyOf(members), start, at);
  }

  private ArrayValue array() throws MalformedJson {
    int start = at++;
    List<Value> elements = new ArrayList<>();
    while (more(']', elements.isEmpty())) {
      elements.add(value());
    }
    return new ArrayValue(List.copyOf(elements), start, at);
  }

  /** Moves to the next element and returns true, or moves past the end and returns false. */
  private boolean more(char end, boolean first) throws MalformedJson {
    skip();
    if (peek() == end) {
      at++;
      return false;
    }
    if (!first) {
      if (peek() != ',') {
        throw malformed("',' or '" + end + "' was expected here");
      }
      at++;
      skip();
    }
    return true;
  }

  private TextValue text() throws MalformedJson {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(at);
      if (c < ' ') {
        throw malformed("a string must not contain a line break or control character");
      }
      at++;
      value.append(c == '\\' ? escaped() : c);
    }
    at++;
    return new TextValue(value.toString(), start, at);
  }

  private char escaped() throws MalformedJson {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> {
        at--;
        throw malformed("'\\" + c + "' is not a valid escape");
      }
    };
  }

  private char unicode() throws MalformedJson {
    if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
      throw malformed("four hexadecimal digits were expected here");
    }
    at += 4;
    return (char) Integer.parseInt(text, at - 4, at, 16);
  }

  private Literal literal() throws MalformedJson {
    Matcher matcher = LITERAL.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw malformed("a value was expected here");
    }
    if (matcher.end() - at > MAX_NUMBER_LENGTH) {
      throw malformed("a number must not have more than " + MAX_NUMBER_LENGTH + " characters");
    }
    int start = at;
    at = matcher.end();
    return new Literal(matcher.group(), start, at);
  }

  private void skip() throws MalformedJson {
    while (at < text.length()) {
      if (" \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      } else if (text.charAt(at) == '/') {
        if (!comments) {
          throw malformed("comments are not allowed");
        }
        at = Comments.end(text, at);
        if (at < 0) {
          at = text.length();
          throw malformed("the comment has no end");
        }
      } else {
        return;
      }
    }
  }

  private char peek() throws MalformedJson {
    if (at >= text.length()) {
      throw malformed("the text ends too early");
    }
    return text.charAt(at);
  }

  private MalformedJson malformed(String reason) {
    return new MalformedJson(Position.of(text, Math.min(at, text.length())), reason);
  }
}
