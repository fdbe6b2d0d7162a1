package swarmd.builtin.sessions;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.accounts.AccountFailure;
import swarmd.accounts.AccountPause;
import swarmd.accounts.Accounts;
import swarmd.builtin.memory.FailedTurn;
import swarmd.catalogue.EventKind;
import swarmd.files.FileLanes;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.Account;
import swarmd.store.RetriedWrites;
import swarmd.swarm.SessionLeases;
import swarmd.swarm.Task;
import swarmd.swarm.TaskText;
import swarmd.time.Time;

/**
 * A session whose account has reached a limit cannot go on: others get its tasks, and sessions of
 * the same account get none until the time that the host names. A turn that ends as usual shows
 * that the account works again.
 */
public final class AccountLimits implements HookHandler {
  /** A failure at the end of a transcript that is older was reported, or has been overcome. */
  private static final Duration RECENT = Duration.ofMinutes(1);

  /** Where hosts say why a session stops. */
  private static final List<String> REASONS =
      List.of("error", "error_status", "stop_reason", "end_turn_reason", "reason");

  private static final List<String> TEXTS = List.of("error_details", "last_assistant_message");

  private final Accounts accounts;
  private final SessionLeases leases;
  private final RetriedWrites writes;
  private final Path userFile;
  private final FileLanes files;
  private final Time time;

  /**
   * @param userFile a file of the user, who must also own transcripts
   * @param files runs the code that reads the file system
   */
  public AccountLimits(
      Accounts accounts,
      SessionLeases leases,
      RetriedWrites writes,
      Path userFile,
      FileLanes files,
      Time time) {
    this.accounts = accounts;
    this.leases = leases;
    this.writes = writes;
    this.userFile = userFile;
    this.files = files;
    this.time = time;
  }

  @Override
  public String name() {
    return "account-limits";
  }

  @Override
  public String description() {
    return "gives back a session's tasks when its account reaches a limit, and pauses the account";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    if (event.is(EventKind.SESSION_END)) {
      return atEnd(event);
    }
    Optional<AccountFailure> failure = failure(event);
    if (failure.isEmpty() && (!event.isStop() || accounts.areWell())) {
      return HookResult.SILENCE;
    }
    return accounts
        .of(event.session().get(), event.host().id())
        .thenCompose(
            account ->
                failure.isPresent() ? pause(event, account, failure.get()) : goOn(event, account));
  }

  /** A host that ends because of a failure may end the hook that would have reported it. */
  private CompletionStage<HookResult> atEnd(HookEvent event) {
    Optional<String> transcript = event.text("transcript_path");
    if (transcript.isEmpty() || event.host().eventName(EventKind.STOP_FAILURE).isEmpty()) {
      return HookResult.SILENCE;
    }
    return CompletableFuture.supplyAsync(
            () -> FailedTurn.lastIn(transcript.get(), userFile), files.of(event.folder()))
        .thenCompose(
            last ->
                last.filter(turn -> time.millis() - turn.at().toEpochMilli() < RECENT.toMillis())
                    .flatMap(turn -> failure(turn.error(), List.of(turn.text())))
                    .map(failure -> pauseOnce(event, failure))
                    .orElse(HookResult.SILENCE));
  }

  private CompletionStage<HookResult> pauseOnce(HookEvent event, AccountFailure failure) {
    String session = event.session().orElseThrow();
    return accounts
        .of(session, event.host().id())
        .thenCompose(
            account ->
                accounts.isStopped(account, session)
                    ? HookResult.SILENCE
                    : pause(event, account, failure));
  }

  private Optional<AccountFailure> failure(String error, List<String> texts) {
    return AccountFailure.of(error, texts, time.millis(), ZoneId.systemDefault());
  }

  /** Only the event of a failed turn has texts of the host; that of another has the model's. */
  private Optional<AccountFailure> failure(HookEvent event) {
    List<String> reasons =
        REASONS.stream()
            .flatMap(name -> Optional.ofNullable(event.fields().get(name)).stream())
            .filter(value -> value instanceof String || value instanceof Number)
            .map(String::valueOf)
            .toList();
    List<String> texts =
        event.is(EventKind.STOP_FAILURE)
            ? TEXTS.stream().flatMap(name -> event.text(name).stream()).toList()
            : List.of();
    Stream<String> errors =
        reasons.isEmpty() && event.is(EventKind.STOP_FAILURE) ? Stream.of("") : reasons.stream();
    return errors.flatMap(error -> failure(error, texts).stream()).findFirst();
  }

  /** Stored in one step, and again later if the store cannot take it now. */
  private CompletionStage<HookResult> pause(
      HookEvent event, Account account, AccountFailure failure) {
    String project = event.project().orElseThrow();
    String session = event.session().orElseThrow();
    AccountPause pause = accounts.stopped(account, session, failure);
    String why = "its account %s".formatted(pause.cause().predicate());
    List<Task> released = new ArrayList<>();
    return writes
        .submitNow(
            transaction -> {
              released.clear();
              released.addAll(
                  leases.releaseHeld(
                      transaction, project, session, task -> true, why, time.millis()));
              accounts.store(transaction, account);
            })
        .thenApply(
            stored -> {
              String text = describe(pause, released);
              return HookResult.NOTHING.withNote(text).withSystemMessage("swarmd: " + text);
            });
  }

  private static String describe(AccountPause pause, List<Task> released) {
    String tasks =
        released.isEmpty()
            ? ""
            : "; given back: "
                + released.stream()
                    .map(task -> "task " + task.id())
                    .collect(Collectors.joining(", "));
    return "account %s %s; its sessions get no tasks until %s%s"
        .formatted(pause.account(), pause.cause().predicate(), TaskText.time(pause.until()), tasks);
  }

  private CompletionStage<HookResult> goOn(HookEvent event, Account account) {
    if (accounts.worked(account, event.session().orElseThrow())) {
      writes.submit(transaction -> accounts.store(transaction, account));
    }
    return HookResult.SILENCE;
  }
}
