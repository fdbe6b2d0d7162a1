package swarmd.team;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.messages.LocalAgents;
import swarmd.messages.Message;
import swarmd.sessions.LivingSessions;
import swarmd.store.Store;
import swarmd.swarm.ClaimGate;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.TaskRules;
import swarmd.swarm.Tasks;
import swarmd.time.Time;

/** The tasks and messages of a team, which several daemons share. */
public final class Team implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Team.class);
  private static final Duration FIRST_COPY = Duration.ofSeconds(1);

  /**
   * Whoever waits or watches must hear of changes soon; all else can share the effort of a copy.
   */
  private static final Duration SOMEBODY_WAITS = Duration.ofMillis(20);

  private static final Duration NOBODY_WAITS = Duration.ofMillis(200);

  /** A copy asks for news every two seconds. */
  private static final Duration USUAL_AGE = Duration.ofSeconds(10);

  /** Of the time, so that a busy team leaves its workstations time for their own work. */
  private static final int SHARE_OF_COPYING = 4;

  private static final Duration MAX_PAUSE = Duration.ofSeconds(2);

  private final TeamDatabase database;
  private final TeamClock clock;
  private final long startedAt;
  private final TeamCopy copy;
  private final TeamSteps steps;
  private final TeamLeases leases;
  private final TeamExpiry expiry;
  private final Tasks tasks;
  private final TeamMessages messages;
  private final TaskRules rules;
  private final String workstation;
  private final Time time;

  /**
   * @param store has this workstation's copy
   * @param tokens makes a new, unguessable token each time
   * @param workstation what others see of this one
   * @param gate keeps claims from being tried
   */
  public Team(
      Store store,
      TeamDatabase database,
      TaskRules rules,
      Supplier<String> tokens,
      String workstation,
      LivingSessions living,
      ClaimGate gate,
      Consumer<Duration> onWaited,
      Time time) {
    this.database = database;
    this.rules = rules;
    this.workstation = workstation;
    this.time = time;
    clock = new TeamClock(time);
    startedAt = time.millis();
    copy = new TeamCopy(store, database, workstation, clock);
    steps = new TeamSteps(store, database, copy, rules, tokens, workstation, clock);
    leases = new TeamLeases(database, copy, rules, steps.outbox(), clock);
    expiry = new TeamExpiry(store, database, copy, steps, leases, workstation, living, clock, time);
    tasks = new Tasks(store, rules, steps, expiry, gate, onWaited, time);
    copy.onOpened(tasks::wake);
    messages =
        new TeamMessages(
            store,
            database,
            copy,
            new LocalAgents(store, living, Optional.of(workstation), time),
            workstation,
            clock);
  }

  public TeamMessages messages() {
    return messages;
  }

  /** The time by the team's clock, in epoch milliseconds. */
  public long now() {
    return clock.millis();
  }

  /** Calls the listener with messages that are new here or have changed; must not block. */
  public void onMessages(Consumer<List<Message>> listener) {
    copy.onMessages(listener);
  }

  public Tasks tasks() {
    return tasks;
  }

  public SessionLeases leases() {
    return leases;
  }

  /**
   * From now on, follows what other daemons do. Waits a moment for the first copy, since a list of
   * tasks would be empty before it.
   *
   * @param watched whether somebody follows the events of this daemon
   */
  public void start(BooleanSupplier watched) {
    database.listen(
        () -> {
          copy.catchUp();
          steps.outbox().send();
          messages.sendReceipts();
          messages.publishAgents();
        },
        () -> pause(tasks.waitingClaims() > 0 || watched.getAsBoolean()));
    if (copy.isNew()) {
      try {
        copy.catchUp().get(FIRST_COPY.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        log.warn("The tasks of the team are not here yet: {}", Cause.of(e).toString());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Moves tasks between the team and this workstation.
   *
   * @param local has the tasks that are here alone
   */
  public TaskMoves moves(Store local) {
    return new TaskMoves(local, database, copy, rules, workstation, time);
  }

  public TeamPruning pruning() {
    return new TeamPruning(database, copy);
  }

  private Duration pause(boolean somebodyWaits) {
    Duration wanted = somebodyWaits ? SOMEBODY_WAITS : NOBODY_WAITS;
    Duration fair = copy.lastEffort().multipliedBy(SHARE_OF_COPYING - 1);
    Duration longer = fair.compareTo(wanted) > 0 ? fair : wanted;
    return longer.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : longer;
  }

  /** Completes when this workstation knows everything that was stored before this call. */
  public CompletableFuture<Void> catchUp() {
    return copy.catchUp();
  }

  /** When the copy was last known to be complete, in epoch milliseconds; 0 if never. */
  public long currentAt() {
    return copy.currentAt();
  }

  /** How old the copy is, if it is older than it should be. */
  public Optional<Duration> behind() {
    long known = copy.currentAt() == 0 ? startedAt : copy.currentAt();
    return Optional.of(Duration.ofMillis(clock.millis() - known))
        .filter(age -> age.compareTo(USUAL_AGE) > 0);
  }

  public TeamDatabase.State state() {
    return database.state();
  }

  @Override
  public void close() {
    expiry.stop();
  }
}
