package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.messages.Message;
import swarmd.store.Store;

/**
 * Keeps this workstation's copy of the team's tasks. Everything that is read, and every hook, uses
 * the copy, so that none of it waits for the network.
 */
final class TeamCopy {
  private static final Logger log = LoggerFactory.getLogger(TeamCopy.class);
  private static final int PAGE = 500;

  private final Store store;
  private final TeamDatabase database;
  private final String workstation;
  private final TeamClock clock;
  private Consumer<String> onOpened = project -> {};
  private volatile Consumer<List<Message>> onMessages = messages -> {};
  private volatile Optional<Position> position = Optional.empty();

  /** Of messages, which have an order of their own; valid while the other one is present. */
  private volatile Position messages = Position.START;

  private volatile long currentAt;
  private volatile Duration lastEffort = Duration.ZERO;

  /** Both are guarded by the lock on this. */
  private Optional<CompletableFuture<Void>> running = Optional.empty();

  private Optional<CompletableFuture<Void>> next = Optional.empty();

  TeamCopy(Store store, TeamDatabase database, String workstation, TeamClock clock) {
    this.store = store;
    this.database = database;
    this.workstation = workstation;
    this.clock = clock;
  }

  /** Calls the listener with each project in which a wave may have been opened. */
  void onOpened(Consumer<String> listener) {
    onOpened = listener;
  }

  /** Calls the listener with messages that are new or have changed. */
  void onMessages(Consumer<List<Message>> listener) {
    onMessages = listener;
  }

  /** Whether nothing was ever copied; blocks for a moment. */
  boolean isNew() {
    return store.write(transaction -> transaction.get(CopyRepository.class).isEmpty()).join();
  }

  /** When this copy was last known to be complete, by the database's clock; 0 if never. */
  long currentAt() {
    return currentAt;
  }

  /** How long it took to catch up the last time. */
  Duration lastEffort() {
    return lastEffort;
  }

  /** Stores the tasks and swarms of an answer, and then reads what the caller wants. */
  <T> CompletableFuture<T> put(JsonNode answer, Function<CopyReader, T> result) {
    return store.writeCopy(
        transaction -> {
          if (!answer.has("copied")) {
            transaction.get(CopyRepository.class).put(answer.path("tasks"), answer.path("swarms"));
          }
          return result.apply(new CopyReader(transaction));
        });
  }

  /** The same when nobody waits for it, unless another answer of the same call brings it. */
  void putBehind(JsonNode answer) {
    if (!answer.has("copied")) {
      store.writeBehind(
          transaction ->
              transaction
                  .get(CopyRepository.class)
                  .put(answer.path("tasks"), answer.path("swarms")));
    }
  }

  /** Stores messages of an answer, and returns them as they are here. */
  CompletableFuture<List<Message>> putMessages(JsonNode answer) {
    return store
        .writeCopy(transaction -> transaction.get(MessageCopy.class).put(answer))
        .thenApply(
            stored -> {
              onMessages.accept(stored);
              return stored;
            });
  }

  /** Completes when this is known to be a copy of the team that the database has. */
  CompletableFuture<Void> known() {
    return position.isPresent() ? CompletableFuture.completedFuture(null) : catchUp();
  }

  /** Completes when the copy has everything that was committed before this call. */
  CompletableFuture<Void> catchUp() {
    synchronized (this) {
      if (running.isPresent()) {
        if (next.isEmpty()) {
          next = Optional.of(new CompletableFuture<>());
        }
        return next.get();
      }
      running = Optional.of(new CompletableFuture<>());
    }
    return run();
  }

  private CompletableFuture<Void> run() {
    CompletableFuture<Void> mine;
    synchronized (this) {
      mine = running.orElseThrow();
    }
    long begin = clock.nanos();
    located()
        .thenCompose(this::readFrom)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                currentAt = clock.millis();
                lastEffort = Duration.ofNanos(clock.nanos() - begin);
                mine.complete(null);
              } else {
                log.debug("The copy is behind: {}", Cause.of(failure).toString());
                mine.completeExceptionally(Cause.of(failure));
              }
              goOn();
            });
    return mine;
  }

  private void goOn() {
    synchronized (this) {
      running = next;
      next = Optional.empty();
      if (running.isEmpty()) {
        return;
      }
    }
    run();
  }

  /** The database may be a restored one, or another team's. */
  private CompletableFuture<Position> located() {
    if (position.isPresent()) {
      return CompletableFuture.completedFuture(position.get());
    }
    return database
        .hello()
        .thenCompose(
            hello -> {
              clock.read(hello);
              String team = hello.get("team").asText();
              long generation = hello.get("generation").asLong();
              return store.write(
                  transaction -> {
                    CopyRepository copy = transaction.get(CopyRepository.class);
                    Optional<Position> known = copy.position(team, generation);
                    if (known.isEmpty()) {
                      copy.startOver(team, generation);
                    }
                    messages = transaction.get(MessageCopy.class).position();
                    return known.orElse(Position.START);
                  });
            });
  }

  /** The events that came next are deleted, because they were old, or the history is a backup. */
  private CompletableFuture<Position> startOver() {
    log.info("The team's history does not go on where this copy ends; it is copied anew");
    return database
        .hello()
        .thenCompose(
            hello ->
                store.write(
                    transaction -> {
                      transaction
                          .get(CopyRepository.class)
                          .startOver(hello.get("team").asText(), hello.get("generation").asLong());
                      messages = Position.START;
                      return Position.START;
                    }));
  }

  /** The connection was lost: the server may have been replaced meanwhile. */
  void forgetPosition() {
    synchronized (this) {
      if (running.isEmpty()) {
        position = Optional.empty();
      }
    }
  }

  private CompletableFuture<Void> readFrom(Position from) {
    position = Optional.of(from);
    return database
        .feed(from, messages, PAGE)
        .thenCompose(
            feed -> {
              if (feed.has("gone")) {
                return startOver().thenCompose(this::readFrom);
              }
              JsonNode events = feed.get("events");
              JsonNode news = feed.get("messages");
              if (events.isEmpty() && news.isEmpty()) {
                return CompletableFuture.completedFuture(null);
              }
              Position to = events.isEmpty() ? from : lastOf(events);
              Position toMessage = news.isEmpty() ? messages : lastOf(news);
              CompletableFuture<Void> appended =
                  append(feed, to, toMessage).thenRun(() -> messages = toMessage);
              if (events.size() == PAGE || news.size() == PAGE) {
                return appended.thenCompose(done -> readFrom(to));
              }
              return appended.thenRun(() -> position = Optional.of(to));
            });
  }

  private static Position lastOf(JsonNode rows) {
    return Position.of(rows.get(rows.size() - 1));
  }

  private CompletableFuture<Void> append(JsonNode feed, Position to, Position toMessage) {
    return store
        .writeCopy(
            transaction -> {
              CopyRepository copy = transaction.get(CopyRepository.class);
              copy.put(feed.get("tasks"), feed.get("swarms"));
              MessageCopy mail = transaction.get(MessageCopy.class);
              List<Message> arrived = mail.put(feed.get("messages"));
              mail.moveTo(toMessage);
              return new Appended(copy.append(feed.get("events"), workstation, to), arrived);
            })
        .thenAccept(
            appended -> {
              onMessages.accept(appended.messages);
              appended.opened.forEach(onOpened);
            });
  }

  private record Appended(Set<String> opened, List<Message> messages) {}
}
