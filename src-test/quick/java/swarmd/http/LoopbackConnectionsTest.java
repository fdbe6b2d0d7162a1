package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LoopbackConnectionsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static List<Channel> add(LoopbackConnections connections, int count) {
    List<Channel> added = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Channel channel = new EmbeddedChannel();
      connections.add(channel);
      added.add(channel);
    }
    return added;
  }

  @Test
  void clients_with_a_token_leave_half_of_the_descriptors_to_others() {
    LoopbackConnections connections = new LoopbackConnections(16, MINUTE);
    List<Channel> known = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      known.addAll(add(connections, 1));
      connections.authenticated(known.get(i));
    }

    List<Channel> late = add(connections, 1);

    assertThat(late).noneMatch(Channel::isOpen);
    assertThat(known).allMatch(Channel::isOpen);
  }

  @Test
  void a_closed_connection_makes_room() {
    LoopbackConnections connections = new LoopbackConnections(16, MINUTE);
    List<Channel> strangers = add(connections, 4);
    connections.closed(strangers.get(0));

    add(connections, 1);

    assertThat(strangers.subList(1, 4)).allMatch(Channel::isOpen);
    add(connections, 1);
    assertThat(strangers.get(1).isOpen()).isFalse();
    assertThat(strangers.subList(2, 4)).allMatch(Channel::isOpen);
  }

  @Test
  void strangers_get_five_seconds_at_most() {
    assertThat(new LoopbackConnections(1_024, MINUTE).patience()).isEqualTo(Duration.ofSeconds(5));
    assertThat(new LoopbackConnections(1_024, Duration.ofSeconds(1)).patience())
        .isEqualTo(Duration.ofSeconds(1));
  }
}
