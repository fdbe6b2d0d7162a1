package swarmd.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import swarmd.home.Home;

/**
 * Runs a daemon in an empty home, sends it a few requests and exits, to archive the classes it
 * loads. Everything is in one process, so that no daemon is ever left behind.
 */
final class DaemonRehearsal {
  private static final long LIMIT_MILLIS = 60_000;

  /** Of a session, because that is what a first hook loads. More events take memory at rest. */
  private static final String HOOK =
      "{\"session_id\":\"s\",\"cwd\":\"/\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"hello\"}";

  private DaemonRehearsal() {}

  /** Runs in the folder that is given. */
  public static void main(String[] args) throws IOException {
    Path workspace = Path.of(args[0]);
    System.setProperty("swarmd.home", workspace.toString());
    System.setProperty("swarmd.socket", ClassArchive.socketIn(workspace));
    Watchdog.start(LIMIT_MILLIS, () -> Runtime.getRuntime().halt(Main.FAILED));
    Thread daemon = new Thread(DaemonRehearsal::runDaemon);
    daemon.setDaemon(true);
    daemon.start();
    Home home = Home.find();
    if (new Starter(home).await(LIMIT_MILLIS).isPresent()) {
      Runtime.getRuntime().halt(Main.FAILED);
    }
    post(home, "/v1/hooks", HOOK);
    post(home, "/v1/cli", "{\"argv\":[\"task\",\"add\",\"x\"],\"cwd\":\"/\",\"env\":{}}");
    post(home, "/v1/cli", "{\"argv\":[\"status\"],\"cwd\":\"/\",\"env\":{}}");
    System.exit(Main.OK);
  }

  private static void runDaemon() {
    try {
      Class.forName("swarmd.daemon.Main")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void post(Home home, String path, String body) throws IOException {
    try (Exchange exchange = Exchange.connect(home.socket())) {
      exchange.post(path, "", body.getBytes(StandardCharsets.UTF_8));
      exchange.body().readAllBytes();
    }
  }
}
