package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.cli.WrongUsage;
import swarmd.usage.CommandShape;

/** The client reads some command lines itself, and uses the same words as the daemon. */
class WrongUsageOfTheClientTest {
  static Stream<WrongUsage> rows() {
    return WrongUsage.all().stream().filter(row -> !shape(row).equals(CommandShape.HOOK));
  }

  /** The hook's, which never fails, stands for the commands of the daemon. */
  private static CommandShape shape(WrongUsage row) {
    return CommandShape.CLIENT.stream()
        .filter(shape -> shape.name().equals(row.words().get(0)))
        .findFirst()
        .orElse(CommandShape.HOOK);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void a_wrong_command_line_gets_the_same_line_without_a_daemon(WrongUsage row) {
    List<String> rest = row.words().subList(1, row.words().size());

    assertThat(row.exit()).isEqualTo(Main.USAGE);
    assertThatExceptionOfType(Arguments.WrongUsage.class)
        .isThrownBy(() -> Arguments.read(shape(row), rest.toArray(String[]::new)))
        .withMessage(row.line().replaceFirst("^swarm: ", ""));
  }
}
