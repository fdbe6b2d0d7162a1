package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Api;

/** Agents in the programs of two hosts write to each other. */
class MessagesTest extends TwoModelsTest {
  private static final int EACH = 5;
  private static final int MOST_TURNS = 120;
  private static final long PATIENCE_SECONDS = 60;

  /** Both are between two hook events then. */
  private final CyclicBarrier killing = new CyclicBarrier(2, () -> daemon.kill());

  /** A model that writes to the other one whenever it has got an answer. */
  private final class Writer implements Step {
    private final String name;
    private final String partner;
    private final boolean begins;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private int sent;
    private int killed;

    Writer(String name, String partner, boolean begins) {
      this.name = name;
      this.partner = partner;
      this.begins = begins;
    }

    @Override
    public Turn turn(ModelInput input) throws Exception {
      Pattern.compile("(?:>|&gt;) " + partner + " says (\\d)") // Gemini CLI escapes it
          .matcher(input.news())
          .results()
          .forEach(found -> heard.add(found.group(1)));
      if (sent == 2 * (killed + 1) && killed < 2) {
        killing.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        killed++;
      }
      Optional<String> agent = agentIn(partner);
      boolean myTurn = heard.size() == (begins ? sent : sent + 1);
      if (sent < EACH && myTurn && agent.isPresent()) {
        sent++;
        return shell("swarm send %s '%s says %d'".formatted(agent.get(), name, sent));
      }
      if (heard.size() < EACH) {
        return shell("sleep 0.2"); // it works
      }
      long read =
          Pattern.compile(" read +" + name + " says").matcher(input.news()).results().count();
      return read < EACH ? shell("swarm inbox --sent") : say("We have talked enough.");
    }
  }

  private Optional<String> agentIn(String host) {
    JsonNode status = Api.json(daemon.swarm(daemon.project(), "status", "--json").out());
    for (JsonNode session : status.get("sessions")) {
      if (session.get("host").asText().equals(host)) {
        return Optional.of(session.get("agent").asText());
      }
    }
    return Optional.empty();
  }

  private static Step[] repeated(Step step) {
    return Collections.nCopies(MOST_TURNS, step).toArray(Step[]::new);
  }

  @Test
  void two_hosts_exchange_ten_messages_while_the_daemon_is_killed_twice() {
    Writer claude = new Writer("claude", "gemini", true);
    Writer gemini = new Writer("gemini", "claude", false);
    model.script(repeated(claude));
    other.script(repeated(gemini));
    RealHost first = claude(Way.LAUNCHER);
    RealHost second = new RealHost(GeminiProgram.installed(), daemon, other).install("launcher");

    CompletableFuture<?> firstRun =
        CompletableFuture.supplyAsync(() -> run(first, model, "talk to the other agent"));
    run(second, other, "talk to the other agent");
    firstRun.join();

    List<String> inOrder = IntStream.rangeClosed(1, EACH).mapToObj(String::valueOf).toList();
    assertThat(claude.heard).isEqualTo(inOrder);
    assertThat(gemini.heard).isEqualTo(inOrder);
    assertThat(killing.isBroken()).isFalse();
    assertThat(claude.killed).isEqualTo(2);
    JsonNode messages =
        Api.json(daemon.swarm(daemon.project(), "inbox", "--json").out()).get("messages");
    assertThat(messages).hasSize(2 * EACH);
    assertThat(messages)
        .allSatisfy(
            message -> {
              assertThat(message.get("state").asText()).isEqualTo("read");
              assertThat(message.at("/from/kind").asText()).isEqualTo("agent");
            });
  }
}
