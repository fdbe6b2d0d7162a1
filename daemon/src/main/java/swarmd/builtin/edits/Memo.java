package swarmd.builtin.edits;

import java.util.Optional;
import java.util.function.Supplier;

/** Computes a value once, when it is first needed. Not thread-safe. */
final class Memo<T> implements Supplier<T> {
  private final Supplier<T> compute;
  private Optional<T> value = Optional.empty();

  Memo(Supplier<T> compute) {
    this.compute = compute;
  }

  @Override
  public T get() {
    if (value.isEmpty()) {
      value = Optional.of(compute.get());
    }
    return value.get();
  }
}
