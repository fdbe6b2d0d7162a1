package swarmd.daemon;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookService;
import swarmd.hosts.Hosts;
import swarmd.modes.Modes;
import swarmd.modes.OpenWork;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.Sessions;
import swarmd.skills.Skills;
import swarmd.store.Store;
import swarmd.swarm.TaskQueries;
import swarmd.time.Time;
import swarmd.userhooks.HookConfigs;

/**
 * Answers a prompt of no session soon after the start, so that the first prompt of a session need
 * not wait for classes to be linked and statements to be compiled. Records nothing, changes nothing
 * and runs none of the user's hooks.
 */
final class WarmUp {
  private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

  /** A hook that has started the daemon is sent at once, and must not wait for this. */
  static final Duration DELAY = Duration.ofMillis(300);

  private static final Set<String> WITHOUT_USER_HOOKS = Set.of("user-hooks");

  private static final String PROMPT =
      "{\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"hello\"}";

  /** Not one that a host sends. */
  private static final String NOBODY = "";

  private final Hosts hosts;
  private final HookService hooks;
  private final HookConfigs hookConfigs;
  private final Sessions sessions;
  private final Modes modes;
  private final Skills skills;
  private final Store store;
  private final Executor background;
  private final Time time;

  WarmUp(
      Hosts hosts,
      HookService hooks,
      HookConfigs hookConfigs,
      Sessions sessions,
      Modes modes,
      Skills skills,
      Store store,
      Executor background,
      Time time) {
    this.hosts = hosts;
    this.hooks = hooks;
    this.hookConfigs = hookConfigs;
    this.sessions = sessions;
    this.modes = modes;
    this.skills = skills;
    this.store = store;
    this.background = background;
    this.time = time;
  }

  /** Completes when it is over, whether or not it succeeded. */
  CompletableFuture<Void> start() {
    CompletableFuture<Void> over = new CompletableFuture<>();
    time.after(DELAY, () -> run(over));
    return over;
  }

  private void run(CompletableFuture<Void> over) {
    try {
      background.execute(
          () -> {
            run();
            over.complete(null);
          });
    } catch (RejectedExecutionException e) {
      over.complete(null); // the daemon stops, or has other work
    }
  }

  private void run() {
    try {
      HookEvent event =
          hosts.read(
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              WITHOUT_USER_HOOKS,
              PROMPT.getBytes(StandardCharsets.UTF_8));
      hooks.rehearse(event).join();
      hosts.write(event, HookResult.NOTHING);
      hookConfigs.of(Optional.empty()).join();
      sessions.find(NOBODY).join();
      modes.list(Optional.of(NOBODY), Optional.of(NOBODY)).join();
      skills.accepted(NOBODY).join();
      store
          .read(
              snapshot ->
                  OpenWork.of(
                      NOBODY,
                      NOBODY,
                      snapshot.get(SessionQueries.class),
                      snapshot.get(TaskQueries.class)))
          .join();
    } catch (RuntimeException e) {
      log.debug("The first hook will take a little longer", e);
    }
  }
}
