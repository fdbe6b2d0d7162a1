package swarmd.store.sqlite;

import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import swarmd.swarm.MoreLives;
import swarmd.swarm.RandomLivesProperties;

class SqliteRandomLivesProperties extends RandomLivesProperties {

  SqliteRandomLivesProperties() {
    super(SqliteFile::new, List.of(20, 50, 300));
  }

  @AddLifecycleHook(MoreLives.class)
  @Property(tries = 80, edgeCases = EdgeCasesMode.NONE)
  void the_real_tasks_do_what_the_model_does_at_random(@ForAll("steps") List<Step> steps) {
    the_real_tasks_do_what_the_model_does(steps);
  }
}
