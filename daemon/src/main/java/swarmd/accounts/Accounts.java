package swarmd.accounts;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Account;
import swarmd.sessions.Sessions;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.ClaimGate;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.TaskText;
import swarmd.text.ShellWord;
import swarmd.time.Time;

/**
 * The accounts of this workstation's sessions, and those that cannot work for now. A pause counts
 * at once, before it is stored: a task that a session gives back must not go to another session of
 * the same account.
 */
public final class Accounts implements ClaimGate {
  private static final Logger log = LoggerFactory.getLogger(Accounts.class);

  /** Only a person may do this: an agent at its limit must not try again and again. */
  public static final String RESUMING = "resume an account";

  private final Store store;
  private final Sessions sessions;
  private final Time time;
  private final Map<String, AccountPause> pauses = new ConcurrentHashMap<>();

  /** The sessions that have reported a failure, by account; not stored. */
  private final Map<String, Set<String>> stopped = new ConcurrentHashMap<>();

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  public Accounts(Store store, Sessions sessions, Time time) {
    this.store = store;
    this.sessions = sessions;
    this.time = time;
  }

  /** Blocks until it is known what was paused before. */
  public void start() {
    store
        .read(snapshot -> snapshot.get(AccountQueries.class).all())
        .join()
        .forEach(pause -> pauses.putIfAbsent(pause.account(), pause));
  }

  /** Whether no account is paused, nor was without having worked since. */
  public boolean areWell() {
    return pauses.isEmpty();
  }

  /** Those that are paused now. */
  public List<AccountPause> paused() {
    long now = time.millis();
    return pauses.values().stream()
        .filter(pause -> !pause.isOver(now))
        .sorted(Comparator.comparing(AccountPause::account))
        .toList();
  }

  /**
   * A session of the account cannot go on. {@link #store} has to follow, in the transaction that
   * gives its tasks back.
   */
  public AccountPause stopped(Account account, String session, AccountFailure failure) {
    String label = account.label();
    stopped.computeIfAbsent(label, name -> ConcurrentHashMap.newKeySet()).add(session);
    AccountPause pause =
        pauses.compute(
            label,
            (name, last) ->
                AccountPause.after(Optional.ofNullable(last), name, failure, time.millis()));
    log.info("Account {} {}: paused until {}", label, pause.cause().predicate(), at(pause));
    return pause;
  }

  private static String at(AccountPause pause) {
    return TaskText.time(pause.until());
  }

  /**
   * A session of the account has ended a turn as usual. During a pause only that of a session that
   * had stopped proves anything, since other turns may have begun before it. Returns whether there
   * is something to {@link #store}.
   */
  public boolean worked(Account account, String session) {
    String label = account.label();
    AccountPause pause = pauses.get(label);
    if (pause == null
        || !pause.isOver(time.millis())
            && !stopped.getOrDefault(label, Set.of()).contains(session)) {
      return false;
    }
    forget(label);
    return true;
  }

  private void forget(String label) {
    pauses.remove(label);
    stopped.remove(label);
    listeners.forEach(Runnable::run);
  }

  /** Whether the session has reported why its account is paused. */
  public boolean isStopped(Account account, String session) {
    return stopped.getOrDefault(account.label(), Set.of()).contains(session);
  }

  /** Stores what is known of an account now. */
  public void store(Transaction transaction, Account account) {
    store(transaction, account.label());
  }

  private void store(Transaction transaction, String label) {
    AccountRepository stored = transaction.get(AccountRepository.class);
    Optional.ofNullable(pauses.get(label))
        .ifPresentOrElse(stored::save, () -> stored.remove(label));
  }

  /** Ends a pause. */
  public CompletableFuture<Outcome<AccountPause>> resume(String label) {
    Account.LABEL.check(label);
    Optional<AccountPause> pause =
        paused().stream().filter(each -> each.account().equals(label)).findFirst();
    if (pause.isEmpty()) {
      return CompletableFuture.completedFuture(
          Outcome.refused(
              ErrorCode.NOT_FOUND, "account '%s' is not paused; %s".formatted(label, known())));
    }
    forget(label);
    return store.write(
        transaction -> {
          store(transaction, label);
          return Outcome.ok(pause.get());
        });
  }

  private String known() {
    List<AccountPause> paused = paused();
    return paused.isEmpty()
        ? "no account is"
        : paused.stream().map(AccountPause::account).collect(Collectors.joining(", "))
            + (paused.size() == 1 ? " is" : " are");
  }

  /** The account of a session, which need not be known. */
  public CompletableFuture<Account> of(String session, String host) {
    return sessions
        .accountOf(session)
        .thenApply(found -> found.orElseGet(() -> new Account(host, Optional.empty())));
  }

  /** Only a claim that waits has to be known by its account while none is paused. */
  @Override
  public CompletableFuture<Optional<String>> accountOf(ClaimRequest request) {
    if (request.account().isPresent()
        || request.session().isEmpty()
        || pauses.isEmpty() && request.patience().isZero()) {
      return CompletableFuture.completedFuture(request.account());
    }
    return accountOf(request.session().get());
  }

  @Override
  public CompletableFuture<Optional<String>> accountOf(String session) {
    return sessions.accountOf(session).thenApply(found -> found.map(Account::label));
  }

  @Override
  public Optional<Claimed.Nothing> obstacle(String account) {
    long now = time.millis();
    return Optional.ofNullable(pauses.get(account))
        .filter(pause -> !pause.isOver(now))
        .map(
            pause ->
                new Claimed.Nothing(
                    Claimed.Reason.PAUSED,
                    "account %s %s, so its sessions get no tasks until %s; a person can end that with: swarm resume --account %s"
                        .formatted(
                            account, pause.cause().predicate(), at(pause), ShellWord.of(account)),
                    Optional.of(Duration.ofMillis(pause.until() - now)),
                    Optional.of(pause.until())));
  }

  @Override
  public void onOpened(Runnable listener) {
    listeners.add(listener);
  }
}
