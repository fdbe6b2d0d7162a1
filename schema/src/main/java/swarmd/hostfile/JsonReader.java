package swarmd.hostfile;

import java.io.IOException;
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
 * Reads JSON and keeps the place of each value, so that a file can be changed without being written
 * anew.
 */
public final class JsonReader {
  private static final int MAX_DEPTH = 200;
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
   * Refuses what is no JSON, saying where.
   *
   * @param comments whether the host that reads the file passes over comments
   */
  public static Value read(String text, boolean comments) throws MalformedJson {
    JsonReader reader = new JsonReader(text, comments);
    Value value = reader.value();
    reader.skip();
    if (reader.at < text.length()) {
      throw reader.malformed("the end was expected here");
    }
    return value;
  }

  /** The same of a file, which may begin with a byte order mark or hold nothing at all. */
  public static Value readFile(Path file, boolean comments) throws IOException, MalformedJson {
    String text = Files.readString(file);
    String json = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    return read(json.isBlank() ? "{}" : json, comments);
  }

  private Value value() throws MalformedJson {
    skip();
    if (++depth > MAX_DEPTH) {
      throw malformed("nested too deep");
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

  /** Stands then where the next one starts, or behind the end. */
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
        throw malformed("a line break or control character in a text");
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
        throw malformed("no such escape: \\" + c);
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
          throw malformed("this host's settings may not have comments");
        }
        at = Comments.end(text, at);
        if (at < 0) {
          at = text.length();
          throw malformed("a comment without an end");
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

  private MalformedJson malformed(String why) {
    return new MalformedJson(text, Math.min(at, text.length()), why);
  }
}
