package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import swarmd.store.CommitPerOperation;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.NewTask;
import swarmd.swarm.Outcome;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRules;

/** Claim and complete, over the socket with group commit and in process with a commit each. */
final class Throughput {
  private static final int TASKS = 60_000;

  private Throughput() {}

  static void run(Report report) throws IOException, InterruptedException {
    report.section("Claim + complete cycles per second, synchronous=FULL");
    double peer = commitPerOperation(2_000, 4_000);
    report.value("in process, one commit per operation", "%,8.0f".formatted(peer));
    double widest = 0;
    try (BenchDaemon daemon = BenchDaemon.start()) {
      long atRest = daemon.residentMegabytes();
      daemon.addTasks(TASKS);
      LoadClient.run(daemon.socket(), 64, 10_000);
      for (int connections : new int[] {1, 8, 64}) {
        int cycles = connections == 1 ? 4_000 : 18_000;
        widest = LoadClient.run(daemon.socket(), connections, cycles).cyclesPerSecond();
        report.value(
            "over the socket, %d connections".formatted(connections),
            "%,8.0f  = %.1f x".formatted(widest, widest / peer));
      }
      report.bar("64 connections at least 4 x in process", widest >= 4 * peer);
      report.section("Resident memory");
      report.value("at rest, just started", atRest + " MB");
      report.value("after this load", daemon.residentMegabytes() + " MB");
      report.bar("under 150 MB", daemon.residentMegabytes() < 150);
    }
  }

  private static double commitPerOperation(int warmUp, int cycles)
      throws IOException {
    Path folder = Files.createTempDirectory("sw");
    Path file = folder.resolve("peer.db");
    TaskRules rules = new TaskRules(() -> UUID.randomUUID().toString());
    try (CommitPerOperation peer = new CommitPerOperation(file)) {
      List<NewTask> tasks = Collections.nCopies(warmUp + cycles, NewTask.titled("task"));
      peer.run(repository -> rules.add(repository, "/bench", tasks, now()));
      for (int i = 0; i < warmUp; i++) {
        cycle(peer, rules);
      }
      long start = System.nanoTime();
      for (int i = 0; i < cycles; i++) {
        cycle(peer, rules);
      }
      return cycles / ((System.nanoTime() - start) / 1e9);
    } finally {
      for (String suffix : List.of("", "-wal", "-shm")) {
        Files.deleteIfExists(Path.of(file + suffix));
      }
      Files.delete(folder);
    }
  }

  private static void cycle(CommitPerOperation peer, TaskRules rules) {
    ClaimRequest request = ClaimRequest.by("bench", "/bench");
    Outcome<Claimed> claimed = peer.run(repository -> rules.claim(repository, request, now()));
    Task task = ((Outcome.Ok<Claimed>) claimed).value().tasks().get(0);
    String token = task.lease().orElseThrow().token();
    peer.run(repository -> rules.complete(repository, task.id(), token, Optional.empty(), now()));
  }

  private static long now() {
    return System.currentTimeMillis();
  }
}
