package swarmd.store.postgresql;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import swarmd.team.Position;
import swarmd.team.TeamDatabase;

/** Knows which calls are under way, so that a test can wait until all is done. */
final class CountedCalls implements TeamDatabase {
  private final TeamDatabase database;
  private long calls;
  private long claims;
  private int open;

  CountedCalls(TeamDatabase database) {
    this.database = database;
  }

  synchronized long calls() {
    return calls;
  }

  synchronized long claims() {
    return claims;
  }

  synchronized void awaitNone() {
    try {
      while (open > 0) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A call is over when everything that depends on its answer has run. */
  private CompletableFuture<JsonNode> counted(CompletableFuture<JsonNode> call) {
    synchronized (this) {
      calls++;
      open++;
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    call.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            answer.complete(value);
          } else {
            answer.completeExceptionally(failure);
          }
          synchronized (this) {
            open--;
            notifyAll();
          }
        });
    return answer;
  }

  @Override
  public CompletableFuture<JsonNode> claim(JsonNode request) {
    synchronized (this) {
      claims++;
    }
    return counted(database.claim(request));
  }

  @Override
  public CompletableFuture<JsonNode> change(JsonNode change) {
    return counted(database.change(change));
  }

  @Override
  public CompletableFuture<JsonNode> steps(long taskId, String token) {
    return counted(database.steps(taskId, token));
  }

  @Override
  public CompletableFuture<JsonNode> claimsOf(String requestId) {
    return counted(database.claimsOf(requestId));
  }

  @Override
  public CompletableFuture<JsonNode> renew(JsonNode leases) {
    return counted(database.renew(leases));
  }

  @Override
  public CompletableFuture<JsonNode> expired(int limit) {
    return counted(database.expired(limit));
  }

  @Override
  public CompletableFuture<JsonNode> feed(Position after, Position messages, int limit) {
    return counted(database.feed(after, messages, limit));
  }

  @Override
  public CompletableFuture<JsonNode> send(JsonNode message) {
    return counted(database.send(message));
  }

  @Override
  public CompletableFuture<JsonNode> receive(JsonNode receipts) {
    return counted(database.receive(receipts));
  }

  @Override
  public CompletableFuture<JsonNode> publishAgents(String workstation, JsonNode agents) {
    return counted(database.publishAgents(workstation, agents));
  }

  @Override
  public CompletableFuture<JsonNode> agents(String project, Duration age) {
    return counted(database.agents(project, age));
  }

  @Override
  public CompletableFuture<JsonNode> pruneMessages(
      Duration age, Optional<String> project, int limit) {
    return counted(database.pruneMessages(age, project, limit));
  }

  @Override
  public CompletableFuture<JsonNode> takeIn(JsonNode parcel) {
    return counted(database.takeIn(parcel));
  }

  @Override
  public CompletableFuture<JsonNode> handOut(JsonNode request) {
    return counted(database.handOut(request));
  }

  @Override
  public CompletableFuture<JsonNode> parcels(String owner, String project) {
    return counted(database.parcels(owner, project));
  }

  @Override
  public CompletableFuture<JsonNode> dropParcel(String parcel) {
    return counted(database.dropParcel(parcel));
  }

  @Override
  public CompletableFuture<JsonNode> pruneTasks(Duration age, Optional<String> project, int limit) {
    return counted(database.pruneTasks(age, project, limit));
  }

  @Override
  public CompletableFuture<JsonNode> pruneEvents(
      Duration age, Optional<String> project, Position after, int limit) {
    return counted(database.pruneEvents(age, project, after, limit));
  }

  @Override
  public CompletableFuture<JsonNode> hello() {
    return counted(database.hello());
  }

  @Override
  public CompletableFuture<JsonNode> settleAll() {
    return counted(database.settleAll());
  }

  @Override
  public void announce() {
    database.announce();
  }

  @Override
  public void listen(Runnable listener, Supplier<Duration> pause) {
    database.listen(listener, pause);
  }

  @Override
  public State state() {
    return database.state();
  }
}
