package swarmd.store.postgresql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.NamedThreads;
import swarmd.store.Store;
import swarmd.team.Position;
import swarmd.team.TeamDatabase;
import swarmd.time.Time;

/** A team's tasks in PostgreSQL. Every call is one statement on a connection of a pool. */
public final class PostgresDatabase implements TeamDatabase, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PostgresDatabase.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CHANNEL = "swarmd";
  private static final int CONNECTIONS = 8;
  private static final int MAX_WAITING = 10_000;

  /** How often a call is tried that fails for a reason that may pass. */
  private static final int MAX_TRIES = 30;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(60);

  /** How long a call waits for a connection before it looks whether others were answered. */
  private static final Duration CONNECTION_WAIT = Duration.ofSeconds(3);

  /** How often it waits while others are answered. */
  private static final int MAX_WAITS = 10;

  /** How often to look for changes that nobody has announced. */
  private static final Duration POLL = Duration.ofSeconds(2);

  /** Between two announcements of this daemon. */
  private static final Duration ANNOUNCEMENT_PAUSE = Duration.ofMillis(15);

  private final DatabaseUrl url;
  private final Time time;
  private final HikariDataSource pool;
  private final ForkJoinPool threads;
  private final GroupedCalls claims;
  private final GroupedCalls changes;
  private final Object announced = new Object();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicLong answers = new AtomicLong();
  private boolean announcing;
  private boolean announceAgain;
  private volatile boolean migrated;
  private volatile State state;
  private Optional<Thread> listening = Optional.empty();

  public PostgresDatabase(DatabaseUrl url, Time time) {
    this.url = url;
    this.time = time;
    state = new State(url.shown(), Optional.of("not connected yet"), time.millis());
    // trying a connection before each use costs a round trip; a call on a broken one is repeated
    System.setProperty(
        "com.zaxxer.hikari.aliveBypassWindowMs", String.valueOf(KEEP_ALIVE.toMillis()));
    HikariConfig config = new HikariConfig();
    config.setPoolName("team");
    config.setJdbcUrl(url.jdbc());
    config.setDataSourceProperties(url.properties());
    config.setMaximumPoolSize(CONNECTIONS);
    config.setMinimumIdle(2);
    config.setKeepaliveTime(KEEP_ALIVE.toMillis());
    config.setConnectionTimeout(CONNECTION_WAIT.toMillis());
    config.setInitializationFailTimeout(-1); // the daemon starts without the database
    pool = new HikariDataSource(config);
    threads = NamedThreads.lastUsedFirst("team", CONNECTIONS);
    claims = new GroupedCalls(new ClaimCalls((sql, json) -> call(sql, json)), time::nanos);
    changes = new GroupedCalls(new ChangeCalls((sql, json) -> call(sql, json)), time::nanos);
  }

  @Override
  public CompletableFuture<JsonNode> claim(JsonNode request) {
    return claims.call(request);
  }

  @Override
  public CompletableFuture<JsonNode> change(JsonNode change) {
    return changes.call(change);
  }

  @Override
  public CompletableFuture<JsonNode> steps(long taskId, String token) {
    return call("SELECT swarmd.steps(?, ?)", taskId, token);
  }

  @Override
  public CompletableFuture<JsonNode> claimsOf(String requestId) {
    return call("SELECT swarmd.claims_of(?)", requestId);
  }

  @Override
  public CompletableFuture<JsonNode> renew(JsonNode leases) {
    return call("SELECT swarmd.renew(?::jsonb)", leases.toString());
  }

  @Override
  public CompletableFuture<JsonNode> expired(int limit) {
    return call("SELECT swarmd.expired(?)", limit);
  }

  @Override
  public CompletableFuture<JsonNode> feed(Position after, Position messages, int limit) {
    return call(
            """
            SELECT json_build_object('feed', swarmd.feed(?, ?, ?),
                                     'messages', swarmd.messages_after(?, ?, ?))
            """,
            after.xid(),
            after.id(),
            limit,
            messages.xid(),
            messages.id(),
            limit)
        .thenApply(
            answer -> ((ObjectNode) answer.get("feed")).set("messages", answer.get("messages")));
  }

  @Override
  public CompletableFuture<JsonNode> send(JsonNode message) {
    return call("SELECT swarmd.send(?::jsonb)", message.toString());
  }

  @Override
  public CompletableFuture<JsonNode> receive(JsonNode receipts) {
    return call("SELECT swarmd.receive(?::jsonb)", receipts.toString());
  }

  @Override
  public CompletableFuture<JsonNode> publishAgents(String workstation, JsonNode agents) {
    return call("SELECT swarmd.publish_agents(?, ?::jsonb)", workstation, agents.toString());
  }

  @Override
  public CompletableFuture<JsonNode> agents(String project, Duration age) {
    return call("SELECT swarmd.agents(?, ?)", project, age.toMillis());
  }

  @Override
  public CompletableFuture<JsonNode> pruneMessages(
      Duration age, Optional<String> project, int limit) {
    return call(
        "SELECT swarmd.prune_messages(?, ?::text, ?)", age.toMillis(), project.orElse(null), limit);
  }

  @Override
  public CompletableFuture<JsonNode> takeIn(JsonNode parcel) {
    return call("CALL swarmd.take_in(?::jsonb, NULL)", parcel.toString());
  }

  @Override
  public CompletableFuture<JsonNode> handOut(JsonNode request) {
    return call("SELECT swarmd.hand_out(?::jsonb)", request.toString());
  }

  @Override
  public CompletableFuture<JsonNode> parcels(String owner, String project) {
    return call("SELECT swarmd.parcels(?, ?)", owner, project);
  }

  @Override
  public CompletableFuture<JsonNode> dropParcel(String parcel) {
    return call("SELECT to_jsonb(swarmd.drop_parcel(?::uuid)::text)", parcel);
  }

  @Override
  public CompletableFuture<JsonNode> pruneTasks(Duration age, Optional<String> project, int limit) {
    return call(
        "SELECT swarmd.prune_tasks(?, ?::text, ?)", age.toMillis(), project.orElse(null), limit);
  }

  @Override
  public CompletableFuture<JsonNode> pruneEvents(
      Duration age, Optional<String> project, Position after, int limit) {
    return call(
        "SELECT swarmd.prune_events(?, ?::text, ?, ?, ?)",
        age.toMillis(),
        project.orElse(null),
        after.xid(),
        after.id(),
        limit);
  }

  @Override
  public CompletableFuture<JsonNode> hello() {
    return call("SELECT swarmd.hello() || swarmd.hello_messages()");
  }

  @Override
  public CompletableFuture<JsonNode> settleAll() {
    return call("SELECT to_jsonb(swarmd.settle_all()::text)");
  }

  private CompletableFuture<JsonNode> call(String sql, Object... values) {
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    if (threads.getQueuedSubmissionCount() > MAX_WAITING) {
      answer.completeExceptionally(
          new Store.Unavailable("too many requests wait for the team's database"));
      return answer;
    }
    try {
      threads.execute(
          () -> {
            try {
              answer.complete(repeat(sql, values));
            } catch (RuntimeException | Error e) {
              answer.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new Store.Unavailable("swarmd is shutting down", e));
    }
    return answer;
  }

  private JsonNode repeat(String sql, Object... values) {
    int waits = 0;
    for (int tries = 1; ; tries++) {
      long answeredBefore = answers.get();
      try {
        JsonNode answer = once(sql, values);
        answers.incrementAndGet();
        connected();
        return answer;
      } catch (SQLTransientConnectionException e) {
        // a server under load takes seconds to make further connections, but answers on the others
        boolean onlyBusy = answers.get() != answeredBefore;
        if (!onlyBusy || ++waits == MAX_WAITS) {
          throw failed(e);
        }
      } catch (SQLException e) {
        if (tries == MAX_TRIES || !mayPass(e) || !goesOnAfter(PAUSE)) {
          throw failed(e);
        }
      }
    }
  }

  private JsonNode once(String sql, Object... values) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      if (!migrated) {
        PgMigrations.apply(connection);
        migrated = true;
      }
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < values.length; i++) {
          statement.setObject(i + 1, values[i]);
        }
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          String text = row.getString(1);
          return text == null ? JSON.nullNode() : JSON.readTree(text);
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lost connections, deadlocks and a server that starts or stops. */
  private static boolean mayPass(SQLException failure) {
    String code = Optional.ofNullable(failure.getSQLState()).orElse("08");
    return code.startsWith("08")
        || code.startsWith("40")
        || code.startsWith("53")
        || code.startsWith("57");
  }

  private void connected() {
    if (state.problem().isPresent()) {
      log.info("Connected to the team's database at {}", url.shown());
      state = new State(url.shown(), Optional.empty(), time.millis());
    }
  }

  private RuntimeException failed(SQLException failure) {
    String code = Optional.ofNullable(failure.getSQLState()).orElse("08");
    DatabaseProblem problem = DatabaseProblem.of(url, failure);
    if (mayPass(failure)
        || code.startsWith("28")
        || code.startsWith("3D")
        || code.equals("42501")) {
      if (state.problem().isEmpty()) {
        log.warn("The team's database does not answer: {}", problem);
      }
      state =
          new State(
              url.shown(),
              Optional.of(problem.toString()),
              state.problem().isPresent() ? state.since() : time.millis());
      return new Store.Unavailable(
          "the team's database at %s does not answer (%s); see swarm doctor"
              .formatted(url.shown(), problem.what()),
          failure);
    }
    return new IllegalStateException(
        "a statement for the team's database failed: " + problem.what(), failure);
  }

  @Override
  public State state() {
    return state;
  }

  /** One at a time, and then a pause; changes meanwhile share the next one. */
  @Override
  public void announce() {
    synchronized (announced) {
      if (announcing) {
        announceAgain = true;
        return;
      }
      announcing = true;
    }
    notifyOthers();
  }

  private void notifyOthers() {
    call("SELECT to_jsonb(pg_notify('" + CHANNEL + "', '')::text)")
        .whenCompleteAsync(
            (done, failure) -> {
              if (failure != null) {
                log.debug(
                    "A change was not announced; other daemons find it when they look", failure);
              }
              boolean again;
              synchronized (announced) {
                again = announceAgain && failure == null;
                announcing = again;
                announceAgain = false;
              }
              if (again) {
                notifyOthers();
              }
            },
            CompletableFuture.delayedExecutor(
                ANNOUNCEMENT_PAUSE.toMillis(), TimeUnit.MILLISECONDS, Runnable::run));
  }

  @Override
  public void listen(Runnable listener, Supplier<Duration> pause) {
    Thread thread = new Thread(() -> listenTo(listener, pause), "team-listener");
    thread.setDaemon(true);
    listening = Optional.of(thread);
    thread.start();
  }

  private void listenTo(Runnable listener, Supplier<Duration> pause) {
    do {
      try {
        listener.run();
        listenOnce(listener, pause);
      } catch (SQLException e) {
        log.debug("Cannot listen to the team's database", e);
      } catch (RuntimeException e) { // whatever it is, the copy must go on
        log.warn("Listening to the team's database failed; it is tried again", e);
      }
    } while (goesOnAfter(POLL));
  }

  private void listenOnce(Runnable listener, Supplier<Duration> pause) throws SQLException {
    try (Connection connection = url.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + CHANNEL);
      PGConnection notified = connection.unwrap(PGConnection.class);
      do {
        notified.getNotifications((int) POLL.toMillis());
        listener.run();
      } while (goesOnAfter(pause.get()));
    }
  }

  /** Waits for that long, unless the daemon stops before; returns whether it goes on. */
  private boolean goesOnAfter(Duration duration) {
    try {
      return !closing.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    closing.countDown();
    listening.ifPresent(Thread::interrupt);
    threads.shutdownNow();
    pool.close();
  }
}
