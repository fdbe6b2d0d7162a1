package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class DeferredQueueTest {
  private final List<String> drained = new ArrayList<>();
  private Runnable afterOffer = () -> {};
  private int rings;
  private final DeferredQueue<String> patient =
      new DeferredQueue<>(
          new LinkedBlockingQueue<>(3) {
            private static final long serialVersionUID = 1;

            @Override
            public boolean offer(String next) {
              boolean taken = super.offer(next);
              afterOffer.run();
              return taken;
            }
          },
          () -> rings++);

  @Test
  void the_first_to_come_rings_and_who_comes_until_the_next_look_does_not() {
    assertThat(patient.isEmpty()).isTrue();
    patient.offer("a");
    patient.offer("b");
    assertThat(patient.isEmpty()).isFalse();
    patient.offer("c");
    assertThat(rings).isEqualTo(1);

    patient.drainTo(drained);
    assertThat(drained).containsExactly("a", "b", "c");
    assertThat(patient.isEmpty()).isTrue();
    patient.offer("d");
    assertThat(rings).isEqualTo(2);
  }

  @Test
  void who_was_served_before_it_rang_keeps_no_other_from_ringing() {
    afterOffer = () -> patient.drainTo(drained);
    patient.offer("served between its coming and its ringing");
    afterOffer = () -> {};
    assertThat(rings).isEqualTo(1);
    assertThat(patient.isEmpty()).isTrue();

    patient.offer("next");
    assertThat(rings).isEqualTo(2);
  }

  @Test
  void who_comes_while_the_last_look_is_taken_is_seen_or_rings() {
    assertThat(patient.isEmpty()).isTrue();
    afterOffer = () -> assertThat(patient.isEmpty()).isFalse();
    patient.offer("a");

    assertThat(rings).isEqualTo(1);
  }

  @Test
  void who_finds_no_room_is_told_and_does_not_ring() {
    for (String name : List.of("a", "b", "c")) {
      assertThat(patient.offer(name)).isTrue();
    }
    assertThat(patient.offer("d")).isFalse();
    assertThat(rings).isEqualTo(1);
  }
}
