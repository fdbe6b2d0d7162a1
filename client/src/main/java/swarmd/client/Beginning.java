package swarmd.client;

import java.nio.file.Files;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;

/** Shows how to begin, for `swarm` alone while no daemon is running. */
final class Beginning {
  private static final String FIRST_STEPS =
      """
      swarmd is not running; the next command starts it. To begin:

        swarm demo                       see agents share tasks, in 15 seconds
        swarm task add "my first task"   add a task to the project you are in
        swarm install HOST               let your agents take part; HOST: %s

      All commands:  swarm --help
      """;
  private static final String NEXT_STEPS =
      """
      swarmd is not running; the next hook or command starts it.

        swarm status       start it and see what is going on
        swarm doctor       find out why it is not running, if it should be

      All commands:  swarm --help
      """;

  private Beginning() {}

  static String text(Home home) {
    return Files.exists(home.database())
        ? NEXT_STEPS
        : FIRST_STEPS.formatted(
            String.join(
                " or ",
                HostCatalogue.STANDARD.installable().stream()
                    .map(HostProfile::id)
                    .sorted()
                    .toList()));
  }
}
