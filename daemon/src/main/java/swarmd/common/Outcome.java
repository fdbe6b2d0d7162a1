package swarmd.common;

import java.util.Optional;
import java.util.function.Function;

/** The result of an operation: a value, or a refusal that changed nothing. */
public sealed interface Outcome<T> {

  record Ok<T>(T value) implements Outcome<T> {}

  /**
   * A refusal.
   *
   * @param output what a program printed that explains the refusal
   */
  record Refused<T>(ErrorCode error, String message, Optional<String> output)
      implements Outcome<T> {

    /** The same refusal of another operation. */
    public <R> Outcome<R> as() {
      return new Refused<>(error, message, output);
    }
  }

  static <T> Outcome<T> ok(T value) {
    return new Ok<>(value);
  }

  static <T> Outcome<T> refused(ErrorCode error, String message) {
    return new Refused<>(error, message, Optional.empty());
  }

  static <T> Outcome<T> refused(ErrorCode error, String message, String output) {
    return new Refused<>(error, message, Optional.of(output));
  }

  /** Returns the value, or throws the exception that the caller makes of the refusal. */
  default T orElseThrow(Function<Refused<T>, RuntimeException> exception) {
    if (this instanceof Refused<T> refused) {
      throw exception.apply(refused);
    }
    return ((Ok<T>) this).value();
  }

  default <R> Outcome<R> map(Function<T, R> change) {
    return flatMap(value -> ok(change.apply(value)));
  }

  default <R> Outcome<R> flatMap(Function<T, Outcome<R>> next) {
    if (this instanceof Refused<T> refused) {
      return refused.as();
    }
    return next.apply(((Ok<T>) this).value());
  }
}
