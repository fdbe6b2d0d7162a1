package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.testing.SettableTime;

/** The daemon's heap stays near what it needs. */
class HeapKeeperTest {
  private static final long MEGABYTE = 1 << 20;
  private static final Duration WINDOW =
      HeapKeeper.INTERVAL.multipliedBy(HeapKeeper.LOOKS_PER_WINDOW);

  private final SettableTime time = new SettableTime();
  private final FakeHeap heap = new FakeHeap();
  private int emptied;
  private final HeapKeeper keeper = new HeapKeeper(heap, this::empty, Runnable::run, time);

  private CompletableFuture<Void> empty() {
    emptied++;
    return CompletableFuture.completedFuture(null);
  }

  private static final class FakeHeap implements HeapKeeper.Heap {
    private long size = HeapKeeper.GROWTH_AT_FIRST * initialSize();
    private long used = 10 * MEGABYTE;
    private long byItself;
    private int full;

    @Override
    public long initialSize() {
      return 8 * MEGABYTE;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public long collections() {
      return byItself + full;
    }

    @Override
    public void collect() {
      full++;
      size = used;
    }

    @Override
    public void shrink() {
      collect();
    }
  }

  @Test
  void a_small_heap_is_left_alone_and_one_that_has_grown_shrinks() {
    keeper.start();
    time.advance(HeapKeeper.INTERVAL);
    assertThat(heap.full).isZero();

    heap.size = 200 * MEGABYTE;
    time.advance(HeapKeeper.INTERVAL);

    assertThat(heap.size).isEqualTo(heap.used);
    assertThat(heap.full).isEqualTo(1);
  }

  @Test
  void a_heap_that_grows_at_work_shrinks_within_a_part_of_the_interval() {
    keeper.start();
    heap.byItself += HeapKeeper.COLLECTIONS_OF_WORK;
    time.advance(HeapKeeper.INTERVAL);

    heap.size = 200 * MEGABYTE;
    time.advance(HeapKeeper.INTERVAL.dividedBy(4));

    assertThat(heap.size).isEqualTo(heap.used);
  }

  @Test
  void a_large_heap_that_is_needed_is_not_collected_over_and_over() {
    heap.used = 150 * MEGABYTE;
    heap.size = 160 * MEGABYTE;
    keeper.start();
    time.advance(HeapKeeper.INTERVAL.multipliedBy(100));

    assertThat(heap.full).isEqualTo(1);
  }

  @Test
  void after_work_everything_is_given_back_once() {
    keeper.start();
    heap.byItself += 100;
    time.advance(WINDOW);
    assertThat(heap.full).isZero();

    time.advance(WINDOW.multipliedBy(5));
    assertThat(heap.full).isEqualTo(1);
    assertThat(emptied).isEqualTo(1);

    heap.byItself += 100;
    time.advance(WINDOW.multipliedBy(5));
    assertThat(heap.full).isEqualTo(2);
    assertThat(emptied).isEqualTo(2);
  }

  @Test
  void after_little_work_nothing_is_given_back() {
    heap.byItself = HeapKeeper.COLLECTIONS_OF_WORK - 1;
    keeper.start();
    time.advance(WINDOW.multipliedBy(5));

    assertThat(heap.full).isZero();
    assertThat(emptied).isZero();
  }

  @Test
  void while_there_is_work_nothing_is_given_back() {
    keeper.start();
    for (int i = 0; i < 10 * HeapKeeper.LOOKS_PER_WINDOW; i++) {
      heap.byItself++;
      time.advance(HeapKeeper.INTERVAL);
    }

    assertThat(heap.full).isZero();
    assertThat(emptied).isZero();
  }

  @Test
  void nothing_is_collected_after_the_end() {
    keeper.start();
    keeper.close();
    heap.size = 200 * MEGABYTE;
    time.advance(HeapKeeper.INTERVAL.multipliedBy(2));

    assertThat(heap.full).isZero();
    assertThat(time.waiting()).isZero();
  }
}
