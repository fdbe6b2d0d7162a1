package swarmd.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import swarmd.cli.CommandLineRunner;
import swarmd.events.EventFeed;
import swarmd.hooks.HookService;
import swarmd.hosts.Hosts;
import swarmd.modes.Modes;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.status.StatusReader;
import swarmd.swarm.Tasks;
import swarmd.time.Time;

/** All routes in one table. */
public final class Routes {
  private Routes() {}

  public static Router router(
      Tasks tasks,
      Modes modes,
      Hosts hosts,
      HookService hooks,
      Time time,
      Sessions sessions,
      ProjectCache projects,
      Duration defaultLease,
      Executor background,
      StatusReader status,
      EventFeed events,
      CommandLineRunner commands) {
    return new Router(
        Stream.of(
                PageRoutes.routes(),
                new HookRoutes(hosts, sessions, hooks, background, time).routes(),
                new ModeRoutes(modes, projects, time).routes(),
                new TaskRoutes(tasks, projects, defaultLease, background).routes(),
                new StatusRoutes(status, projects).routes(),
                new EventRoutes(events, projects).routes(),
                new CliRoutes(commands).routes())
            .flatMap(List::stream)
            .toList());
  }
}
