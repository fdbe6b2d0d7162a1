package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.hooks.Conversation;

/** Notices that wait for conversations, some of which never continue. */
class NoticesTest {
  private final Notices notices = new Notices();

  private static Conversation conversation(int number) {
    return new Conversation("/p", "s" + number, "");
  }

  private List<String> take(Conversation conversation) {
    return notices.take(conversation, Optional.empty());
  }

  private List<String> take(Conversation conversation, String event) {
    return notices.take(conversation, Optional.of(event));
  }

  @Test
  void abandoned_conversations_never_block_notices_for_others() {
    for (int i = 0; i < 5_000; i++) {
      notices.add(conversation(i), "text " + i);
    }

    assertThat(take(conversation(4_999))).containsExactly("text 4999");
    assertThat(take(conversation(4_999))).isEmpty();
    assertThat(take(conversation(4_000))).containsExactly("text 4000");
    assertThat(take(conversation(0))).isEmpty();
  }

  @Test
  void each_conversation_gets_its_last_ten_notices() {
    for (int i = 0; i < 12; i++) {
      notices.add(conversation(1), "text " + i);
      notices.add(conversation(1), "text " + i);
    }

    assertThat(take(conversation(1))).hasSize(10).startsWith("text 2").endsWith("text 11");
    assertThat(notices.isEmpty()).isTrue();
  }

  @Test
  void a_repeated_event_gets_the_same_notices_and_the_next_event_none() {
    notices.add(conversation(1), "a");

    assertThat(take(conversation(1), "t1")).containsExactly("a");
    notices.add(conversation(1), "b");
    assertThat(take(conversation(1), "t1")).containsExactly("a", "b");
    assertThat(notices.isEmpty()).isFalse();

    assertThat(take(conversation(1), "t2")).isEmpty();
    assertThat(take(conversation(1), "t1")).isEmpty();
    assertThat(notices.isEmpty()).isTrue();
  }
}
