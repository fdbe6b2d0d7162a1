package swarmd.store.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import swarmd.messages.MessageStore;
import swarmd.sessions.LivingSessions;
import swarmd.store.Store;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.swarm.ClaimGate;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskRules;
import swarmd.swarm.Tasks;
import swarmd.swarm.TestDatabase;
import swarmd.team.Team;
import swarmd.time.Time;

/** A team's database of its own for one test, whose clock the test moves. */
public final class PostgresTeam implements TestDatabase {
  /** Emptied ones, since creating a database takes longer than most tests. */
  private static final Queue<String> FREE = new ConcurrentLinkedQueue<>();

  private final PostgresServer server = PostgresServer.shared();
  private final String name = FREE.isEmpty() ? server.newDatabase() : FREE.remove();
  private final SqliteFile copy = new SqliteFile();
  private PostgresDatabase database;
  private CountedCalls counted;
  private Store store;
  private Team team;

  @Override
  public Store open() {
    store = copy.open();
    return store;
  }

  @Override
  public Tasks tasks(Store opened, TaskRules rules, Time time) {
    database = new PostgresDatabase(DatabaseUrl.of(server.url(name)), time);
    Answers.await(database.hello());
    server.execute(
        name,
        """
        CREATE TABLE IF NOT EXISTS public.test_clock (now bigint);
        CREATE OR REPLACE FUNCTION swarmd.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
        'SELECT now FROM public.test_clock';
        """);
    moveClockTo(time.millis());
    counted = new CountedCalls(database);
    team =
        new Team(
            opened,
            counted,
            rules,
            () -> UUID.randomUUID().toString(),
            "desk",
            new LivingSessions(),
            ClaimGate.OPEN,
            waited -> {},
            time);
    team.start(() -> false);
    return team.tasks();
  }

  /** How many claims have called the database. */
  long claims() {
    return counted.claims();
  }

  @Override
  public SessionLeases leases(TaskRules rules) {
    return team.leases();
  }

  @Override
  public MessageStore messages(Store opened, Time time) {
    return team.messages();
  }

  @Override
  public Optional<String> workstation() {
    return Optional.of("desk");
  }

  @Override
  public void moveClockTo(long millis) {
    server.execute(
        name,
        "DELETE FROM public.test_clock; INSERT INTO public.test_clock VALUES (" + millis + ")");
  }

  @Override
  public void settle() {
    long before;
    do {
      awaitQuiet();
      before = counted.calls();
      awaitFeed();
      Answers.await(team.catchUp());
      awaitQuiet();
    } while (counted.calls() > before + 1);
  }

  /**
   * Until the feed has all events: those of a transaction come only when every older one is over,
   * also if that is the server's own, as for statistics.
   */
  private void awaitFeed() {
    try (Connection connection = server.connect(name);
        PreparedStatement held =
            connection.prepareStatement(
                """
                SELECT EXISTS (
                  SELECT 1 FROM swarmd.event WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())
                  UNION ALL
                  SELECT 1 FROM swarmd.message WHERE xid >= pg_snapshot_xmin(pg_current_snapshot()))
                """)) {
      boolean behind;
      do {
        try (ResultSet row = held.executeQuery()) {
          row.next();
          behind = row.getBoolean(1);
        }
      } while (behind);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Until no call was made for some turns of the store. */
  private void awaitQuiet() {
    long before;
    do {
      before = counted.calls();
      for (int i = 0; i < 4; i++) {
        Answers.await(store.write(transaction -> true));
        counted.awaitNone();
      }
    } while (counted.calls() > before);
  }

  @Override
  public void close(Store opened) {
    team.close();
    database.close();
    copy.close(opened);
  }

  @Override
  public void close() {
    team.close();
    database.close();
    copy.close();
    // a call that still runs there would lock the tables in another order
    server.execute(
        name,
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
        TRUNCATE swarmd.message, swarmd.agent, swarmd.event, swarmd.dependency, swarmd.origin, swarmd.parcel, swarmd.task,
          swarmd.swarm, swarmd.team RESTART IDENTITY;
        INSERT INTO swarmd.team DEFAULT VALUES;
        """);
    FREE.add(name);
  }
}
