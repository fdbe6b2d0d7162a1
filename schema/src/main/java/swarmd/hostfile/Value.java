package swarmd.hostfile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JSON value with the offsets in its text at which it starts and ends. */
public sealed interface Value {
  int start();

  int end();

  /** As maps, lists, strings, numbers, booleans and an empty Optional for null, to compare. */
  Object plain();

  /** The parts of an object or array; a member starts at its name. */
  default List<Span> children() {
    return List.of();
  }

  /** The member of this name, if this is an object that has one. */
  default Optional<Value> get(String name) {
    return Optional.empty();
  }

  default Optional<String> text() {
    return Optional.empty();
  }

  default Optional<BigDecimal> number() {
    return Optional.empty();
  }

  default Optional<Boolean> flag() {
    return Optional.empty();
  }

  default boolean isNull() {
    return false;
  }

  /** The elements of an array; empty for any other value. */
  default List<Value> elements() {
    return List.of();
  }

  /** The members of an object, repeated names included; empty for any other value. */
  default List<Member> members() {
    return List.of();
  }

  /** The members of an object by name, the last one of each; empty for any other value. */
  default Map<String, Value> fields() {
    return Map.of();
  }

  /** A part of the text. */
  record Span(int start, int end) {}

  /** A name with its value. */
  record Member(String name, int start, Value value) {}

  /** <code>{...}</code> */
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

    /** The last member of this name, as hosts read repeated ones. */
    @Override
    public Optional<Value> get(String name) {
      return members.stream()
          .filter(member -> member.name().equals(name))
          .reduce((first, second) -> second)
          .map(Member::value);
    }

    @Override
    public Map<String, Value> fields() {
      Map<String, Value> fields = new LinkedHashMap<>();
      members.forEach(member -> fields.put(member.name(), member.value()));
      return fields;
    }
  }

  /** {@code [...]} */
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

  /** A string. */
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

    @Override
    public Optional<BigDecimal> number() {
      return isNull() || flag().isPresent() ? Optional.empty() : Optional.of(new BigDecimal(word));
    }

    @Override
    public Optional<Boolean> flag() {
      return switch (word) {
        case "true", "false" -> Optional.of(Boolean.valueOf(word));
        default -> Optional.empty();
      };
    }

    @Override
    public boolean isNull() {
      return word.equals("null");
    }
  }
}
