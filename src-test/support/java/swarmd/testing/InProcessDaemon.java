package swarmd.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import swarmd.catalogue.HostCatalogue;
import swarmd.daemon.AlreadyRunning;
import swarmd.daemon.Daemon;
import swarmd.home.Home;
import swarmd.settings.Settings;

/**
 * The whole daemon within the test's JVM: starts fast, with real sockets and files and a clock that
 * the test moves.
 */
public final class InProcessDaemon implements AutoCloseable {
  private final TestHome home = TestHome.createIn(QuickDisk.folder());
  private final SettableTime time = new SettableTime();
  private final Map<String, String> environment;
  private final HostCatalogue hosts;
  private Daemon daemon;

  private InProcessDaemon(Map<String, String> environment, HostCatalogue hosts) {
    this.environment = Map.copyOf(environment);
    this.hosts = hosts;
    daemon = open();
  }

  private Daemon open() {
    Home place = new Home(home.directory(), home.directory().resolve("swarmd.sock"));
    Map<String, String> variables = new HashMap<>(environment);
    variables.putIfAbsent("HOME", home.root().toString());
    Settings settings =
        Settings.load(place, property -> "", name -> variables.getOrDefault(name, ""));
    try {
      return Daemon.start(settings, hosts, new TestProcesses(), time);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (AlreadyRunning e) {
      throw new IllegalStateException(e);
    }
  }

  public static InProcessDaemon start() {
    return start(Map.of());
  }

  public static InProcessDaemon start(Map<String, String> environment) {
    return new InProcessDaemon(environment, HostCatalogue.STANDARD);
  }

  /** One that knows these hosts. */
  public static InProcessDaemon start(HostCatalogue hosts) {
    return new InProcessDaemon(Map.of(), hosts);
  }

  /** Stops it and starts another on the same data; existing connections are closed. */
  public void restart() {
    daemon.close();
    time.forgetActions();
    daemon = open();
  }

  public SettableTime time() {
    return time;
  }

  public Daemon daemon() {
    return daemon;
  }

  public Path project() {
    return home.project();
  }

  /** The user's home. */
  public Path userHome() {
    return home.root();
  }

  public Path socket() {
    return daemon.info().socket();
  }

  public UnixHttp connect() {
    return UnixHttp.connect(socket());
  }

  public Api api() {
    return Api.on(connect(), project());
  }

  @Override
  public void close() {
    try {
      daemon.close();
    } finally {
      home.close();
    }
  }
}
