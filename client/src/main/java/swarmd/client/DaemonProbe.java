package swarmd.client;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.home.Home;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;

/** Finds out whether this home has a daemon, and how it is. */
final class DaemonProbe {
  private static final long STATUS_LIMIT_MILLIS = 3_000;
  private static final long CHECK_LIMIT_MILLIS = 30_000;

  private DaemonProbe() {}

  static DaemonAnswer ask(Home home) {
    try (Exchange exchange =
        Exchange.connect(home.socket(), STATUS_LIMIT_MILLIS, new DaemonLife(home))) {
      exchange.get("/v1/status");
      String json = text(exchange);
      Optional<String> pid = JsonText.field(json, "pid");
      return exchange.status() == 200 && pid.isPresent()
          ? new DaemonAnswer.Running(
              Long.parseLong(pid.get()),
              JsonText.field(json, "version").orElse("unknown"),
              JsonText.field(json, "http_port").map(port -> "http://127.0.0.1:" + port + "/"),
              JsonText.field(json, "restart_due").orElse("").equals("true"))
          : new DaemonAnswer.Troubled(
              JsonText.field(json, "message")
                  .orElse("it does not report its status (HTTP " + exchange.status() + ")"));
    } catch (Exchange.Expired e) {
      return new DaemonAnswer.Silent();
    } catch (IOException | IllegalArgumentException e) {
      return new DaemonAnswer.Absent();
    }
  }

  /** What is wrong with the database, as a running daemon finds it. */
  static Optional<String> databaseProblem(Home home) throws IOException {
    try (Exchange exchange = Exchange.connect(home.socket(), CHECK_LIMIT_MILLIS)) {
      exchange.get("/v1/check");
      String json = text(exchange);
      return exchange.status() == 200
          ? JsonText.field(json, "problem")
          : Optional.of(JsonText.field(json, "message").orElse("the daemon could not check it"));
    }
  }

  /** How a running daemon is connected to a team's database; empty if it has none. */
  static Optional<Team> team(Home home) throws IOException {
    try (Exchange exchange = Exchange.connect(home.socket(), STATUS_LIMIT_MILLIS)) {
      exchange.get("/v1/status");
      String json = text(exchange);
      return JsonText.field(json, "database")
          .map(database -> new Team(database, JsonText.field(json, "problem")));
    }
  }

  /** The accounts whose sessions get no tasks for now, as a running daemon reports them. */
  static List<PausedAccount> pausedAccounts(Home home) throws IOException {
    try (Exchange exchange = Exchange.connect(home.socket(), STATUS_LIMIT_MILLIS)) {
      exchange.get("/v1/status");
      List<PausedAccount> paused = new ArrayList<>();
      Value status = JsonReader.read(text(exchange), false);
      for (Value account : status.get("paused_accounts").map(Value::elements).orElse(List.of())) {
        paused.add(
            new PausedAccount(
                account.get("account").flatMap(Value::text).orElse(""),
                account.get("cause").flatMap(Value::text).orElse("").replace('_', ' '),
                account.get("until").flatMap(Value::number).map(Number::longValue).orElse(0L)));
      }
      return paused;
    } catch (MalformedJson e) {
      throw new IOException(e);
    }
  }

  /**
   * An account whose sessions get no tasks.
   *
   * @param until epoch milliseconds
   */
  record PausedAccount(String name, String cause, long until) {}

  /** A team's database, and why it does not answer. */
  record Team(String database, Optional<String> problem) {}

  /** The worktrees of finished tasks that a running daemon has kept. */
  static List<Worktree> finishedWorktrees(Home home) throws IOException {
    try (Exchange exchange = Exchange.connect(home.socket(), STATUS_LIMIT_MILLIS)) {
      exchange.get("/v1/worktrees");
      String json = text(exchange);
      return exchange.status() == 200 ? finished(JsonReader.read(json, false)) : List.of();
    } catch (MalformedJson e) {
      return List.of(); // an older daemon
    }
  }

  private static List<Worktree> finished(Value answer) {
    List<Worktree> found = new ArrayList<>();
    for (Value each : answer.get("worktrees").map(Value::elements).orElse(List.of())) {
      Optional<String> kept = each.get("kept").flatMap(Value::text);
      Optional<Long> task = each.get("task").flatMap(Value::number).map(BigDecimal::longValue);
      Optional<String> folder = each.get("folder").flatMap(Value::text);
      if (kept.isPresent() && task.isPresent() && folder.isPresent()) {
        found.add(new Worktree(task.get(), folder.get(), kept.get()));
      }
    }
    return found;
  }

  /** A worktree of a finished task, and why it was not removed. */
  record Worktree(long task, String folder, String kept) {}

  private static String text(Exchange exchange) throws IOException {
    return new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** For a daemon that accepts connections, but does not answer. */
  static String silence(Home home) throws IOException {
    return "the daemon"
        + pidInLock(home).map(pid -> " (pid " + pid + ")").orElse("")
        + " does not answer; run: swarm daemon restart";
  }

  /**
   * Whether a process holds the home's lock, as a daemon does from start to end. Checking means
   * taking the lock for a moment, which could disturb a daemon that is starting; so the check is
   * skipped if the last holder is gone.
   */
  static boolean holdsLock(Home home) throws IOException {
    if (!Files.exists(home.lock())) {
      return false;
    }
    Optional<Long> pid = pidInLock(home);
    if (pid.isPresent() && ProcessHandle.of(pid.get()).isEmpty()) {
      return false;
    }
    try (FileChannel file = FileChannel.open(home.lock(), StandardOpenOption.WRITE);
        FileLock lock = file.tryLock()) {
      return lock == null;
    }
  }

  /** The pid in the daemon's lock file; meaningless unless the lock is held. */
  static Optional<Long> pidInLock(Home home) throws IOException {
    try {
      return Files.exists(home.lock())
          ? Optional.of(Long.parseLong(Files.readString(home.lock()).trim()))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
