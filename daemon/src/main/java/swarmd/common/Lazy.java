package swarmd.common;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A value that is made when it is first needed, and kept. Two threads may both make it, so making
 * it must have no effect besides.
 */
public final class Lazy<T> {
  private final Supplier<T> maker;
  private volatile Optional<T> made = Optional.empty();

  private Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  public static <T> Lazy<T> of(Supplier<T> maker) {
    return new Lazy<>(maker);
  }

  public T get() {
    Optional<T> value = made;
    if (value.isEmpty()) {
      value = Optional.of(maker.get());
      made = value;
    }
    return value.get();
  }
}
