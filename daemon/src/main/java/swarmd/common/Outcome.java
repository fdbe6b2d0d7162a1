package swarmd.common;

import java.util.function.Function;

/** The result of an operation: a value, or a refusal that changed nothing. */
public sealed interface Outcome<T> {

  record Ok<T>(T value) implements Outcome<T> {}

  record Refused<T>(ErrorCode error, String message) implements Outcome<T> {}

  static <T> Outcome<T> ok(T value) {
    return new Ok<>(value);
  }

  static <T> Outcome<T> refused(ErrorCode error, String message) {
    return new Refused<>(error, message);
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
      return refused(refused.error(), refused.message());
    }
    return next.apply(((Ok<T>) this).value());
  }
}
