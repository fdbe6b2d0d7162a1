package swarmd.swarm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.store.Store;

/** Checks that end when the test says so. */
public final class FakeChecker implements TaskChecker {
  private final List<FakeRun> runs = new ArrayList<>();

  @Override
  public synchronized FakeRun start(
      Task task,
      List<String> checks,
      Optional<Path> folder,
      Purpose purpose,
      Consumer<String> progress) {
    FakeRun run = new FakeRun(checks);
    runs.add(run);
    return run;
  }

  synchronized List<FakeRun> runs() {
    return List.copyOf(runs);
  }

  /** The newest run. */
  synchronized FakeRun last() {
    return runs.get(runs.size() - 1);
  }

  static final class FakeRun implements Run {
    private final List<String> checks;
    private final CompletableFuture<Outcome<Checked>> result = new CompletableFuture<>();

    private FakeRun(List<String> checks) {
      this.checks = checks;
    }

    List<String> checks() {
      return checks;
    }

    void pass() {
      result.complete(Outcome.ok(new Checked(checks, Optional.of("c0ffee"), 2)));
    }

    void fail() {
      result.complete(
          Outcome.refused(ErrorCode.CHECK_FAILED, "check 'test' failed", "line 7: wrong\n"));
    }

    @Override
    public CompletableFuture<Outcome<Checked>> result() {
      return result;
    }

    @Override
    public CompletableFuture<Boolean> stillHolds() {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public void stop() {
      result.completeExceptionally(new Store.Unavailable("stopped"));
    }
  }
}
