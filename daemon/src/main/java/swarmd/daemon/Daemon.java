package swarmd.daemon;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.HostCatalogue;
import swarmd.cli.CommandLineRunner;
import swarmd.home.Home;
import swarmd.home.Version;
import swarmd.http.HttpServer;
import swarmd.http.Router;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.status.DaemonInfo;
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
  private final Lifecycle lifecycle = new Lifecycle();
  private Optional<HttpServer> server = Optional.empty();
  private Optional<Components> components = Optional.empty();
  private Optional<HttpAccess> access = Optional.empty();
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
    Daemon daemon = new Daemon(settings.home(), time);
    try {
      daemon.open(settings, hosts);
      return daemon;
    } catch (IOException | AlreadyRunning | RuntimeException e) {
      daemon.lifecycle.close();
      throw e;
    }
  }

  private void open(Settings settings, HostCatalogue hosts) throws IOException, AlreadyRunning {
    PrivateFiles.makeFolder(home.directory());
    HomeLock lock =
        HomeLock.tryTake(home.lock(), time)
            .orElseThrow(() -> new AlreadyRunning(AlreadyRunning.pidIn(home.lock())));
    lifecycle.add("the lock", lock);
    NativeLibraries.keepIn(home.directory().resolve("native"));
    PrivateFiles.create(home.database());
    ExecutorService background = background();
    lifecycle.onClose("the background threads", background::shutdownNow);
    Components parts =
        new Components(
            settings,
            hosts,
            time,
            lifecycle,
            background,
            () -> info.orElseThrow(),
            this::connections);
    components = Optional.of(parts);
    lifecycle.onClose("the list of open sessions", () -> OpenSessionList.write(parts.store, home));
    lifecycle.onClose("the commands", this::endCommands);
    HttpServer http =
        lifecycle.add(
            "the server",
            new HttpServer(
                parts.router, background, settings.duration(Setting.REQUEST_TIMEOUT_MS)));
    server = Optional.of(http);
    lifecycle.onClose("what is in flight", this::finishInFlight);
    OpenSessionList.delete(home);
    parts.tasks.start();
    lifecycle.onClose("the waiting claims", parts.tasks::stop);
    lifecycle.onClose("the live commands", parts.commands::endLiveCommands);
    parts.hostWatch.start();
    lifecycle.add("the host watch", parts.hostWatch);
    listen(http, settings);
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
  private void listen(HttpServer http, Settings settings) throws IOException {
    lifecycle.onClose("the listening sockets", http::stopAccepting);
    HttpAccess wanted = HttpAccess.load(home.http());
    int configured = (int) settings.number(Setting.HTTP_PORT);
    int port = http.bind(configured == 0 ? wanted.port() : configured, wanted.token());
    HttpAccess actual = wanted.withPort(port);
    actual.store(home.http());
    access = Optional.of(actual);
    Files.createDirectories(home.socket().getParent());
    StaleSocket.remove(home.socket());
    http.bind(home.socket(), PrivateFiles.uid(home.http())); // a file that was just written
    info =
        Optional.of(
            new DaemonInfo(
                ProcessHandle.current().pid(),
                Version.current(),
                time.millis(),
                home.directory(),
                home.socket(),
                port));
    http.startAccepting();
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
    return info.orElseThrow();
  }

  public Router router() {
    return components.orElseThrow().router;
  }

  public String token() {
    return access.orElseThrow().token();
  }

  /** Where a browser finds the page; the token stays in the browser. */
  public String page() {
    return "http://127.0.0.1:" + info().httpPort() + "/#token=" + token();
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
