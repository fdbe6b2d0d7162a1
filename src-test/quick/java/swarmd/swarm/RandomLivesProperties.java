package swarmd.swarm;

import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import swarmd.swarm.TaskEvent.Kind;

/** Random steps of agents have the same effect on the real tasks as on a model. */
class RandomLivesProperties {

  /** A random step of an agent or a user. */
  interface Step {
    void take(ComparedSwarm swarm);
  }

  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void the_real_tasks_do_what_the_model_does(@ForAll("steps") List<Step> steps) {
    try (ComparedSwarm swarm = new ComparedSwarm()) {
      for (Step step : steps) {
        step.take(swarm);
        swarm.compare();
      }
      swarm.checkHistory();
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return Arbitraries.frequencyOf(
            Tuple.of(8, add()),
            Tuple.of(6, claim()),
            Tuple.of(4, endWithOwnToken()),
            Tuple.of(2, endWithAnyToken()),
            Tuple.of(2, any().map(n -> named("renew " + n, swarm -> swarm.renew(n)))),
            Tuple.of(1, any().map(n -> named("retry " + n, swarm -> swarm.retry(n)))),
            Tuple.of(1, any().map(n -> named("cancel " + n, swarm -> swarm.cancel(n)))),
            Tuple.of(1, any().map(n -> named("reopen " + n, swarm -> swarm.reopen(n)))),
            Tuple.of(1, any().map(n -> named("take back " + n, swarm -> swarm.takeBack(n)))),
            Tuple.of(3, edit()),
            Tuple.of(1, agent().map(a -> named("heartbeat " + a, swarm -> swarm.heartbeat(a)))),
            Tuple.of(1, agent().map(a -> named("sign of " + a, swarm -> swarm.renewHeld(a)))),
            Tuple.of(1, agent().map(a -> named("end of " + a, swarm -> swarm.releaseHeld(a)))),
            Tuple.of(2, pass()))
        .list()
        .ofMinSize(30)
        .ofMaxSize(120);
  }

  private static Arbitrary<Step> add() {
    return Combinators.combine(
            Arbitraries.integers().between(-1, 1),
            Arbitraries.of(0, 0, 0, 1, 2),
            Arbitraries.integers().between(1, 2),
            swarmName(),
            Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(List.<Integer>of())),
                Tuple.of(1, any().list().ofMinSize(1).ofMaxSize(3))))
        .as(
            (priority, wave, attempts, name, dependencies) ->
                named(
                    "add " + List.of(priority, wave, attempts, name, dependencies),
                    swarm ->
                        swarm.add(
                            task("t").priority(priority).wave(wave).attempts(attempts).in(name),
                            dependencies)));
  }

  private static Arbitrary<Step> edit() {
    Arbitrary<Integer> small = Arbitraries.integers().between(0, 2);
    return Arbitraries.oneOf(
        Combinators.combine(any(), small)
            .as((n, p) -> named("priority " + p, swarm -> swarm.editPriority(n, p))),
        Combinators.combine(any(), small)
            .as((n, w) -> named("wave " + w + " of " + n, swarm -> swarm.editWave(n, w))),
        Combinators.combine(any(), any().list().ofMaxSize(2))
            .as((n, d) -> named(n + " after " + d, swarm -> swarm.editDependencies(n, d))));
  }

  private static Arbitrary<Step> claim() {
    return Combinators.combine(
            agent(),
            swarmName().optional(),
            Arbitraries.of(1, 1, 2, 5),
            Arbitraries.of(20, 50, 300).map(Duration::ofSeconds))
        .as(
            (agent, name, limit, lease) ->
                named(
                    "claim " + List.of(agent, name, limit, lease),
                    swarm -> swarm.claim(agent, name, limit, lease)));
  }

  private static Arbitrary<Step> endWithOwnToken() {
    return Combinators.combine(end(), any())
        .as((step, n) -> named(step + " " + n, swarm -> swarm.end(step, n)));
  }

  private static Arbitrary<Step> endWithAnyToken() {
    return Combinators.combine(end(), any(), any())
        .as((step, n, m) -> named(step + " " + n + " " + m, swarm -> swarm.end(step, n, m)));
  }

  private static Arbitrary<Step> pass() {
    return Arbitraries.integers()
        .between(1, 120)
        .map(s -> named("pass " + s, swarm -> swarm.pass(Duration.ofSeconds(s))));
  }

  private static Arbitrary<Kind> end() {
    return Arbitraries.of(Kind.RELEASED, Kind.COMPLETED, Kind.FAILED);
  }

  private static Arbitrary<Integer> any() {
    return Arbitraries.integers().between(0, 1_000);
  }

  private static Arbitrary<String> agent() {
    return Arbitraries.of("ann", "bob", "cid");
  }

  private static Arbitrary<String> swarmName() {
    return Arbitraries.of("a", "b");
  }

  /** Shows the step in a failure. */
  private static Step named(String name, Step step) {
    return new Step() {
      @Override
      public void take(ComparedSwarm swarm) {
        step.take(swarm);
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
