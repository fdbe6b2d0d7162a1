package swarmd.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import swarmd.cli.CommandLineRunner;
import swarmd.events.EventFeed;
import swarmd.status.StatusReader;
import swarmd.swarm.ProjectCache;
import swarmd.swarm.Tasks;

/** All routes in one table. */
public final class Routes {
  private Routes() {}

  public static Router router(
      Tasks tasks,
      ProjectCache projects,
      Duration defaultLease,
      Executor background,
      StatusReader status,
      EventFeed events,
      CommandLineRunner commands,
      ExecutorService commandThreads) {
    return new Router(
        Stream.of(
                PageRoutes.routes(),
                HookRoutes.routes(),
                new TaskRoutes(tasks, projects, defaultLease, background).routes(),
                new StatusRoutes(status, projects).routes(),
                new EventRoutes(events, projects).routes(),
                new CliRoutes(commands, commandThreads).routes())
            .flatMap(List::stream)
            .toList());
  }
}
