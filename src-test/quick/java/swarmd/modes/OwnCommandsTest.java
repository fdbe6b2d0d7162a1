package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.OwnCommand;

final class OwnCommandsTest {
  @Test
  void every_mode_has_a_slash_command_and_cancel_ends_them() {
    assertThat(Stream.of(OwnCommand.values()).map(OwnCommand::label))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(Stream.of("cancel"), Stream.of(Mode.values()).map(Mode::label)).toList());
  }
}
