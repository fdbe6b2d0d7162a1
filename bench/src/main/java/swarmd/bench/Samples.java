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

  /** The median of some results. */
  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
