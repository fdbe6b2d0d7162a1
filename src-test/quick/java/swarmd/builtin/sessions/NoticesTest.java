package swarmd.builtin.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import swarmd.hooks.Conversation;

/** Notices that wait for conversations, some of which never continue. */
class NoticesTest {
  private final Notices notices = new Notices();

  private static Conversation conversation(int number) {
    return new Conversation("/p", "s" + number, "");
  }

  @Test
  void abandoned_conversations_never_block_notices_for_others() {
    for (int i = 0; i < 5_000; i++) {
      notices.add(conversation(i), "text " + i);
    }

    assertThat(notices.take(conversation(4_999))).containsExactly("text 4999");
    assertThat(notices.take(conversation(4_999))).isEmpty();
    assertThat(notices.take(conversation(4_000))).containsExactly("text 4000");
    assertThat(notices.take(conversation(0))).isEmpty();
  }

  @Test
  void each_conversation_gets_its_last_ten_notices() {
    for (int i = 0; i < 12; i++) {
      notices.add(conversation(1), "text " + i);
      notices.add(conversation(1), "text " + i);
    }

    assertThat(notices.take(conversation(1))).hasSize(10).startsWith("text 2").endsWith("text 11");
    assertThat(notices.isEmpty()).isTrue();
  }
}
