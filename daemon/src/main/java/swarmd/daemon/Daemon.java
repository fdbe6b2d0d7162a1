package swarmd.daemon;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.HostCatalogue;
import swarmd.cli.CommandLineRunner;
import swarmd.files.LaneThreads;
import swarmd.home.Home;
import swarmd.home.Version;
import swarmd.http.HttpServer;
import swarmd.http.HttpTokens;
import swarmd.http.InheritedSocket;
import swarmd.http.Router;
import swarmd.install.HttpAddress;
import swarmd.sessions.ProcessTable;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.status.DaemonInfo;
import swarmd.store.sqlite.DriverLibrary;
import swarmd.time.Deadline;
import swarmd.time.Time;

/** A running daemon: how it starts, and how it stops. */
public final class Daemon implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Daemon.class);
  private static final int BACKGROUND_THREADS = 2;
  private static final int MAX_BACKGROUND = 10_000;
  private static final Duration IN_FLIGHT = Duration.ofSeconds(5);
  private static final Duration LAST_STEPS = Duration.ofSeconds(2);

  private final Home home;
  private final Time time;
  private final InstalledJars installed = InstalledJars.find();
  private final Lifecycle lifecycle = new Lifecycle();
  private Optional<HttpServer> server = Optional.empty();
  private Optional<Components> components = Optional.empty();
  private Optional<HttpAccess> access = Optional.empty();
  private Optional<HomeGuard> guard = Optional.empty();
  private Optional<HeapKeeper> heap = Optional.empty();
  private volatile Optional<DaemonInfo> info = Optional.empty();

  private Daemon(Home home, Time time) {
    this.home = home;
    this.time = time;
  }

  /** Starts a daemon, or reports the one that is running. A failed start leaves nothing open. */
  public static Daemon start(Settings settings, Time time) throws IOException, AlreadyRunning {
    return start(settings, HostCatalogue.STANDARD, time);
  }

  /** For these hosts. */
  public static Daemon start(Settings settings, HostCatalogue hosts, Time time)
      throws IOException, AlreadyRunning {
    return start(settings, hosts, ProcessTable.ofSystem(), time);
  }

  /** On a machine with these processes. */
  public static Daemon start(
      Settings settings, HostCatalogue hosts, ProcessTable processes, Time time)
      throws IOException, AlreadyRunning {
    Daemon daemon = new Daemon(settings.home(), time);
    try {
      daemon.open(settings, hosts, processes);
      return daemon;
    } catch (IOException | AlreadyRunning | RuntimeException e) {
      daemon.lifecycle.close();
      throw e;
    }
  }

  private void open(Settings settings, HostCatalogue hosts, ProcessTable processes)
      throws IOException, AlreadyRunning {
    PrivateFiles.makeFolder(home.directory());
    HomeLock lock =
        HomeLock.tryTake(home.lock(), time)
            .orElseThrow(() -> new AlreadyRunning(AlreadyRunning.pidIn(home.lock())));
    lifecycle.add("the lock", lock);
    Path unpacked = home.directory().resolve("native");
    PrivateFiles.makeFolder(unpacked);
    DriverLibrary library = new DriverLibrary(InstalledJars.ownFolder(), unpacked);
    library.use();
    PrivateFiles.create(home.database());
    ExecutorService background = background();
    lifecycle.onClose("the background threads", background::shutdownNow);
    CompletableFuture<Void> early = CompletableFuture.runAsync(HttpServer::load, background);
    LaneThreads files = lifecycle.add("the threads for files", new LaneThreads(time));
    Components parts =
        new Components(
            settings,
            hosts,
            processes,
            time,
            lifecycle,
            files,
            background,
            () -> info().withRestartDue(installed.haveChanged()),
            this::connections,
            this::tokens);
    components = Optional.of(parts);
    lifecycle.onClose("the list of open sessions", () -> writeOpenSessions(parts));
    lifecycle.onClose("the commands", this::endCommands);
    early.join();
    HttpServer http =
        lifecycle.add(
            "the server",
            new HttpServer(
                parts.router, background, settings.duration(Setting.REQUEST_TIMEOUT_MS)));
    server = Optional.of(http);
    lifecycle.onClose("what is in flight", this::finishInFlight);
    OpenSessionList.delete(home);
    parts.accounts.start();
    parts.tasks.start();
    parts.worktrees.start();
    if (parts.team.isPresent()) {
      parts.team.get().start(parts.events::isFollowed);
    }
    lifecycle.onClose("the waiting claims", parts.tasks::stop);
    lifecycle.onClose("the live commands", parts.commands::endLiveCommands);
    parts.hostWatch.start();
    lifecycle.add("the host watch", parts.hostWatch);
    parts.swarmHooks.start();
    parts.pruner.start();
    lifecycle.add("the pruner", parts.pruner);
    listen(http, settings, background);
    guard = Optional.of(new HomeGuard(home, parts.store, background, time));
    lifecycle.add("the guard of the home", guard.get());
    heap = Optional.of(HeapKeeper.ofThisProcess(parts.store::releaseMemory, background, time));
    lifecycle.add("the keeper of the heap", heap.get());
    Files.deleteIfExists(home.hung());
    background.execute(() -> InstalledJars.deleteOldCopies(home));
    if (InstalledJars.areCopiedTo(home)) {
      background.execute(library::keep);
    }
    settings.ignored().forEach(log::warn);
    log.info(
        "swarmd {} is up: pid {}, {} on {}, port {}",
        info().version(),
        info().pid(),
        http.transport(),
        info().socket(),
        info().httpPort());
  }

  /** Nothing is accepted before both addresses are bound and a request can learn of them. */
  private void listen(HttpServer http, Settings settings, Executor background) throws IOException {
    lifecycle.onClose("the listening sockets", http::stopAccepting);
    ListeningSockets sockets =
        new ListeningSockets(http, home, InheritedSocket.announcedBy(System.getenv()));
    HttpAccess last = HttpAccess.load(home.http());
    HttpAccess actual = sockets.openPort(last, (int) settings.number(Setting.HTTP_PORT));
    actual.store(home.http());
    access = Optional.of(actual);
    sockets.openSocket(PrivateFiles.uid(home.http())); // a file that was just written
    info =
        Optional.of(
            new DaemonInfo(
                ProcessHandle.current().pid(),
                Version.current(),
                time.millis(),
                home.directory(),
                home.socket(),
                actual.port(),
                false));
    http.startAccepting();
    if (!address(actual).isSameAs(address(last))) {
      background.execute(
          () -> components.orElseThrow().installer.moveHttpHooks(address(last), address(actual)));
    }
  }

  private static HttpAddress address(HttpAccess access) {
    return new HttpAddress(access.port(), access.tokens().hooks(), access.held());
  }

  /** From now on, notices when its files are removed or replaced. */
  void watchHome() {
    guard.orElseThrow().start();
  }

  /** From now on, keeps the heap of this process small. */
  void keepHeapSmall() {
    heap.orElseThrow().start();
  }

  /** Soon, so that the first hook of a session is answered as quickly as later ones. */
  CompletableFuture<Void> warmUp() {
    return components.orElseThrow().warmUp.start();
  }

  /** Completes with the reason when this daemon has to end by itself. */
  CompletableFuture<String> lost() {
    return components.orElseThrow().store.lost();
  }

  /** Not into a home that has become another daemon's. */
  private void writeOpenSessions(Components parts) throws Exception {
    if (!parts.store.lost().isDone()) {
      OpenSessionList.write(parts.store, home);
    }
  }

  /** For what takes too long for an event loop: large bodies, and texts kept in the home. */
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
    return info.orElseThrow();
  }

  public Router router() {
    return components.orElseThrow().router;
  }

  public HttpTokens tokens() {
    return access.orElseThrow().tokens();
  }

  /** Where a browser finds the page, which needs a code from `swarm open`. */
  public String page() {
    return "http://127.0.0.1:" + info().httpPort() + "/";
  }

  private int connections() {
    return server.map(HttpServer::connections).orElse(0);
  }

  private void finishInFlight() {
    Deadline end = Deadline.in(IN_FLIGHT, time);
    int unanswered = server.orElseThrow().awaitAnswers(IN_FLIGHT);
    CommandLineRunner commands = components.orElseThrow().commands;
    boolean commandsEnded = commands.awaitExits(end.left(time));
    if (unanswered > 0 || !commandsEnded) {
      log.warn(
          "Stopped after {} s with {} requests unanswered{}",
          IN_FLIGHT.toSeconds(),
          unanswered,
          commandsEnded ? "" : " and commands at work");
      commands.endAll();
    }
  }

  /** By now every command has its exit code, or was interrupted. */
  private void endCommands() {
    if (!components.orElseThrow().commands.endThreadsWithin(LAST_STEPS)) {
      log.warn("A command did not end");
    }
  }

  /** Stops accepting, finishes what is in flight, and leaves nothing behind but its data. */
  @Override
  public void close() {
    lifecycle.close();
    log.info("swarmd has stopped");
  }
}
