package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Deletes what is old in the team's database, in small steps. Any daemon may do it; one at a time
 * does. The copies follow.
 */
public final class TeamPruning {
  private static final int BATCH = 500;

  private final TeamDatabase database;
  private final TeamCopy copy;

  TeamPruning(TeamDatabase database, TeamCopy copy) {
    this.database = database;
    this.copy = copy;
  }

  /** Deletes tasks of swarms that have been complete for that long; returns how many. */
  public CompletableFuture<Long> tasks(Duration age, Optional<String> project) {
    return database
        .pruneTasks(age, project, BATCH)
        .thenCompose(
            answer -> {
              long deleted = answer.get("deleted").asLong();
              return answer.get("more").asBoolean() && deleted > 0
                  ? tasks(age, project).thenApply(rest -> deleted + rest)
                  : finished(deleted);
            });
  }

  private CompletableFuture<Long> finished(long deleted) {
    database.announce();
    return copy.catchUp().thenApply(current -> deleted);
  }

  /** Deletes events that are older, except those of unfinished tasks; returns how many. */
  public CompletableFuture<Long> events(Duration age, Optional<String> project) {
    return events(age, project, Position.START);
  }

  private CompletableFuture<Long> events(Duration age, Optional<String> project, Position after) {
    return database
        .pruneEvents(age, project, after, BATCH)
        .thenCompose(
            answer -> {
              long deleted = answer.get("deleted").asLong();
              return answer.get("more").asBoolean()
                  ? events(age, project, next(answer)).thenApply(rest -> deleted + rest)
                  : CompletableFuture.completedFuture(deleted);
            });
  }

  /** Deletes messages that are older; returns how many. */
  public CompletableFuture<Long> messages(Duration age, Optional<String> project) {
    return database
        .pruneMessages(age, project, BATCH)
        .thenCompose(
            answer -> {
              long deleted = answer.get("deleted").asLong();
              return answer.get("more").asBoolean()
                  ? messages(age, project).thenApply(rest -> deleted + rest)
                  : CompletableFuture.completedFuture(deleted);
            });
  }

  private static Position next(JsonNode answer) {
    return new Position(answer.get("after_xid").asText(), answer.get("after_id").asLong());
  }
}
