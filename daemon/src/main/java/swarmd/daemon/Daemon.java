package swarmd.daemon;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.api.PrdJson;
import swarmd.builtin.Registry;
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
import swarmd.http.HttpServer;
import swarmd.http.Router;
import swarmd.http.Routes;
import swarmd.install.Installer;
import swarmd.modes.Modes;
import swarmd.modes.StopHandler;
import swarmd.notes.Notes;
import swarmd.sessions.ProjectCache;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.status.DaemonInfo;
import swarmd.status.StatusReader;
import swarmd.store.sqlite.SqliteStore;
import swarmd.swarm.TaskRules;
import swarmd.swarm.Tasks;
import swarmd.time.Deadline;
import swarmd.time.Time;
import swarmd.userhooks.HookConfigs;
import swarmd.userhooks.HookOverrides;
import swarmd.userhooks.HookPlanner;
import swarmd.userhooks.HookRunner;
import swarmd.userhooks.Plugins;
import swarmd.userhooks.StopHookHolds;
import swarmd.userhooks.ToolBarrier;
import swarmd.userhooks.UserHooks;

/** The whole daemon, put together by hand: read it to see what depends on what. */
public final class Daemon implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);
  private static final int MAX_COMMANDS = 64;
  private static final int BACKGROUND_THREADS = 2;
  private static final int MAX_BACKGROUND = 10_000;
  private static final Duration IN_FLIGHT = Duration.ofSeconds(5);
  private static final Duration PLUGIN_LOADING = Duration.ofSeconds(2);
  private static final Duration LAST_STEPS = Duration.ofSeconds(2);

  private final Home home;
  private final HomeLock lock;
  private final SqliteStore store;
  private final Tasks tasks;
  private final CommandLineRunner commands;
  private final ExecutorService commandThreads;
  private final ExecutorService background;
  private final Plugins plugins;
  private final HookRunner hookRunner;
  private final HttpServer server;
  private final Router router;
  private final HttpAccess access;
  private final DaemonInfo info;
  private final Time time;

  private Daemon(Settings settings, Time time, HomeLock lock) throws IOException {
    this.lock = lock;
    this.time = time;
    home = settings.home();
    PrivateFiles.create(home.database());
    store = SqliteStore.open(home.database());
    TaskRules rules = new TaskRules(HttpAccess::newToken);
    tasks = new Tasks(store, rules, time);
    EventFeed events = new EventFeed(store);
    commandThreads = commandThreads();
    background = background();
    Modes modes = new Modes(store, time);
    StopHandler stops = new StopHandler(store, modes, new PrdJson(), background, time);
    Notes notes = new Notes(store, time);
    RetriedWrites eventWrites = new RetriedWrites(store, time);
    HookConfigs hookConfigs =
        new HookConfigs(home.directory(), HookOverrides.of(settings), background, time);
    plugins = Plugins.in(home.directory().resolve("plugins"), PLUGIN_LOADING);
    HookPlanner hookPlanner = new HookPlanner(plugins.hooks());
    hookRunner = new HookRunner(plugins, home.directory(), time);
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
    Registry builtin =
        new Registry(
            settings,
            store,
            eventWrites,
            modes,
            stops,
            notes,
            rules,
            new DeliveryLog(store, eventWrites, time),
            texts::forgetBefore,
            background,
            time);
    HookService hooks =
        new HookService(
            new HookTable(builtin.rows(), List.of(userHooks)),
            new HookRecorder(eventWrites, rules, (int) settings.number(Setting.HOOK_EVENTS_KEPT)),
            new LastToolError(background, time),
            limits,
            time);
    StatusReader status =
        new StatusReader(
            store, this::info, this::connections, eventWrites::pending, userHooks::untrusted, time);
    commands =
        new CommandLineRunner(
            new Services(
                store,
                tasks,
                modes,
                notes,
                hooks.table(),
                hookConfigs,
                hookPlanner,
                hookRunner,
                status,
                events,
                settings,
                time,
                new Installer(home, Version.current()),
                Version.current()));
    router =
        Routes.router(
            tasks,
            modes,
            new Hosts(texts),
            hooks,
            time,
            new ProjectCache(background, time),
            settings.duration(Setting.LEASE_MS),
            background,
            status,
            events,
            commands,
            commandThreads);
    server = new HttpServer(router, background, settings.duration(Setting.REQUEST_TIMEOUT_MS));
    tasks.start();
    access = listenOnLoopback(settings);
    info =
        new DaemonInfo(
            ProcessHandle.current().pid(),
            Version.current(),
            time.millis(),
            home.directory(),
            home.socket(),
            access.port());
    listenOnSocket();
    settings.unread().forEach(log::warn);
    log.info(
        "swarmd {} is up: pid {}, {} on {}, port {}",
        info.version(),
        info.pid(),
        server.transport(),
        info.socket(),
        info.httpPort());
  }

  /** Starts a daemon, or says who is in its place. */
  public static Daemon start(Settings settings, Time time) throws IOException, AlreadyRunning {
    Home home = settings.home();
    PrivateFiles.makeFolder(home.directory());
    HomeLock lock =
        HomeLock.tryTake(home.lock())
            .orElseThrow(() -> new AlreadyRunning(AlreadyRunning.pidIn(home.lock())));
    try {
      NativeLibraries.keepIn(home.directory().resolve("native"));
      return new Daemon(settings, time, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private HttpAccess listenOnLoopback(Settings settings) throws IOException {
    HttpAccess wanted = HttpAccess.load(home.http());
    int configured = (int) settings.number(Setting.HTTP_PORT);
    int port = server.listen(configured == 0 ? wanted.port() : configured, wanted.token());
    HttpAccess actual = wanted.withPort(port);
    actual.store(home.http());
    return actual;
  }

  /** Last of all: who gets an answer there may rely on everything else. */
  private void listenOnSocket() throws IOException {
    Files.createDirectories(home.socket().getParent());
    StaleSocket.remove(home.socket());
    server.listen(home.socket(), PrivateFiles.uid(home.http())); // it has just been made anew
  }

  private static ExecutorService commandThreads() {
    return new ThreadPoolExecutor(
        0,
        MAX_COMMANDS,
        30,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        new DefaultThreadFactory("command"));
  }

  /** For what takes too long for an event loop: files, large bodies. */
  private static ExecutorService background() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            BACKGROUND_THREADS,
            BACKGROUND_THREADS,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_BACKGROUND),
            new DefaultThreadFactory("background"));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  public DaemonInfo info() {
    return info;
  }

  public Router router() {
    return router;
  }

  public String token() {
    return access.token();
  }

  /** Where a browser finds the page; the token stays in the browser. */
  public String page() {
    return "http://127.0.0.1:" + access.port() + "/#token=" + access.token();
  }

  private int connections() {
    return server.connections();
  }

  private boolean commandsEndWithin(Duration limit) {
    commandThreads.shutdown();
    try {
      return commandThreads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void finishWhatIsInFlight() {
    Deadline end = Deadline.in(IN_FLIGHT, time);
    int unanswered = server.finish(IN_FLIGHT);
    boolean commandsEnded = commandsEndWithin(end.left(time));
    if (unanswered > 0 || !commandsEnded) {
      log.warn(
          "Stopped after {} s with {} requests unanswered{}",
          IN_FLIGHT.toSeconds(),
          unanswered,
          commandsEnded ? "" : " and commands at work");
      commandThreads.shutdownNow();
    }
  }

  /** Stops accepting, finishes what is in flight, and leaves nothing behind but its data. */
  @Override
  public void close() throws IOException {
    server.stopAccepting();
    tasks.stop();
    commands.endWatching();
    finishWhatIsInFlight();
    hookRunner.close();
    plugins.close();
    store.close();
    server.close(); // now that nobody reads what they print, the last commands end too
    if (!commandsEndWithin(LAST_STEPS)) {
      log.warn("A command did not end");
    }
    background.shutdownNow();
    lock.close();
    log.info("swarmd has stopped");
  }
}
