package swarmd.store.postgresql;

import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import swarmd.swarm.MoreLives;
import swarmd.swarm.RandomLivesProperties;

@Tag("postgresql")
class PostgresRandomLivesProperties extends RandomLivesProperties {

  /** Nothing expires here: another daemon's grace and intervals are no part of the model. */
  PostgresRandomLivesProperties() {
    super(PostgresTeam::new, List.of(7200));
  }

  @AddLifecycleHook(MoreLives.class)
  @Property(tries = 6, edgeCases = EdgeCasesMode.NONE)
  void the_real_tasks_do_what_the_model_does_at_random(@ForAll("steps") List<Step> steps) {
    the_real_tasks_do_what_the_model_does(steps);
  }
}
