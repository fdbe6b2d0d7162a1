package swarmd.hostfile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON value, and where in its text it starts and ends. */
public sealed interface Value {
  int start();

  int end();

  /** As maps, lists, strings, numbers, booleans and empty Optionals, for comparing. */
  Object plain();

  /** What a container consists of; a member counts from its name on. */
  default List<Span> children() {
    return List.of();
  }

  /** The member of this name, if this is an object that has one. */
  default Optional<Value> get(String name) {
    return Optional.empty();
  }

  /** The text, if this is one. */
  default Optional<String> text() {
    return Optional.empty();
  }

  /** Elements of an array; nothing of all else. */
  default List<Value> elements() {
    return List.of();
  }

  /** Members of an object; nothing of all else. */
  default List<Member> members() {
    return List.of();
  }

  /** A part of the text. */
  record Span(int start, int end) {}

  /** A name with its value. */
  record Member(String name, int start, Value value) {}

  /** Curly brackets. */
  record ObjectValue(List<Member> members, int start, int end) implements Value {
    @Override
    public Object plain() {
      Map<String, Object> map = new LinkedHashMap<>();
      members.forEach(member -> map.put(member.name(), member.value().plain()));
      return map;
    }

    @Override
    public List<Span> children() {
      return members.stream().map(m -> new Span(m.start(), m.value().end())).toList();
    }

    /** Of several the last, as for the hosts. */
    @Override
    public Optional<Value> get(String name) {
      return members.stream()
          .filter(member -> member.name().equals(name))
          .reduce((first, second) -> second)
          .map(Member::value);
    }
  }

  /** Square brackets. */
  record ArrayValue(List<Value> elements, int start, int end) implements Value {
    @Override
    public Object plain() {
      List<Object> list = new ArrayList<>();
      elements.forEach(element -> list.add(element.plain()));
      return list;
    }

    @Override
    public List<Span> children() {
      return elements.stream().map(e -> new Span(e.start(), e.end())).toList();
    }
  }

  /** A text in quotes. */
  record TextValue(String value, int start, int end) implements Value {
    @Override
    public Object plain() {
      return value;
    }

    @Override
    public Optional<String> text() {
      return Optional.of(value);
    }
  }

  /** A number, true, false or null. */
  record Literal(String word, int start, int end) implements Value {
    @Override
    public Object plain() {
      return switch (word) {
        case "true", "false" -> Boolean.valueOf(word);
        case "null" -> Optional.empty();
        default -> new BigDecimal(word).stripTrailingZeros();
      };
    }
  }
}
