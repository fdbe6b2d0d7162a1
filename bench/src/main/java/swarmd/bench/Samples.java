package swarmd.bench;

import java.util.Arrays;

/** Durations and their percentiles. */
final class Samples {
  private final long[] nanos;
  private int size;

  Samples(int capacity) {
    nanos = new long[capacity];
  }

  void add(long duration) {
    nanos[size++] = duration;
  }

  void addAll(Samples others) {
    for (int i = 0; i < others.size; i++) {
      add(others.nanos[i]);
    }
  }

  double medianMillis() {
    return percentileMillis(50);
  }

  double percentileMillis(int percent) {
    long[] sorted = Arrays.copyOf(nanos, size);
    Arrays.sort(sorted);
    return sorted[Math.min(size - 1, size * percent / 100)] / 1e6;
  }
}
