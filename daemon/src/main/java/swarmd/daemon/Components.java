package swarmd.daemon;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import swarmd.api.PrdJson;
import swarmd.builtin.Registry;
import swarmd.builtin.sessions.LeaseRenewal;
import swarmd.builtin.sessions.LostTaskNotice;
import swarmd.builtin.sessions.SessionClosing;
import swarmd.catalogue.HostCatalogue;
import swarmd.cli.CommandLineRunner;
import swarmd.cli.Services;
import swarmd.events.EventFeed;
import swarmd.home.Home;
import swarmd.home.Version;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookLimits;
import swarmd.hooks.HookRecorder;
import swarmd.hooks.HookService;
import swarmd.hooks.HookTable;
import swarmd.hooks.LastToolError;
import swarmd.hooks.RetriedWrites;
import swarmd.hosts.FullTextFiles;
import swarmd.hosts.Hosts;
import swarmd.http.Router;
import swarmd.http.Routes;
import swarmd.install.Installer;
import swarmd.modes.Modes;
import swarmd.modes.StopHandler;
import swarmd.notes.Notes;
import swarmd.sessions.HostWatch;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.ProcessTable;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.status.DaemonInfo;
import swarmd.status.StatusReader;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.TaskRules;
import swarmd.swarm.Tasks;
import swarmd.time.Time;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.HookOverrides;
import swarmd.userhooks.HookPlanner;
import swarmd.userhooks.HookRunner;
import swarmd.userhooks.Plugins;
import swarmd.userhooks.StopHookHolds;
import swarmd.userhooks.ToolBarrier;
import swarmd.userhooks.UserHooks;

/** Everything that the daemon consists of, put together by hand: read it to see what needs what. */
final class Components {
  private static final Duration PLUGIN_LOADING = Duration.ofSeconds(2);

  final SqliteStore store;
  final Tasks tasks;
  final HostWatch hostWatch;
  final CommandLineRunner commands;
  final Router router;

  /**
   * Opens what has to be open and leaves it to the lifecycle; starts nothing.
   *
   * @param background runs what takes too long for an event loop
   */
  Components(
      Settings settings,
      HostCatalogue hosts,
      Time time,
      Lifecycle lifecycle,
      ExecutorService background,
      ExecutorService commandThreads,
      Supplier<DaemonInfo> info,
      IntSupplier connections) {
    Home home = settings.home();
    store = lifecycle.add("the store", SqliteStore.open(home.database()));
    TaskRules rules = new TaskRules(HttpAccess::newToken);
    LivingSessions living = new LivingSessions();
    tasks = new Tasks(store, rules, living, time);
    ProjectCache projects = new ProjectCache(background, time);
    ProcessTable processes = ProcessTable.ofSystem();
    Sessions sessions = new Sessions(store, projects, processes, background, time);
    EventFeed events = new EventFeed(store);
    Modes modes = new Modes(store, time);
    StopHandler stops = new StopHandler(store, modes, new PrdJson(), background, time);
    Notes notes = new Notes(store, time);
    RetriedWrites eventWrites = new RetriedWrites(store, time);
    HookConfigs hookConfigs =
        new HookConfigs(home.directory(), HookOverrides.of(settings), background, time);
    Plugins plugins =
        lifecycle.add(
            "the plugins", Plugins.in(home.directory().resolve("plugins"), PLUGIN_LOADING));
    HookPlanner hookPlanner = new HookPlanner(plugins.hooks());
    HookRunner hookRunner =
        lifecycle.add("the hook runner", new HookRunner(plugins, home.directory(), time));
    HookLimits limits = new HookLimits(settings.duration(Setting.HOOK_TIMEOUT_MS));
    UserHooks userHooks =
        new UserHooks(
            hookConfigs,
            hookPlanner,
            hookRunner,
            new ToolBarrier(store, time),
            new StopHookHolds(store, time),
            limits);
    FullTextFiles texts = new FullTextFiles(home.directory().resolve("context"), time);
    SessionClosing closing = new SessionClosing(rules, modes, living, time);
    hostWatch = new HostWatch(store, sessions, processes, closing::hostIsGone, background, time);
    Registry builtin =
        new Registry(
            settings,
            store,
            eventWrites,
            modes,
            stops,
            notes,
            rules,
            closing,
            new DeliveryLog(store, eventWrites, time),
            texts::forgetBefore,
            background,
            time);
    HookService hooks =
        new HookService(
            new HookTable(
                builtin.rows(), List.of(userHooks, new LostTaskNotice(store, eventWrites, living))),
            new HookRecorder(
                eventWrites,
                new LeaseRenewal(rules),
                living,
                (int) settings.number(Setting.HOOK_EVENTS_KEPT)),
            new LastToolError(background, time),
            limits,
            time);
    StatusReader status =
        new StatusReader(
            store, info, connections, eventWrites::pending, userHooks::untrusted, time);
    commands =
        new CommandLineRunner(
            new Services(
                store,
                tasks,
                modes,
                notes,
                sessions,
                hooks.table(),
                hookConfigs,
                hookPlanner,
                hookRunner,
                status,
                events,
                settings,
                time,
                new Installer(home, Version.current(), hosts),
                hosts,
                Version.current()));
    router =
        Routes.router(
            tasks,
            modes,
            new Hosts(hosts, texts),
            hooks,
            time,
            sessions,
            projects,
            settings.duration(Setting.LEASE_MS),
            background,
            status,
            events,
            commands,
            commandThreads);
  }
}
