package swarmd.testing;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The main class of a process that claims tasks and completes them until there are none, and prints
 * the ids of those it completed. It first waits for work to appear.
 */
public final class WorkerProcess {
  private static final Pattern CLAIMED =
      Pattern.compile("\\{\"tasks\":\\[\\{\"id\":(\\d+),.*\"token\":\"([0-9a-f]+)\".*");

  private WorkerProcess() {}

  public static void main(String[] arguments) {
    Path socket = Path.of(arguments[0]);
    String claim = "{\"project\":\"%s\",\"agent\":\"%s\"".formatted(arguments[1], arguments[2]);
    StringBuilder completed = new StringBuilder();
    try (UnixHttp http = UnixHttp.connect(socket)) {
      String answer = http.post("/v1/tasks/claim", claim + ",\"wait_ms\":30000}").text();
      for (Matcher task = CLAIMED.matcher(answer); task.matches(); task = CLAIMED.matcher(answer)) {
        String path = "/v1/tasks/" + task.group(1) + "/complete";
        if (http.post(path, "{\"token\":\"" + task.group(2) + "\"}").status() == 200) {
          completed.append(task.group(1)).append('\n');
        }
        answer = http.post("/v1/tasks/claim", claim + "}").text();
      }
    }
    System.out.print(completed);
  }

  /** Starts one as a separate process. */
  public static Process start(RunningDaemon daemon, String agent) {
    return Programs.start(
        daemon.root(),
        daemon.environment(),
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx32m",
        "-cp",
        classes(),
        WorkerProcess.class.getName(),
        daemon.socket().toString(),
        daemon.project().toString(),
        agent);
  }

  /** It needs only the test's own classes. */
  private static String classes() {
    return Path.of(
            WorkerProcess.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toString();
  }
}
