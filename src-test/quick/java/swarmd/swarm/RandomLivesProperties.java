package swarmd.swarm;

import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import swarmd.swarm.TaskEvent.Kind;

/** Random steps of agents have the same effect on the real tasks as on a model. */
public abstract class RandomLivesProperties {
  private final Supplier<TestDatabase> databases;
  private final List<Integer> leaseSeconds;

  /**
   * @param leaseSeconds how long leases may last
   */
  protected RandomLivesProperties(Supplier<TestDatabase> databases, List<Integer> leaseSeconds) {
    this.databases = databases;
    this.leaseSeconds = leaseSeconds;
  }

  /** A random step of an agent or a user. */
  public interface Step {
    /** Package-private in effect: nobody else has such a swarm. */
    void take(Object swarm);
  }

  /** To be called by a property of the database's class, which knows how often to try. */
  protected void the_real_tasks_do_what_the_model_does(List<Step> steps) {
    try (ComparedSwarm swarm = new ComparedSwarm(databases.get())) {
      for (Step step : steps) {
        step.take(swarm);
        swarm.compare();
      }
      swarm.checkHistory();
    }
  }

  @Provide
  protected Arbitrary<List<Step>> steps() {
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
            Tuple.of(2, limit()),
            Tuple.of(1, pause()),
            Tuple.of(2, resume()),
            Tuple.of(4, checks()),
            Tuple.of(1, agent().map(a -> named("heartbeat " + a, swarm -> swarm.heartbeat(a)))),
            Tuple.of(1, agent().map(a -> named("sign of " + a, swarm -> swarm.renewHeld(a)))),
            Tuple.of(1, agent().map(a -> named("end of " + a, swarm -> swarm.releaseHeld(a)))),
            Tuple.of(2, pass()))
        .list()
        .ofMinSize(30)
        .ofMaxSize(120);
  }

  private static Arbitrary<Step> add() {
    Arbitrary<TaskToAdd> plain =
        Combinators.combine(
                Arbitraries.integers().between(-1, 1),
                Arbitraries.of(0, 0, 0, 1, 2),
                Arbitraries.integers().between(1, 3),
                swarmName())
            .as(
                (priority, wave, attempts, name) ->
                    task("t").priority(priority).wave(wave).attempts(attempts).in(name));
    Arbitrary<List<Integer>> dependencies =
        Arbitraries.frequencyOf(
            Tuple.of(2, Arbitraries.just(List.<Integer>of())),
            Tuple.of(1, any().list().ofMinSize(1).ofMaxSize(3)));
    return Combinators.combine(plain, tags(), key(), retry(), delay(), dependencies)
        .as(
            (added, tags, key, retry, wait, after) ->
                named(
                    "add " + List.of(added.build(), tags, key, retry, wait, after),
                    swarm -> {
                      added.tagged(tags.toArray(String[]::new)).retryAfter(retry);
                      key.ifPresent(added::key);
                      swarm.add(added, wait, after);
                    }));
  }

  private static Arbitrary<List<String>> tags() {
    return Arbitraries.of(List.of(), List.of(), List.of("x"), List.of("y"), List.of("x", "y"));
  }

  private static Arbitrary<Optional<String>> key() {
    return Arbitraries.of("k", "l", "m", "n").optional(0.2);
  }

  private static Arbitrary<Duration> retry() {
    return Arbitraries.of(0, 0, 0, 7, 70).map(Duration::ofSeconds);
  }

  private static Arbitrary<Duration> delay() {
    return Arbitraries.of(0, 0, 0, 0, 15, 90).map(Duration::ofSeconds);
  }

  private static Arbitrary<Step> limit() {
    return Combinators.combine(
            swarmName(), Arbitraries.of("", "x", "y"), Arbitraries.integers().between(0, 3))
        .as(
            (name, tag, most) ->
                named("limit " + List.of(name, tag, most), swarm -> swarm.limit(name, tag, most)));
  }

  /** Of a swarm or of one of its tags. */
  private static Arbitrary<Step> pause() {
    return Combinators.combine(swarmName(), Arbitraries.of("", "x", "y"))
        .as((name, tag) -> named("pause " + name + " " + tag, swarm -> swarm.pause(name, tag)));
  }

  private static Arbitrary<Step> resume() {
    return Combinators.combine(swarmName(), Arbitraries.of("", "x", "y"))
        .as((name, tag) -> named("resume " + name + " " + tag, swarm -> swarm.resume(name, tag)));
  }

  private static Arbitrary<Step> edit() {
    Arbitrary<Integer> small = Arbitraries.integers().between(0, 2);
    return Arbitraries.oneOf(
        Combinators.combine(any(), small)
            .as((n, p) -> named("priority " + p, swarm -> swarm.editPriority(n, p))),
        Combinators.combine(any(), small)
            .as((n, w) -> named("wave " + w + " of " + n, swarm -> swarm.editWave(n, w))),
        Combinators.combine(any(), tags())
            .as((n, t) -> named("tags " + t + " of " + n, swarm -> swarm.editTags(n, t))),
        Combinators.combine(any(), delay())
            .as((n, w) -> named("snooze " + n + " " + w, swarm -> swarm.snooze(n, w))),
        Combinators.combine(any(), any().list().ofMaxSize(2))
            .as((n, d) -> named(n + " after " + d, swarm -> swarm.editDependencies(n, d))));
  }

  private static Arbitrary<Step> checks() {
    Arbitrary<List<String>> names =
        Arbitraries.of(
            List.of(), List.of("test"), List.of("lint", "test"), List.of("lint", "test"));
    return Arbitraries.oneOf(
        Combinators.combine(any(), names)
            .as((n, c) -> named("checks " + c + " of " + n, swarm -> swarm.editChecks(n, c))),
        Combinators.combine(any(), names)
            .as((n, c) -> named("done " + n + " by " + c, swarm -> swarm.completeChecked(n, c))),
        any().map(n -> named("red " + n, swarm -> swarm.checkFailed(n))),
        Combinators.combine(swarmName(), names)
            .as((s, c) -> named(s + " requires " + c, swarm -> swarm.require(s, c))));
  }

  private Arbitrary<Step> claim() {
    return Combinators.combine(
            agent(),
            swarmName().optional(),
            tags(),
            Arbitraries.of(1, 1, 2, 5),
            Arbitraries.of(leaseSeconds).map(Duration::ofSeconds))
        .as(
            (agent, name, tags, limit, lease) ->
                named(
                    "claim " + List.of(agent, name, tags, limit, lease),
                    swarm -> swarm.claim(agent, name, tags, limit, lease)));
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

  private interface Action {
    void on(ComparedSwarm swarm);
  }

  /** Shows the step in a failure. */
  private static Step named(String name, Action action) {
    return new Step() {
      @Override
      public void take(Object swarm) {
        action.on((ComparedSwarm) swarm);
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }
}
