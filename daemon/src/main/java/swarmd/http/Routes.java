package swarmd.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import swarmd.accounts.Accounts;
import swarmd.cli.CommandLineRunner;
import swarmd.events.EventFeed;
import swarmd.hooks.HookService;
import swarmd.hosts.Hosts;
import swarmd.mcp.McpServer;
import swarmd.messages.Messages;
import swarmd.metrics.Metrics;
import swarmd.modes.ModeRequests;
import swarmd.modes.Modes;
import swarmd.sessions.Callers;
import swarmd.sessions.HookOrigins;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.status.LiveReader;
import swarmd.status.StatusReader;
import swarmd.swarm.Completions;
import swarmd.swarm.Tasks;
import swarmd.time.Time;
import swarmd.worktrees.Landings;
import swarmd.worktrees.Worktrees;

/** All routes in one table, with the rights of each. */
public final class Routes {
  private Routes() {}

  public static Router router(
      Tasks tasks,
      Completions completions,
      Messages messages,
      Worktrees worktrees,
      Landings landings,
      Accounts accounts,
      Modes modes,
      ModeRequests modeRequests,
      Callers callers,
      HookOrigins origins,
      Hosts hosts,
      HookService hooks,
      Function<Optional<String>, CompletableFuture<ArrayNode>> ownHooks,
      Time time,
      Sessions sessions,
      ProjectCache projects,
      Duration defaultLease,
      Executor background,
      StatusReader status,
      Metrics metrics,
      Supplier<Metrics.Sizes> sizes,
      LiveReader live,
      Supplier<CompletableFuture<Optional<String>>> damage,
      EventFeed events,
      PageAccess page,
      CommandLineRunner commands,
      McpServer mcp) {
    return new Router(
        Stream.of(
                Route.allWith(Access.ANYONE, PageRoutes.routes(background)),
                new PageAccessRoutes(page, background).routes(),
                new HookRoutes(
                        hosts, sessions, origins, hooks, projects, ownHooks, background, time)
                    .routes(),
                new ModeRoutes(modes, modeRequests, callers, projects, time).routes(),
                Route.allWith(
                    Access.PAGE,
                    new TaskRoutes(
                            tasks,
                            completions,
                            worktrees,
                            callers,
                            projects,
                            defaultLease,
                            background)
                        .routes()),
                Route.allWith(Access.PAGE, new MessageRoutes(messages, callers, projects).routes()),
                new WorktreeRoutes(worktrees, landings, callers, projects).routes(),
                Route.allWith(Access.PAGE, new SwarmRoutes(tasks, callers, projects).routes()),
                Route.allWith(Access.PAGE, new AccountRoutes(accounts, callers).routes()),
                Route.allWith(Access.PAGE, new StatusRoutes(status, projects, damage).routes()),
                Route.allWith(
                    Access.PAGE, new MetricsRoutes(status, metrics, sizes, background).routes()),
                new CompletionRoutes(commands).routes(),
                Route.allWith(Access.PAGE, new EventRoutes(events, live, projects).routes()),
                Route.allWith(
                    Access.PAGE,
                    new LiveRoutes(new LiveStream(live, status, time), live, projects, time)
                        .routes()),
                new CliRoutes(commands).routes(),
                Route.allWith(Access.MCP, new McpRoutes(mcp).routes()))
            .flatMap(List::stream)
            .toList());
  }
}
