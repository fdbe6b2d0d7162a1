package swarmd.userhooks;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.Member;
import swarmd.hostfile.Value.ObjectValue;
import swarmd.usage.UsageProblem;
import swarmd.userhooks.UserHook.Behaviour;

/** Reads the fields of a JSON object in a settings file. A field that is null counts as absent. */
final class ObjectReader {
  private static final int MAX_QUOTED = 40;

  private final Value object;
  private final Map<String, Value> fields;
  private final Problems problems;

  /**
   * @param description of the object, for messages
   * @throws InvalidEntry if it is not an object
   */
  ObjectReader(Value object, String description, Problems problems) {
    if (!(object instanceof ObjectValue)) {
      throw new InvalidEntry(object, description + " must be an object, not " + describe(object));
    }
    this.object = object;
    this.fields = object.fields();
    this.problems = problems;
    reportRepeated();
  }

  /** Nobody would notice that a later entry replaces a guard. */
  private void reportRepeated() {
    Set<String> seen = new HashSet<>();
    Set<String> repeated = new LinkedHashSet<>();
    for (Member member : object.members()) {
      if (!seen.add(member.name())) {
        repeated.add(member.name());
      }
    }
    for (String name : repeated) {
      problems.report(
          fields.get(name), "'" + name + "' occurs more than once; only this one counts");
    }
  }

  /** Unknown fields are probably misspelt, or belong to another host. */
  void reportUnknown(Set<String> known) {
    fields.forEach(
        (name, value) -> {
          if (!known.contains(name)) {
            problems.report(
                value,
                "'%s' is unknown and has no effect%s"
                    .formatted(
                        name,
                        UsageProblem.suggested(name, known)
                            .orElseGet(
                                () ->
                                    "; known fields are "
                                        + known.stream()
                                            .sorted()
                                            .collect(Collectors.joining(", ")))));
          }
        });
  }

  /** All fields in their order, the last one of each name. */
  Map<String, Value> fields() {
    return fields;
  }

  Optional<Value> field(String name) {
    return Optional.ofNullable(fields.get(name)).filter(value -> !value.isNull());
  }

  /**
   * @throws InvalidEntry if it is missing
   */
  Value required(String name) {
    return field(name).orElseThrow(() -> new InvalidEntry(object, "'" + name + "' is missing"));
  }

  /**
   * @throws InvalidEntry if it is missing, not a string, blank, or contains a NUL character
   */
  String requiredText(String name) {
    Value value = required(name);
    String text = text(name, value);
    if (text.isBlank()) {
      throw new InvalidEntry(value, "'" + name + "' must not be blank");
    }
    if (text.indexOf('\0') >= 0) {
      throw new InvalidEntry(value, "'" + name + "' must not contain a NUL character");
    }
    return text;
  }

  Optional<String> text(String name) {
    return valid(name, value -> text(name, value));
  }

  /**
   * @throws InvalidEntry if it is not a string
   */
  static String text(String name, Value value) {
    return value.text().orElseThrow(() -> mustBe(name, "a string", value));
  }

  Optional<Boolean> flag(String name) {
    return valid(
        name, value -> value.flag().orElseThrow(() -> mustBe(name, "true or false", value)));
  }

  Optional<Integer> integer(String name, int min, int max) {
    return valid(
        name,
        value ->
            value
                .number()
                .filter(number -> number.stripTrailingZeros().scale() <= 0)
                .filter(number -> number.compareTo(BigDecimal.valueOf(min)) >= 0)
                .filter(number -> number.compareTo(BigDecimal.valueOf(max)) <= 0)
                .map(BigDecimal::intValue)
                .orElseThrow(
                    () -> mustBe(name, "a whole number from %d to %d".formatted(min, max), value)));
  }

  Optional<Duration> timeout(String name) {
    return valid(
        name,
        value ->
            value
                .number()
                .flatMap(HookTimeout::ofSeconds)
                .orElseThrow(
                    () ->
                        mustBe(
                            name,
                            "a number of seconds up to " + HookTimeout.MAX.toSeconds(),
                            value)));
  }

  Optional<Behaviour> behaviour(String name) {
    return valid(
        name,
        value ->
            value
                .text()
                .flatMap(Behaviour::named)
                .orElseThrow(() -> mustBe(name, "ignore, deny or ask", value)));
  }

  /** A field with an invalid value is reported and counts as absent. */
  private <T> Optional<T> valid(String name, Function<Value, T> reading) {
    try {
      return field(name).map(reading);
    } catch (InvalidEntry e) {
      problems.report(e);
      return Optional.empty();
    }
  }

  static InvalidEntry mustBe(String name, String expected, Value value) {
    return new InvalidEntry(
        value, "'%s' must be %s, not %s".formatted(name, expected, describe(value)));
  }

  private static String describe(Value value) {
    if (value instanceof Value.ObjectValue) {
      return "an object";
    }
    if (value instanceof Value.ArrayValue) {
      return "a list";
    }
    if (value instanceof Value.Literal literal) {
      return cut(literal.word());
    }
    return "\"" + cut(value.text().orElseThrow()) + "\"";
  }

  private static String cut(String text) {
    return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
  }
}
