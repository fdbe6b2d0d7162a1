package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import swarmd.common.Outcome;
import swarmd.store.sqlite.CommitPerOperation;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.NewTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRules;

/** Claims and completes tasks in this process, with a commit for each operation. */
final class Peer implements AutoCloseable {
  private static final int TASKS = 20_000;

  private final Path folder;
  private final Path file;
  private final CommitPerOperation store;
  private final TaskRules rules = new TaskRules(() -> UUID.randomUUID().toString());

  Peer() throws IOException {
    folder = Files.createTempDirectory("sw");
    file = folder.resolve("peer.db");
    store = new CommitPerOperation(file);
    List<NewTask> tasks = Collections.nCopies(TASKS, NewTask.titled("task"));
    store.run(repository -> rules.add(repository, "/bench", tasks, Optional.empty(), now()));
  }

  double cyclesPerSecond(int cycles) {
    long start = System.nanoTime();
    for (int i = 0; i < cycles; i++) {
      cycle();
    }
    return cycles / ((System.nanoTime() - start) / 1e9);
  }

  private void cycle() {
    ClaimRequest request = ClaimRequest.by("bench", "/bench");
    Outcome<Claimed> claimed = store.run(repository -> rules.claim(repository, request, now()));
    Task task = ((Outcome.Ok<Claimed>) claimed).value().tasks().get(0);
    String token = task.lease().orElseThrow().token();
    store.run(
        repository ->
            rules.complete(
                repository, task.id(), token, Optional.empty(), Optional.empty(), now()));
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  @Override
  public void close() throws IOException {
    store.close();
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(Path.of(file + suffix));
    }
    Files.delete(folder);
  }
}
