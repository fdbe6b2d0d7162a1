package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** `swarm` alone. */
final class OverviewTest extends InProcessTest {
  private String next() {
    return ok(swarm.run())
        .out()
        .lines()
        .filter(line -> line.startsWith("next:"))
        .findFirst()
        .orElseThrow()
        .replaceFirst("next: +", "");
  }

  private void useAHost() {
    new HostSession(api.http(), daemon.project(), "s1").start();
  }

  @Test
  void a_new_user_learns_how_agents_take_part() {
    assertThat(ok(swarm.run()).out())
        .startsWith("swarmd ")
        .contains("page http://127.0.0.1:")
        .contains(daemon.project() + ": no tasks yet");
    assertThat(next()).startsWith("swarm install ");
  }

  @Test
  void without_tasks_the_next_command_adds_one() {
    useAHost();

    assertThat(next()).isEqualTo("swarm task add \"my next task\"");
  }

  @Test
  void tasks_are_counted_and_the_next_command_depends_on_them() {
    useAHost();
    api.add("sweep", "mop");

    assertThat(ok(swarm.run()).out()).contains(": 2 pending\n").contains("sessions: 1\n");
    assertThat(next()).contains("swarm task list").contains("swarm task claim");

    api.claim("ann");
    Api.Held mop = api.claim("bob");
    assertThat(ok(swarm.run()).out()).contains(": 2 claimed\n");
    assertThat(next()).isEqualTo("swarm status --watch");

    api.post(mop.path("fail"), mop.proof().put("error", "no mop"));
    assertThat(ok(swarm.run()).out()).contains("NEEDS YOU").contains("task 2 \"mop\" failed");
    assertThat(next()).isEqualTo("swarm task retry 2");
  }

  @Test
  void it_is_about_the_project_one_is_in() {
    api.post("/v1/tasks", Api.object().put("project", "/").put("title", "elsewhere"));

    assertThat(Files.isDirectory(daemon.project())).isTrue();
    assertThat(ok(swarm.run()).out()).contains("no tasks yet; 1 swarm in other projects");
  }
}
