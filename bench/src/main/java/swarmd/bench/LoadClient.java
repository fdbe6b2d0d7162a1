package swarmd.bench;

import static swarmd.bench.HttpLoad.between;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents that claim a task, complete it and claim the next, each on its own connection. */
final class LoadClient {
  private final AtomicInteger left;
  private final Samples claims;

  private LoadClient(int connections, int cycles) {
    left = new AtomicInteger(cycles);
    claims = new Samples(cycles + connections);
  }

  /** The result of a run. */
  record Result(double cyclesPerSecond, Samples claims) {}

  static Result run(Path socket, int connections, int cycles) throws InterruptedException {
    LoadClient load = new LoadClient(connections, cycles);
    double seconds = HttpLoad.run(socket, connections, load::agent);
    return new Result(cycles / seconds, load.claims);
  }

  private HttpLoad.Speaker agent() {
    return new Agent();
  }

  private final class Agent implements HttpLoad.Speaker {
    private boolean claiming;
    private long sent;

    @Override
    public Optional<String> next(String response) {
      if (!claiming) {
        return claim();
      }
      claims.add(System.nanoTime() - sent);
      claiming = false;
      String id = between(response, "\"id\":", ",");
      String token = between(response, "\"token\":\"", "\"");
      return Optional.of(
          HttpLoad.post("/v1/tasks/" + id + "/complete", "{\"token\":\"" + token + "\"}"));
    }

    private Optional<String> claim() {
      if (left.getAndDecrement() <= 0) {
        return Optional.empty();
      }
      claiming = true;
      sent = System.nanoTime();
      return Optional.of(
          HttpLoad.post("/v1/tasks/claim", "{\"project\":\"/bench\",\"agent\":\"bench\"}"));
    }
  }
}
