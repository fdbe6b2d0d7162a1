package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class DeferredQueueTest {
  private final List<String> drained = new ArrayList<>();
  private Runnable afterOffer = () -> {};
  private int wakeUps;
  private final DeferredQueue<String> queue =
      new DeferredQueue<>(
          new LinkedBlockingQueue<>(3) {
            private static final long serialVersionUID = 1;

            @Override
            public boolean offer(String next) {
              boolean added = super.offer(next);
              afterOffer.run();
              return added;
            }
          },
          () -> wakeUps++);

  @Test
  void only_the_first_element_after_it_was_empty_wakes_the_consumer() {
    assertThat(queue.isEmpty()).isTrue();
    queue.offer("a");
    queue.offer("b");
    assertThat(queue.isEmpty()).isFalse();
    queue.offer("c");
    assertThat(wakeUps).isEqualTo(1);

    queue.drainTo(drained);
    assertThat(drained).containsExactly("a", "b", "c");
    assertThat(queue.isEmpty()).isTrue();
    queue.offer("d");
    assertThat(wakeUps).isEqualTo(2);
  }

  @Test
  void the_next_element_wakes_the_consumer_although_the_first_was_taken_before_its_wake_up() {
    afterOffer = () -> queue.drainTo(drained);
    queue.offer("taken between offer and wake-up");
    afterOffer = () -> {};
    assertThat(wakeUps).isEqualTo(1);
    assertThat(queue.isEmpty()).isTrue();

    queue.offer("next");
    assertThat(wakeUps).isEqualTo(2);
  }

  @Test
  void an_element_added_while_the_consumer_checks_is_seen_or_wakes_it() {
    assertThat(queue.isEmpty()).isTrue();
    afterOffer = () -> assertThat(queue.isEmpty()).isFalse();
    queue.offer("a");

    assertThat(wakeUps).isEqualTo(1);
  }

  @Test
  void a_full_queue_refuses_an_element_and_wakes_nobody() {
    for (String name : List.of("a", "b", "c")) {
      assertThat(queue.offer(name)).isTrue();
    }
    assertThat(queue.offer("d")).isFalse();
    assertThat(wakeUps).isEqualTo(1);
  }
}
