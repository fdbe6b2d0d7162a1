package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Commands;
import swarmd.testing.RunningDaemon;

/** A daemon whose tasks are its own pays nothing for teams. */
class NoTeamTest {

  @Test
  void nothing_of_a_team_is_loaded_without_one() throws IOException {
    Path log = Files.createTempFile("classes", ".log");
    try (RunningDaemon daemon =
            RunningDaemon.start(Map.of("SWARMD_JAVA_OPTS", "-Xlog:class+load:file=" + log));
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      swarm.run("task", "add", "write the parser");
      swarm.run("task", "claim", "--agent", "ann");
      swarm.run("status");
      swarm.run("team");
      swarm.run("prune");
    }
    List<String> loaded = Files.readAllLines(log);
    Files.delete(log);

    assertThat(loaded).anyMatch(line -> line.contains("swarmd.swarm.Tasks "));
    assertThat(loaded)
        .noneMatch(
            line ->
                line.contains(" org.postgresql.")
                    || line.contains(" com.zaxxer.")
                    || line.contains(" swarmd.team.")
                    || line.contains(" swarmd.store.postgresql."));
  }
}
