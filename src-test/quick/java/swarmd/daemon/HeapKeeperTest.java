package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

/** The daemon's heap stays near what it needs. */
class HeapKeeperTest {
  private static final long MEGABYTE = 1 << 20;

  private final SettableTime time = new SettableTime();
  private long size = HeapKeeper.SMALL;
  private long used = 10 * MEGABYTE;
  private int collections;

  private final HeapKeeper keeper =
      new HeapKeeper(
          () -> size,
          () -> {
            collections++;
            size = used;
          },
          Runnable::run,
          time);

  @Test
  void a_small_heap_is_left_alone_and_one_that_has_grown_shrinks() {
    keeper.start();
    time.advance(HeapKeeper.INTERVAL);
    assertThat(collections).isZero();

    size = 200 * MEGABYTE;
    time.advance(HeapKeeper.INTERVAL);

    assertThat(size).isEqualTo(used);
    assertThat(collections).isEqualTo(1);
  }

  @Test
  void a_large_heap_that_is_needed_is_not_collected_over_and_over() {
    used = 150 * MEGABYTE;
    size = 160 * MEGABYTE;
    keeper.start();
    time.advance(HeapKeeper.INTERVAL.multipliedBy(100));

    assertThat(collections).isEqualTo(1);
  }

  @Test
  void nothing_is_collected_after_the_end() {
    keeper.start();
    keeper.close();
    size = 200 * MEGABYTE;
    time.advance(HeapKeeper.INTERVAL.multipliedBy(2));

    assertThat(collections).isZero();
    assertThat(time.waiting()).isZero();
  }
}
