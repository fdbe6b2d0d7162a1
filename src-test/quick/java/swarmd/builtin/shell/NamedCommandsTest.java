package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** Every command that a text tells a model to run is one that it may run. */
class NamedCommandsTest extends InProcessTest {
  private static final Map<String, String> ORDERS =
      Map.of(
          "ralph", "ralph, fix the login",
          "autopilot", "autopilot: make a shop",
          "ultrapilot", "ultrapilot: port it",
          "swarm", "swarm 3 agents: port it",
          "pipeline", "agent pipeline: port it",
          "ultrawork", "ulw: port it");

  /** A command ends where prose goes on. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "swarm [a-z]+(?: (?:'[^']*'|\"[^\"]*\"|(?!or\\b|and\\b)[\\w/*=,-]*[\\w/*]))*");

  @Test
  void a_mode_names_only_commands_that_its_agent_may_run() {
    Set<String> named = new LinkedHashSet<>();
    for (Map.Entry<String, String> order : ORDERS.entrySet()) {
      HostSession session = new HostSession(api.http(), daemon.project(), order.getKey());
      session.start();
      add(named, session.contextAfter(order.getValue()));
      add(named, session.held());
      swarm.run("cancel", "--session", order.getKey());
    }
    HostSession session = new HostSession(api.http(), daemon.project(), "q");
    session.start();
    swarm.run("mode", "start", "ultraqa", "--session", "q");
    add(named, session.held());
    swarm.run("mode", "start", "swarm", "--session", "q");
    swarm.run("cancel", "--session", "q");
    swarm.run("mode", "start", "swarm", "--session", "q");
    api.add("one");
    add(named, session.held());
    add(named, text(new HostSession(api.http(), daemon.project(), "next").start()));

    assertThat(named).hasSizeGreaterThan(15);
    assertThat(named)
        .filteredOn(
            command ->
                !ShellWords.quoted(command.replaceAll("\\bID\\b", "7"))
                    .filter(AgentCommands::contains)
                    .isPresent())
        .isEqualTo(List.of());
  }

  private static String text(JsonNode answer) {
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  /** `swarm cancel` stands in such texts as what the person does. */
  private static void add(Set<String> named, String text) {
    COMMAND
        .matcher(text.replace("`swarm cancel` in a terminal", ""))
        .results()
        .map(found -> found.group())
        .filter(command -> command.matches("swarm (task|mode|note|status|cancel|events).*"))
        .forEach(named::add);
  }
}
