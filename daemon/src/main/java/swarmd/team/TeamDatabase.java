package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The database of a team. Each call is one round trip and may be repeated: it fails with {@link
 * swarmd.store.Store.Unavailable} if the database does not answer in time, and may have been stored
 * nevertheless.
 */
public interface TeamDatabase {

  /** Claims tasks; the answer names those that were taken. */
  CompletableFuture<JsonNode> claim(JsonNode request);

  /** Stores what {@link ChangeRecorder} has recorded. */
  CompletableFuture<JsonNode> change(JsonNode change);

  /** The kinds of the events that the holder with this token has caused. */
  CompletableFuture<JsonNode> steps(long taskId, String token);

  /** The claims of a request, and their tasks. */
  CompletableFuture<JsonNode> claimsOf(String requestId);

  /** Renews leases; the answer has the tasks that were still held. */
  CompletableFuture<JsonNode> renew(JsonNode leases);

  /** The tasks whose leases have ended, and the end of the next one. */
  CompletableFuture<JsonNode> expired(int limit);

  /**
   * The events after a position, and what they concern.
   *
   * @param messages the position after which messages are read, which have an order of their own
   */
  CompletableFuture<JsonNode> feed(Position after, Position messages, int limit);

  /** Stores a message for its receivers; the answer has what was stored. */
  CompletableFuture<JsonNode> send(JsonNode message);

  /** Reports what became of messages. */
  CompletableFuture<JsonNode> receive(JsonNode receipts);

  /** Replaces what is known of a workstation's agents. */
  CompletableFuture<JsonNode> publishAgents(String workstation, JsonNode agents);

  /**
   * The agents of a project on all workstations.
   *
   * @param age how long ago their workstation may have reported them
   */
  CompletableFuture<JsonNode> agents(String project, Duration age);

  /** Deletes some old messages; the answer says how many, and whether there are more. */
  CompletableFuture<JsonNode> pruneMessages(Duration age, Optional<String> project, int limit);

  /** Adds tasks of a workstation's own; the answer has their new ids. */
  CompletableFuture<JsonNode> takeIn(JsonNode parcel);

  /** Takes swarms out of this database into a parcel, if nothing of them is held. */
  CompletableFuture<JsonNode> handOut(JsonNode request);

  /** The parcels that were not dropped. */
  CompletableFuture<JsonNode> parcels(String owner, String project);

  /** The tasks of the parcel have arrived. */
  CompletableFuture<JsonNode> dropParcel(String parcel);

  /**
   * Deletes some old tasks; the answer says how many, and whether there are more.
   *
   * @param project only this one's, if present
   */
  CompletableFuture<JsonNode> pruneTasks(Duration age, Optional<String> project, int limit);

  /** Deletes the old ones of some events; the answer also says where to go on. */
  CompletableFuture<JsonNode> pruneEvents(
      Duration age, Optional<String> project, Position after, int limit);

  /** Which team this is. */
  CompletableFuture<JsonNode> hello();

  /** Completes what a daemon that died has begun. */
  CompletableFuture<JsonNode> settleAll();

  /** Tells all daemons that something has changed; soon, and once for many changes. */
  void announce();

  /**
   * Calls the listener when something may have changed: after an announcement, or a while.
   *
   * @param pause how long to collect announcements after a call
   */
  void listen(Runnable listener, Supplier<Duration> pause);

  /** How the connection is. */
  State state();

  /**
   * How the connection is.
   *
   * @param problem why the last call failed, in words for people; empty if it succeeded
   * @param since when that began, in epoch milliseconds
   */
  record State(String address, Optional<String> problem, long since) {}
}
